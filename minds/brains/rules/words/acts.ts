/**
 * The dialogue act of each group of sentences: what is done by saying one, what it does to the feelings of whom it is said to, and what an
 * answer to it is. Words are chosen by the act, and understood as it.
 */
import { type FactKind, kinds } from '../../../hearsay/fact.ts';
import type { Deed } from '../../../ties/deeds.ts';

export type DialogueAct =
  | 'greet'
  | 'farewell'
  | 'tell'
  | 'tellOwn'
  | 'tellOfListener'
  | 'source'
  | 'opinion'
  | 'ask'
  | 'agree'
  | 'disagree'
  | 'doubt'
  | 'notice'
  | 'praise'
  | 'belittle'
  | 'thank'
  | 'blame'
  | 'apologise'
  | 'deny'
  | 'forgive'
  | 'keepGrudge'
  | 'relief'
  | 'takeSide'
  | 'reconcile'
  | 'console'
  | 'invite'
  | 'hire'
  | 'askToJoin'
  | 'join'
  | 'accept'
  | 'decline'
  | 'warn'
  | 'answer';

/** By the beginning of the group; the first that fits counts. */
const actsOfGroups: readonly (readonly [start: string, act: DialogueAct])[] = [
  ['told.', 'tell'],
  ['toMe.', 'tell'],
  ['corrected', 'tell'],
  ['news.', 'tell'],
  ['announcements.', 'tellOwn'],
  ['pleas', 'tellOwn'],
  ['own.', 'tellOwn'],
  ['did.', 'tellOwn'],
  ['yours.', 'tellOfListener'],
  ['sources.', 'source'],
  ['opinions.agreed', 'agree'],
  ['opinions.contrary', 'disagree'],
  ['opinions.', 'opinion'],
  ['because.', 'opinion'],
  ['asks.', 'ask'],
  ['questions.', 'ask'],
  ['resume.', 'ask'],
  ['back', 'ask'],
  ['denials.', 'deny'],
  ['doubted', 'doubt'],
  ['sites.agreed', 'agree'],
  ['sites.praised', 'disagree'],
  ['sites.complained', 'disagree'],
  ['warningRejected', 'disagree'],
  ['unkind.warm', 'disagree'],
  ['unkind.cold', 'agree'],
  ['good.cold', 'disagree'],
  ['kind.cold', 'disagree'],
  ['good.warm', 'agree'],
  ['kind.warm', 'agree'],
  ['toOwn.good.warm', 'praise'],
  ['toOwn.bad.warm', 'console'],
  ['toOwnPlace.warm', 'praise'],
  ['toPlan.cold', 'belittle'],
  ['toOwn', 'belittle'],
  ['welcomes.', 'praise'],
  ['thank.', 'thank'],
  ['blame.', 'blame'],
  ['apology', 'apologise'],
  ['sorry', 'apologise'],
  ['side.', 'takeSide'],
  ['reconcile.', 'reconcile'],
  ['denial', 'deny'],
  ['forgive', 'forgive'],
  ['unforgiven', 'keepGrudge'],
  ['relief', 'relief'],
  ['console.', 'console'],
  ['invite', 'invite'],
  ['hire', 'hire'],
  ['partnerYes', 'join'],
  ['partnerNo', 'decline'],
  ['partnerGlad', 'accept'],
  ['partner', 'askToJoin'],
  ['accept', 'accept'],
  ['decline', 'decline'],
  ['warned', 'agree'],
  ['warn', 'warn'],
  ['partings', 'farewell'],
  ['farewells', 'farewell'],
  ['greetings', 'greet'],
  ['introductions', 'greet'],
  ['meetings', 'greet'],
  ['answersToGreeting', 'greet'],
  ['known.', 'notice'],
];

/** Of a group that is none of these it is the answer to something. */
export const actOf = (group: string): DialogueAct =>
  actsOfGroups.find(([start]) => group.startsWith(start))?.[1] ?? 'answer';

/** What an act does to the tie of whom it is said to, beside that they have talked. */
export const deedOf: Partial<Record<DialogueAct, Deed>> = {
  agree: 'agreed',
  disagree: 'disagreed',
  doubt: 'doubted',
  praise: 'praised',
  belittle: 'disagreed',
  thank: 'thanked',
  blame: 'blamed',
  apologise: 'apologised',
  deny: 'disagreed',
  forgive: 'forgave',
  keepGrudge: 'refused',
  console: 'consoled',
  invite: 'invited',
  hire: 'invited',
  askToJoin: 'invited',
  join: 'agreed',
  warn: 'warned',
};

/** What is told to everybody. */
const toldAloud: Readonly<Record<string, FactKind>> = {
  'news.resident.born': 'born',
  'news.resident.died': 'died',
  'news.resident.dying': 'dying',
  'announcements.adopted': 'born',
  'announcements.deployed': 'opened',
  'announcements.worked': 'worked',
  'announcements.aim.place': 'plans',
  'announcements.reached.place': 'opened',
  'announcements.reached.child': 'born',
  ...{ 'announcements.closed.unvisited': 'closed', 'announcements.closed.deserted': 'closed' },
  'announcements.closed.dear': 'closed',
  pleas: 'poor',
  forgive: 'forgave',
};

/** The fact that a sentence tells, by its group. */
export function kindIn(group: string): FactKind | undefined {
  const [list = '', kind = ''] = group.split('.');
  if (['blame', 'side', 'reconcile'].includes(list)) return 'sore';
  if (list === 'dead' || list === 'corrected' || group === 'asks.dead') return 'died';
  const aloud = Object.hasOwn(toldAloud, group) ? toldAloud[group] : undefined;
  if (aloud !== undefined) return aloud;
  return ['told', 'toMe', 'own', 'did', 'yours'].includes(list) && isKind(kind) ? kind : undefined;
}

const isKind = (text: string): text is FactKind => Object.hasOwn(kinds, text);

/** Of all that somebody says at once, that which weighs most is answered. */
const weights: Partial<Record<DialogueAct, number>> = {
  ...{
    blame: 3,
    apologise: 3,
    deny: 3,
    forgive: 3,
    keepGrudge: 3,
    invite: 3,
    hire: 3,
    askToJoin: 3,
    join: 3,
    warn: 3,
    thank: 3,
    takeSide: 3,
    reconcile: 3,
    console: 3,
    ask: 3,
  },
  ...{ tell: 2, tellOwn: 2, tellOfListener: 2, opinion: 1, disagree: 1, belittle: 1, praise: 1 },
};
export const weightOf = (act: DialogueAct): number => weights[act] ?? 0;
