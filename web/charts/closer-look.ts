/** What is typed in to be looked at closer, and how what comes back is said. */
import type { PossibleEvent, TracedCommand, TracedOrigin } from './actor-answers.ts';

export type Question =
  | { readonly type: 'event'; readonly seq: number }
  | { readonly type: 'turn'; readonly turn: number };

export type CloserLook = Question | { readonly type: 'actor'; readonly id: string };

/** `20`, the seq of an event; `turn:9`; or the id of an actor, `resident:ada-1`. Undefined for anything else. */
export function closerLookOf(text: string): CloserLook | undefined {
  const [, seq] = /^([0-9]{1,15})$/.exec(text) ?? [];
  if (seq !== undefined) return { type: 'event', seq: Number(seq) };
  const [, turn] = /^turn:([0-9]{1,15})$/.exec(text) ?? [];
  if (turn !== undefined) return { type: 'turn', turn: Number(turn) };
  return kindOfActor(text) === undefined ? undefined : { type: 'actor', id: text };
}

/** The word before the colon of an actor's id. */
export const kindOfActor = (id: string | null): string | undefined => /^([a-z][a-z-]*):[!-~]+$/.exec(id ?? '')?.[1];

export const pathOfQuestion = (question: Question): string =>
  question.type === 'event' ? `/v1/dashboard/events/${question.seq}/why` : `/v1/dashboard/turns/${question.turn}`;

export const titleOfQuestion = (question: Question): string =>
  question.type === 'event' ? `Why event ${question.seq}` : `Why turn ${question.turn}`;

/** What stands in the way of an event, or what it depends on; empty where it is taken. */
export function hindrancesOf({ taken, in_the_way: guards, asks }: PossibleEvent): string {
  const inTheWay = guards.map(({ guard, holds }) => `${guard} ${holds ? 'holds' : 'fails'}`);
  if (taken === 'depends') return [...inTheWay, ...asks.map((ask) => `${ask} asks what it says`)].join(', ');
  return taken === 'no' ? inTheWay.join(', ') || 'whatever it says' : '';
}

export const takenWords = {
  yes: 'would be taken',
  no: 'would be refused',
  depends: 'depends on what it says',
} as const;

export function commandText({ type, caller, to, event, intervention }: TracedCommand): string {
  const added = intervention ? ' (an intervention: whoever made this fork added it)' : '';
  if (event === null) return `${to === null ? type : `${type} of ${to}`}${added}`;
  return `${caller ?? 'the outside'} sends ${event.type} to ${to ?? 'the city'}${added}`;
}

/** Why a turn stands below the one before; `said` is what that one's caller named. */
export const becauseText = (said: number | null): string =>
  said === null ? 'because of' : `because of event ${said}, as the caller says: nobody has checked it`;

export function originText({ type, message, turn, tick }: TracedOrigin): string {
  if (type === 'message') return `sent by message ${message}`;
  if (type === 'wake') return `due at tick ${tick}${turn === null ? '' : `, asked for in turn ${turn}`}`;
  return type === 'command' ? 'the command' : 'made due by the map or the end of another';
}

interface ChainEnd {
  readonly type: 'command' | 'tick' | 'answer' | 'unknown' | 'longer';
  readonly note: string | null;
  readonly turn: number | null;
}

export function endText({ type, note, turn }: ChainEnd): string {
  if (type === 'unknown') return note ?? 'What was before is not known.';
  if (type === 'longer') return `There is more: ask for turn:${turn}.`;
  return {
    command: 'It began with a command.',
    tick: 'It began with a tick.',
    answer: 'It began with an answer from outside.',
  }[type];
}
