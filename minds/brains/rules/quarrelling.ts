/**
 * Quarrels, aloud: who holds something against another says what it was and when; others take a side or would have an end of it; who has
 * heard that somebody is sore says that it is sorry; and who forgives says so.
 */
import { type Fact, witnessed } from '../../hearsay/fact.ts';
import { liking, worst, worstTick } from '../../ties/tie.ts';
import type { Meant } from './meaning.ts';
import type { Opening, Said } from './said.ts';

const nothing: Said = { words: '', about: '', topic: null };
const said = (words: string, about = ''): Said => ({ words, about, topic: null });

/** What it holds against the other itself: as it has told it, until that is over. */
function ownGrudge({ voice, at }: Opening): Fact {
  const { seen, memory, other } = voice.of;
  const known = memory.state.facts.find(
    ({ kind, who, whom, why }) => kind === 'sore' && who === seen.self.id && whom === other && why !== undefined,
  );
  if (known !== undefined) return known;
  const tick = worstTick(at.tie) ?? seen.tick ?? 0;
  return witnessed('sore', seen.self.id, { whom: other, tick, why: worst(at.tie) });
}

export function blame(opening: Opening): Said {
  const { voice } = opening;
  const { memory, seen, other } = voice.of;
  const fact = ownGrudge(opening);
  const words = voice.say(`blame.${fact.why}`, { fact });
  if (words !== '') memory.met(other, '', { blamedTick: seen.tick ?? 0 });
  return said(words);
}

/** Who forgives holds it against the other no more, and both know that. */
function forgiven(opening: Opening): string {
  const { voice } = opening;
  const { memory, seen, other } = voice.of;
  const words = voice.say('forgive', { fact: ownGrudge(opening) });
  if (words === '') return '';
  memory.felt(other, 'apologised');
  memory.learn({ ...witnessed('forgave', seen.self.id, { whom: other, tick: seen.tick ?? 0 }), told: [other] });
  return words;
}

export const forgive = (opening: Opening): Said => said(forgiven(opening));

/** Says that it is sorry for what it has heard that it did. */
export function apologise({ voice, occasions: { grudge } }: Opening): Said {
  const { memory, seen, other } = voice.of;
  if (grudge === undefined) return nothing;
  const words = voice.say('sorry', { fact: grudge });
  if (words !== '') memory.met(other, '', { sorryTick: seen.tick ?? 0 });
  return said(words);
}

/** By so much it must like one of two more than the other to take a side. */
const sideFrom = 0.12;

/** Speaks to one of two who have fallen out: on the side of whom it likes more, else for an end of it. */
export function mediate({ voice, occasions: { quarrel } }: Opening): Said {
  const { memory, seen, other } = voice.of;
  if (quarrel === undefined) return nothing;
  const isSore = quarrel.who === other;
  const third = isSore ? quarrel.whom : quarrel.who;
  const likes = liking(memory.tie(other)) - liking(memory.tie(third));
  const sided = `side.${likes > 0 ? 'with' : 'against'}${isSore ? 'Sore' : 'Blamed'}`;
  const words = voice.say(Math.abs(likes) >= sideFrom ? sided : `reconcile.${isSore ? 'sore' : 'blamed'}`, {
    fact: quarrel,
  });
  if (words !== '') memory.met(other, '', { mediatedTick: seen.tick ?? 0 });
  return said(words, third);
}

export function toBlame({ voice, at }: Opening): string {
  const { memory, other } = voice.of;
  const isSorry = at.temper.warm + liking(at.tie) > 0.45;
  if (!isSorry) return voice.say('denial');
  memory.felt(other, 'agreed');
  return voice.say('apology');
}

export function toApology(opening: Opening): string {
  const { voice, at } = opening;
  const isOver = at.tie.grateful + 0.6 * at.temper.warm > 0.1;
  if (!isOver) return voice.say('unforgiven');
  return forgiven(opening) || voice.say('relief');
}

export const toSide = ({ voice }: Opening, { group, about }: Meant): string =>
  voice.say(group.startsWith('side.with') ? 'quarrels.sided' : 'quarrels.unsided', { who: about });

/** It goes to the other, or says that it is sorry, if it is made so. */
export function toReconcile({ voice, at }: Opening, { about }: Meant): string {
  const { memory } = voice.of;
  const isWilling = at.temper.warm + liking(memory.tie(about)) > 0.2;
  return voice.say(isWilling ? 'quarrels.yes' : 'quarrels.no', { who: about });
}

/** Asked whether it has fallen out with somebody. */
export function toQuarrelAsked({ voice }: Opening, { fact }: Meant): string {
  const { memory, seen } = voice.of;
  const third = fact?.whom ?? '';
  const own = memory.state.facts.find(
    ({ kind, who, whom }) => kind === 'sore' && who === seen.self.id && whom === third,
  );
  return own === undefined ? voice.say('quarrels.over', { who: third }) : voice.say('own.sore', { fact: own });
}
