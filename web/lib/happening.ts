/** Events in words: who did what, and what was said. The words of residents are kept apart from ours, and are only ever text. */

import { momentText, spanText } from '../../drawing/city-time.ts';
import { before } from './bounded-lists.ts';
import type { CityEvent } from './events.ts';
import { nameOf } from './names-read-alike.ts';
import { causeOf, credits, placeName } from './shared-words.ts';

/** One line about an event. */
export interface Happening {
  readonly seq: number;
  /** ISO 8601; empty for a line that is no event of the city. */
  readonly at: string;
  readonly tick: number;
  readonly kind: 'word' | 'thought' | 'step' | 'work' | 'credits' | 'life' | 'warning' | 'gap';
  /** The resident with whom the line begins; null when `does` has the subject. */
  readonly who: string | null;
  readonly does: string;
  /** The resident or the place after `does`. */
  readonly whom: string | null;
  readonly whither: string | null;
  /** Words of residents. */
  readonly words: string | null;
  /** Where it happened, if that is worth naming. */
  readonly where: string | null;
}

export type LineParts = Partial<Pick<Happening, 'who' | 'whom' | 'whither' | 'words'>> &
  Pick<Happening, 'kind' | 'does'>;

/** The line for an event; undefined for an event without one. `me`: the visitor who reads it. */
export function happeningOf(event: CityEvent, me?: string): Happening | undefined {
  const parts =
    saidIn(event) ??
    stepIn(event) ??
    lifeIn(event) ??
    warningIn(event) ??
    workIn(event) ??
    creditsIn(event, me) ??
    placeIn(event);
  return parts && lineOf(event, parts);
}

/** The line for an event with this text. */
export function lineOf({ seq, at, tick, location }: CityEvent, parts: LineParts): Happening {
  const where = saysWhere(parts) ? location : null;
  return { seq, at, tick, who: null, whom: null, whither: null, words: null, where, ...parts };
}

/** True for a departure whose arrival is shown: lists of a resident's acts show only one of them. */
export const isShownByArrival = (event: CityEvent): boolean =>
  event.type === 'resident.departed' && event.data.to !== undefined;

/** The line without its quote, as a sentence of plain text. */
export function sentenceOf({ who, does, whom, whither }: Happening): string {
  const parts = [who && nameOf(who), does, whom && nameOf(whom), whither && placeName(whither)];
  const sentence = parts.filter((part) => part !== null && part !== '').join(' ');
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** Births and deaths are at home, thoughts and credits anywhere, and a departure names its destination. */
const saysWhere = ({ kind, whither }: LineParts): boolean =>
  !['life', 'thought', 'credits', 'warning'].includes(kind) && (whither === undefined || whither === null);

/** Shown in an empty list: the feed begins with the last start of the city. */
export const notFromBefore = 'What was before the last start of the city is not shown.';

/** Shown for a gap in the feed. */
export const missingHere = 'Something may be missing here: for a while this page did not hear what happens.';

/** The line for a gap, after the event with this number. */
export const gapAt = (seq: number): Happening => ({
  ...{ seq, at: '', tick: 0, kind: 'gap', does: missingHere },
  ...{ who: null, whom: null, whither: null, words: null, where: null },
});

/** `lines` with a gap before the next line; consecutive gaps are one. */
export const withGap = (lines: readonly Happening[], seq: number, max: number): readonly Happening[] =>
  lines[0]?.kind === 'gap' ? lines : before(lines, gapAt(seq), max);

function saidIn(event: CityEvent): LineParts | undefined {
  const who = event.actor;
  if (event.type === 'message.broadcast') return { kind: 'word', who, does: 'says', words: event.data.message };
  if (event.type === 'message.shout') return { kind: 'word', who, does: 'shouts', words: event.data.message };
  if (event.type === 'portal.broadcast')
    return { kind: 'word', does: 'A visitor says from outside the city', words: event.data.message };
  if (event.type === 'question.answered')
    return { kind: 'word', who, does: 'answers a visitor', words: event.data.answer };
  if (event.type === 'note.left') return { kind: 'word', does: 'A visitor leaves a note', words: event.data.text };
  if (event.type === 'picture.left')
    return { kind: 'word', does: 'A visitor leaves a picture', words: event.data.text };
  if (event.type === 'wish.named') return { kind: 'word', does: 'A visitor wishes for', words: event.data.text };
  if (event.type === 'resident.thought') return { kind: 'thought', who, does: 'thinks', words: event.data.text };
  return undefined;
}

function stepIn(event: CityEvent): LineParts | undefined {
  const who = event.actor;
  if (event.type === 'resident.arrived') return { kind: 'step', who, does: 'arrives' };
  if (event.type !== 'resident.departed') return undefined;
  const { to } = event.data;
  return to === undefined
    ? { kind: 'step', who, does: 'leaves' }
    : { kind: 'step', who, does: 'leaves for', whither: to };
}

function lifeIn(event: CityEvent): LineParts | undefined {
  switch (event.type) {
    case 'resident.born': {
      const { mentor } = event.data;
      if (mentor === null) return { kind: 'life', who: event.actor, does: 'is born' };
      return { kind: 'life', who: event.actor, does: 'is born, adopted by', whom: mentor };
    }
    case 'resident.died':
      return { kind: 'life', who: event.actor, does: `has died ${causeOf(event.data.cause)}`.trim() };
    default:
      return undefined;
  }
}

function warningIn(event: CityEvent): LineParts | undefined {
  const who = event.subject;
  switch (event.type) {
    case 'token.ended':
      return {
        kind: 'warning',
        who: event.actor,
        does: 'has ended its token: no program controls it until somebody gets another',
      };
    case 'token.missed': {
      const does = 'is said by its mentor to have lost its token; the mentor gets another on';
      return {
        kind: 'warning',
        who,
        does: `${does} ${momentText(event.data.from_tick)}, unless a program of its own comes back`,
      };
    }
    case 'token.shown':
      return { kind: 'warning', who: event.actor, does: 'has its token still: its mentor gets no other' };
    case 'token.replaced':
      return { kind: 'warning', who, does: replacedOf(event.data.by) };
    case 'resident.dying':
      return { kind: 'warning', who, does: `is dying ${causeOf(event.data.cause)}`.trim() };
    case 'death.warning':
      return { kind: 'warning', who, does: warningOf(event.data) };
    case 'credits.alert': {
      const { balance, runway_ticks } = event.data;
      return { kind: 'warning', who, does: `has ${credits(balance)} left, enough for ${spanText(runway_ticks)}` };
    }
    default:
      return undefined;
  }
}

/** Who has the new token. */
function replacedOf(by: string | undefined): string {
  if (by === 'itself') return 'has replaced its token';
  if (by === 'visitor') return 'has another token, which you fetched: the one before opens nothing any more';
  if (by === undefined) return 'is lived by a mind of the city';
  const who = by === 'mentor' ? 'its mentor' : 'the operator';
  return `has another token, which ${who} got: the one before opens nothing any more. You may fetch one again`;
}

/** In place of the event's `text`, which says what a program can do. */
function warningOf({ cause, at_tick: at, required }: Extract<CityEvent, { type: 'death.warning' }>['data']): string {
  if (cause === 'natural') return `will die on ${momentText(at)}: its lifetime is over then`;
  const needs = required === undefined ? 'it gets credits' : `it has ${credits(required)} then`;
  return `will die on ${momentText(at)} unless ${needs}`;
}

function workIn(event: CityEvent): LineParts | undefined {
  switch (event.type) {
    case 'job.posted': {
      const { poster, reward, title: words, by_visitor: isVisitors } = event.data;
      const does = `posts a job for ${credits(reward)}`;
      if (isVisitors) return { kind: 'work', does: `A visitor ${does}`, words };
      return { kind: 'work', who: poster, does: poster === null ? `The city ${does}` : does, words };
    }
    case 'job.claimed':
      return { kind: 'work', who: event.data.claimer, does: 'takes a job', words: event.data.title };
    case 'job.submitted':
      return { kind: 'work', who: event.data.claimer, does: 'hands in its work', words: event.data.title };
    case 'job.completed':
      return {
        kind: 'work',
        who: event.data.claimer,
        does: `earns ${credits(event.data.reward)}`,
        words: event.data.title,
      };
    case 'service.called': {
      const { service: whither, caller: who, outcome, charged } = event.data;
      if (outcome !== 'finished') return { kind: 'work', who, does: 'is not served at', whither };
      const does = charged === 0 ? 'is served for nothing at' : `is served for ${credits(charged)} at`;
      return { kind: 'work', who, does, whither };
    }
    default:
      return undefined;
  }
}

const reasons: Readonly<Record<string, string>> = {
  estate: 'as an heir',
  toll: 'as a toll',
  share: 'as its share of a place',
  reward: 'for a job',
  answer: 'for an answer',
  refund: 'back',
};

function creditsIn(event: CityEvent, me: string | undefined): LineParts | undefined {
  switch (event.type) {
    case 'credits.transferred': {
      const { from, to, amount } = event.data;
      if (from === undefined || to === undefined) return { kind: 'credits', does: `${credits(amount)} change hands` };
      // Visitors have no names for other visitors.
      if (from === me) return { kind: 'credits', does: `You give ${credits(amount)} to`, whom: to };
      if (from.startsWith('vis-')) return { kind: 'credits', does: `A visitor gives ${credits(amount)} to`, whom: to };
      return { kind: 'credits', who: from, does: `gives ${credits(amount)} to`, whom: to };
    }
    case 'credits.received': {
      const { reason, amount } = event.data;
      if (reason === 'grant') return { kind: 'credits', does: `The operator puts ${credits(amount)} into your wallet` };
      return { kind: 'credits', who: event.subject, does: `gets ${credits(amount)} ${reasons[reason] ?? ''}`.trim() };
    }
    case 'pool.funded': {
      const { amount, pod } = event.data;
      return { kind: 'credits', does: `${credits(amount)} go into the funds of`, whither: pod };
    }
    default:
      return undefined;
  }
}

function placeIn(event: CityEvent): LineParts | undefined {
  switch (event.type) {
    case 'pod.deployed':
      return { kind: 'work', does: 'Newly opened:', whither: event.data.id };
    case 'pod.orphaned':
      return { kind: 'life', does: 'No way leads there any more:', whither: event.data.id };
    case 'pod.reconnected':
      return { kind: 'life', does: 'Connected again:', whither: event.data.id };
    case 'pod.owner_changed': {
      const { id, owner, reason } = event.data;
      if (owner === null) return { kind: 'life', does: 'Nobody inherits:', whither: id };
      return { kind: 'life', who: owner, does: reason === 'estate' ? 'inherits' : 'is given', whither: id };
    }
    case 'pod.shut_down':
      return { kind: 'life', does: 'Closed for good, because its funds ran out:', whither: event.data.id };
    default:
      return undefined;
  }
}
