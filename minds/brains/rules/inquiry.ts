/** What a mind answers to a question: to each kind of question what that asks for, and nothing else. */
import type { Fact } from '../../hearsay/fact.ts';
import { rules } from '../../ties/rules.ts';
import type { Meant } from './meaning.ts';
import { joined, sourceOf, tell, tellOwn } from './opening.ts';
import { ofPlace, opinionOn } from './opinions.ts';
import type { Opening } from './said.ts';
import { drawn } from './situation.ts';
import { topics } from './words/understanding.ts';

/** Questions about a third, whom the listener may not know. */
const namesSomebody = (group: string): boolean => /^(asks\.(person|source|dead)|backOn|resume)/.test(group);

/** Below so many ticks it counts its credits, or its life. */
const poorTicks = 20;
const oldTicks = 12;
/** From here on it tells how things really are with it (`minds/ties/rules.ts`). */
const confideFrom = 0.2;
const sourceShare = 0.4;

type Answer = (of: Opening) => string;

const toSource = (opening: Opening, about: string): string => {
  const { memory, other } = opening.voice.of;
  const fact = memory.state.facts.findLast(
    ({ told, who, whom }) => told.includes(other) && (who === about || whom === about),
  );
  return fact === undefined ? opinionOn(opening, about) : sourceOf(opening.voice, fact);
};

const toMood: Answer = ({ voice, at, occasions }) => {
  const secret = occasions.secrets.find(({ kind }) => kind !== 'plans');
  const inner = secret !== undefined && rules.confide(at) > confideFrom ? tellOwn(voice, secret) : '';
  const { runway, ticksLeft } = voice.of.seen.self;
  const isOld = ticksLeft !== null && ticksLeft < oldTicks;
  const mood = runway !== null && runway < poorTicks ? 'poor' : isOld ? 'old' : 'well';
  return inner || voice.first([`moods.${mood}`, 'moods.well', 'moods.old']);
};

/** What it is after, with what is missing; else what it always wanted. */
const toPlans: Answer = (opening) => {
  const { voice } = opening;
  const { aim, facts } = voice.of.memory.state;
  const plan = facts.find((fact) => isOwnPlan(fact, opening));
  if (plan !== undefined) return tell(voice, plan, 'own') || voice.first(['planless', 'idle']);
  return voice.first([...(aim?.kind === 'child' && aim.missing > 0 ? ['childPlans'] : []), 'planless', 'idle']);
};

/** Asked about one plan, which it may have no more. */
export const toPlanAsked = (opening: Opening, place: string): string =>
  opening.voice.of.memory.state.facts.some((fact) => isOwnPlan(fact, opening) && fact.place === place)
    ? toPlans(opening)
    : opening.voice.first(['planOver'], { place }) || toPlans(opening);

const isOwnPlan = ({ kind, who }: Fact, { voice }: Opening): boolean =>
  kind === 'plans' && who === voice.of.seen.self.id;

/** What it did itself, the other's to know first. */
const toDoing: Answer = ({ voice, occasions }) => {
  const { memory, seen } = voice.of;
  const isDone = ({ kind, who, whom }: Fact) => (kind === 'born' ? whom : who) === seen.self.id;
  const fresh = drawn(occasions.deeds.filter(isDone), voice.of);
  const fact = fresh ?? drawn(memory.state.facts.filter(isDone), voice.of);
  return (fact === undefined ? '' : tell(voice, fact, 'did')) || voice.first(['doings', 'idle']);
};

const toNews: Answer = (opening) => {
  const { voice, occasions } = opening;
  const { dice } = voice.of;
  const fact = drawn(occasions.news, voice.of);
  if (fact === undefined) return voice.first(['noNews', 'idle']);
  return joined(tell(voice, fact, 'told'), dice.withProbability(sourceShare) ? sourceOf(voice, fact) : '');
};

const answers: Readonly<Record<string, Answer>> = {
  ...{ mood: toMood, plans: toPlans, doing: toDoing, news: toNews },
};

export function toQuestion(opening: Opening, { group, about, place }: Meant): string {
  const { voice } = opening;
  if (group === 'asks.source') return toSource(opening, about);
  if (group === 'asks.site') return ofPlace(opening, place, null);
  if (about !== '') return opinionOn(opening, about);
  if (namesSomebody(group)) return voice.say('unheard.person');
  const topic = topics.find((one) => group === `questions.${one}`);
  if (topic !== undefined) return voice.say(`answers.${topic}`);
  const [, kind = ''] = /^(?:asks|back)\.(\w+)$/.exec(group) ?? [];
  const answer = Object.hasOwn(answers, kind) ? answers[kind] : undefined;
  return (answer ?? toNews)(opening);
}
