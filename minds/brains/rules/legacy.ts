/** The legacy of a mind: what it truly did, saw and learned, and with whom; and a title that says of whom or of what it tells. */
import type { Act } from '../../acts/act.ts';
import { type Fact, isAbout, isDoubtedDeath, worthOf } from '../../hearsay/fact.ts';
import type { Means } from './means.ts';
import { joined, sourceOf } from './opening.ts';
import { Voice } from './voice.ts';

/** Things that it tells: of its own life first, then of others. */
const ownMax = 3;
const othersMax = 2;
/** Turns at the square and visits are nobody's legacy. */
const small: ReadonlySet<string> = new Set(['worked', 'visited', 'poor', 'plans', 'dying']);

export function composed({ seen, memory, dice, talk }: Means): Act {
  const { self, tick } = seen;
  const voice = new Voice({ seen, memory, dice, speaker: talk.speaker, other: '' });
  const facts = memory.state.facts
    .filter((fact) => !small.has(fact.kind) && !isDoubtedDeath(fact))
    .sort((a, b) => worthOf(b, tick ?? 0) - worthOf(a, tick ?? 0));
  const own = told(
    facts.filter((fact) => isAbout(fact, self.id)),
    (fact) => ofItself(voice, fact),
    ownMax,
  );
  const others = told(
    facts.filter((fact) => !isAbout(fact, self.id) && fact.who !== ''),
    (fact) => ofOthers(voice, fact),
    othersMax,
  );
  const all = [...own, ...others];
  const words = [
    voice.say('legacies.ties.mentor'),
    ...all.map(([, line]) => line),
    friendOf(voice),
    voice.say('legacies.ties.heir'),
  ];
  return {
    type: 'compose',
    title: titleOf(
      voice,
      all.map(([fact]) => fact),
    ),
    words: joined(...words) || voice.say('legacies.ties.alone'),
  };
}

type Told = readonly (readonly [fact: Fact, line: string])[];

/** Of each kind one, as long as there are words. */
function told(facts: readonly Fact[], say: (fact: Fact) => string, most: number): Told {
  const kinds = new Set<string>();
  const lines: (readonly [Fact, string])[] = [];
  for (const fact of facts) {
    const line = lines.length < most && !kinds.has(fact.kind) ? say(fact) : '';
    if (line === '') continue;
    kinds.add(fact.kind);
    lines.push([fact, line]);
  }
  return lines;
}

function ofItself(voice: Voice, fact: Fact): string {
  const { id } = voice.of.seen.self;
  const isOwn = (fact.kind === 'born' ? fact.whom : fact.who) === id;
  return voice.say(`legacies.${isOwn ? 'did' : 'toMe'}.${fact.kind}`, { fact });
}

/** What it saw, or from whom it has it. */
function ofOthers(voice: Voice, fact: Fact): string {
  const line = voice.say(`told.${fact.kind}`, { fact });
  return line === '' ? '' : joined(line, sourceOf(voice, fact));
}

/** With whom it has talked most. */
function friendOf(voice: Voice): string {
  const { memory } = voice.of;
  const [friend] = Object.entries(memory.state.people)
    .filter(([, { talks, hasSpoken }]) => talks > 0 && hasSpoken === true)
    .sort(([, a], [, b]) => b.talks - a.talks);
  return friend === undefined ? '' : voice.say('legacies.ties.friend', { who: friend[0] });
}

/** Of whom, or of what place, it tells first. */
function titleOf(voice: Voice, facts: readonly Fact[]): string {
  const { self } = voice.of.seen;
  const names = facts.flatMap(({ who, whom, place }) => {
    const [third = ''] = [who, whom].filter((id) => voice.nameOf(id) !== '');
    return [voice.of.memory.nameOf(place) || voice.nameOf(third)].filter((name) => name !== '');
  });
  const [first, second] = [...new Set(names)];
  if (first === undefined) return `What ${self.name} would have said`;
  return second === undefined ? `${self.name}, of ${first}` : `${self.name}, of ${first} and ${second}`;
}
