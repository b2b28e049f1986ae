/** What a mind can put into its sentences: of itself, of where it is, of whom it knows. A slot that it does not know is left out. */
import type { SeededRandom } from '../../../../population/seeded-random.ts';
import { designs } from '../../../acts/designs.ts';
import type { Memory } from '../../../memory/memory.ts';
import { isAtHome, type Perception } from '../../../perception/perception.ts';
import { plain } from '../../../perception/reading.ts';
import type { Topic } from './understanding.ts';

export type Slots = Readonly<Record<string, string>>;

/** Characters of what its soul says that go into one sentence. */
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
  count <= 1 ? 'once' : count === 2 ? 'twice' : count > 12 ? 'many times' : `${numerals[count] ?? count} times`;
const numerals = [
  ...['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
];
const numeral = (count: number): string => numerals[count] ?? String(count);
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

/** `other`: to whom it is said. */
export function slotsFor(seen: Perception, memory: Memory, dice: SeededRandom, other?: string): Slots {
  const all = { ...ofItself(seen, memory, dice), ...ofPlaces(seen, memory), ...ofOthers(seen, memory, dice, other) };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}

function ofItself({ self, pods }: Perception, { state }: Memory, dice: SeededRandom): Slots {
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
    deed: dice.pick(state.deeds.slice(-4)) ?? '',
    ticks: self.ticksLeft === null ? '' : numeral(self.ticksLeft),
    runway: self.runway === null ? '' : numeral(Math.floor(self.runway)),
    design: design?.title ?? '',
    pod: dice.pick(pods.filter(({ status }) => status === 'deployed'))?.name ?? podKnown(state.places, dice),
  };
}

const podKnown = (places: Memory['state']['places'], dice: SeededRandom): string =>
  dice.pick(Object.entries(places).filter(([id]) => !id.startsWith('city-')))?.[1].name ?? '';

function ofPlaces(seen: Perception, { state }: Memory): Slots {
  const { place, exits, jobs, nextSoul, peopleCount } = seen;
  const walked = exits.filter(({ to }) => Object.hasOwn(state.places, to)).length;
  const before = Object.entries(state.places)
    .filter(([id]) => id !== place.id)
    .sort(([, a], [, b]) => b.lastBeat - a.lastBeat)[0];
  const isHome = before?.[0].startsWith('city-housing/') === true;
  return {
    place: isAtHome(seen) ? 'my house' : place.kind === 'commons' ? 'the Commons' : place.name,
    exits: exits.length > 1 ? numeral(exits.length) : '',
    walked: walked > 1 ? numeral(walked) : '',
    before:
      before === undefined
        ? ''
        : isHome
          ? 'my own four walls'
          : before[0] === 'city-commons'
            ? 'the Commons'
            : before[1].name,
    jobs: jobs.length > 1 ? numeral(jobs.length) : '',
    soul: nextSoul ?? '',
    people: peopleCount > 1 ? numeral(peopleCount + 1) : '',
  };
}

function ofOthers({ self, people }: Perception, memory: Memory, dice: SeededRandom, other?: string): Slots {
  const nameOf = (id: string | null | undefined): string =>
    id === null || id === undefined
      ? ''
      : (people.find((person) => person.id === id)?.name ?? memory.acquaintance(id)?.name ?? '');
  const thirds = Object.entries(memory.state.people).filter(([id, { talks }]) => id !== other && talks > 0);
  const third = dice.pick(thirds)?.[1];
  const talks = memory.acquaintance(other ?? '')?.talks ?? 0;
  return {
    you: nameOf(other),
    nth: ordinals[talks + 1] ?? '',
    third: third?.name ?? '',
    thirdTopic: topicNamed(third?.topic),
    thirdTalks: third === undefined ? '' : times(third.talks),
    child: nameOf(self.mentees.at(-1)),
    mentor: nameOf(self.mentor),
    heir: nameOf(self.heir),
  };
}
