/** How amounts, ticks and texts are shown, in every view alike. */
import { assert } from '../engine/assert.ts';
import type { ContentHash } from '../engine/ids.ts';
import type { Reader } from '../engine/views/views.ts';

/** Arrays inside an answer hold at most this many. */
export const listedMax = 50;

export const credits = (millicredits: number): number => millicredits / 1000;

/** The number of ticks; null for infinity, what never comes. */
export const finite = (ticks: number): number | null => (Number.isFinite(ticks) ? ticks : null);

export const textOrNull = (reader: Reader, hash: ContentHash | null): string | null =>
  hash === null ? null : reader.text(hash);

/** The object whose text is kept: a soul, a schema. */
export const recordIn = (text: string): Readonly<Record<string, unknown>> => JSON.parse(text);

/** States in which no actor is between two turns: charts pass through them, or the actor leaves in them. */
const passing = ['beginning', 'opening', 'furnishing', 'forgotten'] as const;
type Passing = (typeof passing)[number];
const isPassing = (state: string): boolean => passing.some((one) => one === state);

/** The states that an actor can have between two turns. */
export type ShownState<State extends string> = Exclude<State, Passing>;

/** The first word of a state: `workshop`, `deployed`, `alive`. */
export type StatusOf<State extends string> = State extends `${infer Word}.${string}` ? Word : State;

export function stateOf<State extends string>(image: { readonly state: State }): ShownState<State>;
export function stateOf({ state }: { readonly state: string }): string {
  assert(!isPassing(state), `an actor is ${state} between two turns`);
  return state;
}

export function statusOf<State extends string>(image: { readonly state: State }): StatusOf<ShownState<State>>;
export function statusOf(image: { readonly state: string }): string {
  return stateOf(image).split('.')[0] ?? image.state;
}
