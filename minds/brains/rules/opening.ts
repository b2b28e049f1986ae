/** What a mind begins to say to another: rules score what it would do (`minds/ties/rules.ts`), one is drawn, and words follow. */
import { doubtedBelow, type Fact, isOfDeath, toldTo } from '../../hearsay/fact.ts';
import { rules, type SpokenMove, spoken } from '../../ties/rules.ts';
import { best, isSore, worst } from '../../ties/tie.ts';
import { apologise, blame, forgive, mediate } from './quarrelling.ts';
import type { Opening, Said } from './said.ts';
import { drawn, occasionsFor, situationOf, tellable } from './situation.ts';
import type { Voice } from './voice.ts';
import { type Topic, topics } from './words/understanding.ts';

const nothing: Said = { words: '', about: '', topic: null };
const said = (words: string, about = '', topic: Topic | null = null): Said => ({ words, about, topic });
export const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');

/** The higher, the more surely it does what it wants most. */
const sureness = 3;
/** Of questions, so many are about no one. */
const generalShare = 0.03;
const sourceShare = 0.45;
/** Of first words to somebody, so many greet, and of these so many say who speaks; begin with news; speak of a known deed of the other. */
const greetedShare = 0.25;
const introducedShare = 0.4;
const newsShare = 0.65;
const praiseShare = 0.5;

export function openingWith(voice: Voice): Opening {
  const { seen, memory, other } = voice.of;
  const occasions = occasionsFor(seen, memory, other);
  return { voice, occasions, at: situationOf(seen, memory, other, occasions) };
}

/** It would rather not speak with the other. */
export const wouldAvoid = ({ at }: Opening): boolean =>
  rules.avoid(at) > rules.greet({ ...at, isInTalk: false, isMetToday: false }) && rules.blame(at) < rules.avoid(at);

/** What it says to somebody to whom it has not spoken, or not of late; empty when it would say nothing. */
export function begin(opening: Opening, isNew: boolean): Said {
  const { voice } = opening;
  // Who has wronged it is no stranger.
  if (isNew && !isSore(opening.at.tie)) return introduce(opening);
  if (opening.at.isInTalk) return continued(opening);
  const left = new Map(spoken.map((move) => [move, rules[move](opening.at)]));
  left.delete('avoid');
  while (left.size > 0) {
    const weighed = [...left].map(([move, score]) => [move, Math.round(1_000 * score ** sureness)] as const);
    const move = voice.of.dice.pickWeighted(weighed);
    if (move === undefined) return nothing;
    const one = moves[move](opening);
    if (one.words !== '') return one;
    left.delete(move);
  }
  return nothing;
}

/** They are in the middle of a talk, and the other has said nothing to that: it goes on about the same, or says nothing. */
function continued({ voice, occasions }: Opening): Said {
  const { memory, other } = voice.of;
  const { about = '' } = memory.acquaintance(other) ?? {};
  const fact = tellable(occasions, about);
  if (fact === undefined) return nothing;
  const { self } = voice.of.seen;
  const isOwn = fact.who === self.id || fact.whom === self.id;
  return said(isOwn ? tellOwn(voice, fact) : tell(voice, fact, 'told'), about);
}

/** Whom it does not know it seldom tells who it is: it speaks of what happened, of what the other did, or asks. */
function introduce(opening: Opening): Said {
  const { voice, occasions } = opening;
  const { dice } = voice.of;
  const hello = dice.withProbability(introducedShare) ? 'introductions' : 'meetings';
  const next = dice.withProbability(newsShare) && occasions.news.length > 0 ? gossip(opening) : ask(opening);
  const first = occasions.ofOther.length > 0 && dice.withProbability(praiseShare) ? praise(opening) : next;
  const greeted = dice.withProbability(greetedShare) ? voice.first([hello, 'meetings']) : '';
  return { ...first, words: joined(greeted, first.words || voice.say('asks.doing')) };
}

/** Tells a fact, and notes to whom. */
export function tell(voice: Voice, fact: Fact, list: string): string {
  const { memory, other, seen } = voice.of;
  const words = voice.say(`${list}.${fact.kind}`, { fact });
  // All who are here hear it.
  const here = seen.people.map(({ id }) => id);
  if (words !== '') memory.note({ facts: toldTo(memory.state.facts, fact, [...here, other]) });
  return words;
}

/** How it knows, of what it tells. */
export function sourceOf(voice: Voice, fact: Fact): string {
  if (fact.hops === 0) return voice.say('sources.seen', { fact });
  if (fact.belief < doubtedBelow) return voice.first(['sources.doubted', 'sources.from'], { fact });
  return voice.first(fact.hops > 1 ? ['sources.rumour', 'sources.from'] : ['sources.from'], { fact });
}

const gossip = ({ voice, occasions }: Opening): Said => {
  const { dice } = voice.of;
  const fact = drawn(occasions.news, voice.of);
  if (fact === undefined) return nothing;
  const words = tell(voice, fact, 'told');
  // Of a death nobody says unasked that it stood next to it.
  const isOwn = fact.hops === 0 && isOfDeath(fact);
  const isSourced = words !== '' && !isOwn && (fact.belief < doubtedBelow || dice.withProbability(sourceShare));
  return said(joined(words, isSourced ? sourceOf(voice, fact) : ''), fact.who || fact.place);
};

/** A deed of its own, or what was done to it. */
export function tellOwn(voice: Voice, fact: Fact): string {
  const isOwn = fact.who === voice.of.seen.self.id || fact.kind === 'born';
  return tell(voice, fact, isOwn ? 'own' : 'toMe');
}

const boast = ({ voice, occasions }: Opening): Said => {
  const fact = drawn(occasions.deeds, voice.of);
  return fact === undefined ? nothing : said(tellOwn(voice, fact), fact.place || fact.whom || fact.who);
};

const confide = ({ voice, occasions }: Opening): Said => {
  const fact = drawn(occasions.secrets, voice.of);
  if (fact === undefined) return nothing;
  const words = tellOwn(voice, fact);
  const why = fact.whom === '' || words === '' ? '' : because(voice, fact.whom, fact.kind === 'sore');
  return said(joined(words, why), fact.whom || fact.place);
};

/** Why it holds somebody as it does. */
export function because(voice: Voice, who: string, isSore: boolean): string {
  const tie = voice.of.memory.tie(who);
  const reason = isSore ? worst(tie) : best(tie);
  return reason === undefined ? '' : voice.say(`because.${reason}`, { who });
}

const praise = ({ voice, occasions }: Opening): Said => {
  const fact = drawn(occasions.ofOther, voice.of);
  return fact === undefined ? nothing : said(tell(voice, fact, 'yours'), fact.place || fact.whom || fact.who);
};

const comfort = ({ voice, occasions }: Opening): Said => {
  const [fact] = occasions.losses;
  return fact === undefined ? nothing : said(tell(voice, fact, 'console'), fact.whom || fact.place);
};

const thank = ({ voice, at }: Opening): Said => {
  const { memory, seen, other } = voice.of;
  const words = voice.say(`thank.${best(at.tie)}`);
  if (words !== '') memory.met(other, '', { thankedTick: seen.tick ?? 0 });
  return said(words);
};

const warn = ({ voice, occasions }: Opening): Said => {
  const [fact] = occasions.warnings;
  if (fact === undefined) return nothing;
  const words = voice.say('warn', { who: fact.whom });
  return words === '' ? nothing : said(joined(words, tell(voice, fact, 'own')), fact.whom);
};

const invite = ({ voice, occasions }: Opening): Said =>
  said(voice.say('invite', { place: occasions.ownPlace }), occasions.ownPlace);

const hire = ({ voice }: Opening): Said => said(voice.say('hire'));

/** Takes up what they last spoke of, or greets and asks, or tells. */
const greet = (opening: Opening): Said => {
  const { voice, occasions } = opening;
  const { memory, other, dice } = voice.of;
  const { about = '', hasToldOf = false } = memory.acquaintance(other) ?? {};
  const hello = voice.say(hasToldOf ? 'resume.told' : 'resume.spoke', { who: about });
  if (hello !== '') {
    const fact = hasToldOf ? undefined : tellable(occasions, about);
    return said(joined(hello, fact === undefined ? '' : tell(voice, fact, 'told')), about);
  }
  const next = dice.withProbability(0.6) ? ask(opening) : gossip(opening);
  return { ...next, words: joined(voice.say('greetings'), next.words) };
};

/** Somebody whom both may know, whom it has met or heard of, the least spoken of first. */
export function someoneElse(voice: Voice, but = ''): string {
  const { memory, dice, other } = voice.of;
  const ids = Object.entries(memory.state.people)
    .filter(([id, { hasSpoken }]) => id !== other && id !== but && hasSpoken === true && !memory.isGone(id))
    .map(([id]) => id);
  return dice.pick(ids) ?? '';
}

/** Those of somebody or of some place come oftener. */
const questionKinds = ['person', 'person', 'person', 'site', 'site', 'news', 'doing', 'plans', 'mood'] as const;

const ask = ({ voice, occasions }: Opening): Said => {
  const { dice } = voice.of;
  if (dice.withProbability(generalShare)) {
    const topic = dice.pick(topics) ?? 'place';
    return said(voice.say(`questions.${topic}`), '', topic);
  }
  const who = someoneElse(voice);
  const asked = dice.pick(questionKinds) ?? 'news';
  if (asked === 'person') return said(voice.first(['asks.person', 'asks.news'], { who }), who);
  if (asked === 'site')
    return said(voice.first(['asks.site', 'asks.doing'], { place: occasions.placeToAsk }), occasions.placeToAsk);
  return said(voice.say(`asks.${asked}`));
};

/** The words for each move. The list is whole: a move without words would be one that nobody makes. */
const moves: Readonly<Record<SpokenMove, (of: Opening) => Said>> = {
  ...{ greet, ask, gossip, warn, boast, confide, praise, thank, console: comfort, invite, hire },
  ...{ blame, forgive, mediate, apologise },
  avoid: () => nothing,
};
