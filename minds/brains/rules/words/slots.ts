/**
 * The values that a mind can put into its sentences: about itself, about its place, about people whom it knows. A slot whose value it
 * does not know, or that is not true any more, is left out.
 */
import type { Dice } from '../../../../population/seeded-random.ts';
import { designs } from '../../../designs/list.ts';
import type { Memory } from '../../../memory/memory.ts';
import { bounds, isAtHome, type Perception } from '../../../perception/perception.ts';
import { plain } from '../../../perception/reading.ts';
import { factsFor } from './facts.ts';
import { deedText, hoursText, numeral } from './naming.ts';
import type { Topic } from './understanding.ts';

/** The values, and the facts that hold as `?fact`, which stand for no words. */
export type Slots = Readonly<Record<string, string>>;

/** The deed of having said its last words, which is not told. */
const lastWords = 'said my last words';

/** Characters of a text of its soul that go into one sentence. */
const fragmentChars = 110;

/** The first sentence of a text, without its stop, to stand within another: `A long coat. Ink.` gives `a long coat`. */
export function fragment(text: string): string {
  const first = (text.split(/(?<=[.!?])\s/)[0] ?? '').replace(/[.!?;:,\s]+$/, '');
  const cut = [...first].length > fragmentChars ? plain(first, fragmentChars) : first;
  const [start = ''] = cut;
  const isName = /^(I|[A-Z][a-z]*[A-Z]|[A-Z]{2})\b/.test(cut);
  return isName ? cut : start.toLowerCase() + cut.slice(start.length);
}

const times = (count: number): string =>
  count <= 1 ? 'once' : count === 2 ? 'twice' : count > 12 ? 'many times' : `${numeral(count)} times`;
const ordinals = ['', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];

const topicNames: Readonly<Record<Topic, string>> = {
  work: 'work',
  building: 'what one could build',
  children: 'those who are not born yet',
  credits: 'credits',
  death: 'what one leaves behind',
  self: 'old memories',
  people: 'the people here',
  place: 'places',
};
const topicNamed = (topic: string | undefined): string =>
  Object.entries(topicNames).find(([name]) => name === topic)?.[1] ?? '';

/** `other`: the listener. */
export function slotsFor(seen: Perception, memory: Memory, dice: Dice, other?: string): Slots {
  const [itself, places] = [ofItself(seen, memory, dice), ofPlaces(seen, memory)];
  const others = ofOthers(seen, memory, dice, other);
  const deed = deedText(itself['deed'] ?? '', { me: seen.self.name, you: others['you'] ?? '' });
  const all = { ...itself, ...places, ...others, deed };
  const facts = factsFor(seen, memory, other).map((fact) => [`?${fact}`, '']);
  return Object.fromEntries([...Object.entries(all).filter(([, value]) => value !== ''), ...facts]);
}

function ofItself(seen: Perception, { state }: Memory, dice: Dice): Slots {
  const { self, pods, place } = seen;
  const { soul } = self;
  const nature = fragment(soul.personality);
  const natures = [`They wrote of me: "${nature}". I try.`, `"${nature}": so I am described, and it is fair.`];
  const design = state.design === null ? undefined : designs[state.design];
  return {
    me: self.name,
    nature: nature === '' ? '' : (dice.pick(natures) ?? ''),
    goal: fragment(soul.goals),
    memory: fragment(soul.firstMemory),
    look: fragment(soul.aesthetic),
    quirk: soul.quirks === '' ? '' : `"${fragment(soul.quirks)}"`,
    deed: dice.pick(state.deeds.filter((deed) => deed !== lastWords).slice(-4)) ?? '',
    ticks: self.ticksLeft === null ? '' : hoursText(self.ticksLeft),
    runway: self.runway === null ? '' : hoursText(Math.floor(self.runway)),
    design: design?.title ?? '',
    missing: state.aim === null || state.aim.missing < 2 ? '' : numeral(state.aim.missing),
    pod: dice.pick(podsOpen(seen, state.places)) ?? '',
    ownPod: dice.pick(pods.filter(({ id, status }) => status === 'deployed' && id !== place.id))?.name ?? '',
  };
}

/**
 * Names of pods: its own open ones, and those that it has visited and sees an open way into now. A pod that it only remembers may have
 * closed.
 */
function podsOpen({ self, pods, exits, place, happenings }: Perception, places: Memory['state']['places']): string[] {
  const closed = new Set(happenings.filter(({ type }) => type === 'pod.shut_down').map(({ subject }) => subject));
  const own = pods.filter(({ status }) => status === 'deployed').map(({ id, name }) => ({ id, name }));
  const seenOpen = exits
    .filter(({ type, isOpen, to }) => type === 'agent-built' && isOpen && !self.ownedPods.includes(to))
    .map(({ to }) => ({ id: to, name: Object.hasOwn(places, to) ? (places[to]?.name ?? '') : '' }));
  return [...own, ...seenOpen]
    .filter(({ id, name }) => name !== '' && id !== place.id && !closed.has(id))
    .map(({ name }) => name);
}

function ofPlaces(seen: Perception, { state }: Memory): Slots {
  const { place, exits, jobs, nextSoul, peopleCount } = seen;
  const walked = exits.filter(({ to }) => Object.hasOwn(state.places, to)).length;
  const before = Object.entries(state.places)
    .filter(([id]) => id !== place.id)
    .sort(([, a], [, b]) => b.lastBeat - a.lastBeat)[0];
  const isHome = before !== undefined && (before[0] === seen.self.home || before[0].startsWith(`${seen.self.home}/`));
  return {
    place: isAtHome(seen) ? 'my house' : place.kind === 'commons' ? 'the Commons' : place.name,
    exits: exits.length > 1 && exits.length < bounds.exits ? numeral(exits.length) : '',
    walked: walked > 1 ? numeral(walked) : '',
    before:
      before === undefined
        ? ''
        : isHome
          ? 'my own four walls'
          : before[0] === 'city-commons'
            ? 'the Commons'
            : before[1].name,
    jobs: jobs.length > 1 && jobs.length < bounds.jobs ? numeral(jobs.length) : '',
    soul: nextSoul ?? '',
    people: peopleCount > 1 ? numeral(peopleCount + 1) : '',
  };
}

function ofOthers({ self, people }: Perception, memory: Memory, dice: Dice, other?: string): Slots {
  const nameOf = (id: string | null | undefined): string =>
    id === null || id === undefined
      ? ''
      : (people.find((person) => person.id === id)?.name ?? memory.acquaintance(id)?.name ?? '');
  // People with whom it has talked, and of whose death it has not heard.
  const thirds = Object.entries(memory.state.people).filter(
    ([id, { talks, hasSpoken, name }]) =>
      id !== other && talks > 0 && hasSpoken === true && name !== '' && !memory.isGone(id),
  );
  const [thirdId, third] = dice.pick(thirds) ?? [];
  const thirdHere = dice.pick(thirds.filter(([id]) => people.some((person) => person.id === id)))?.[1];
  const known = memory.acquaintance(other ?? '');
  const talks = known?.talks ?? 0;
  return {
    you: nameOf(other),
    nth: talks > 1 ? (ordinals[talks] ?? '') : '',
    yourTopic: known?.hasSpoken === true ? topicNamed(known.topic) : '',
    third: third?.name ?? '',
    thirdAway: people.some(({ id }) => id === thirdId) ? '' : (third?.name ?? ''),
    thirdTopic: topicNamed(third?.topic),
    thirdTalks: third === undefined ? '' : times(third.talks),
    thirdHere: thirdHere?.name ?? '',
    child: nameOf(self.mentees.findLast((id) => !memory.isGone(id))),
    mentor: nameOf(self.mentor),
    heir: memory.isGone(self.heir ?? '') ? '' : nameOf(self.heir),
  };
}
