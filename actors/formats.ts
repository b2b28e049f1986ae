/** How amounts, ticks and texts are shown, in every view alike. */
import type { ContentHash } from '../engine/ids.ts';
import type { Reader } from '../engine/views/views.ts';

/** Arrays inside an answer hold at most this many. */
export const listedMax = 50;

export const credits = (millicredits: number): number => millicredits / 1000;

/** Null for what never comes. */
export const finite = (ticks: number): number | null => (Number.isFinite(ticks) ? ticks : null);

export const textOrNull = (reader: Reader, hash: ContentHash | null): string | null =>
  hash === null ? null : reader.text(hash);

/** The first word of a state: `workshop`, `deployed`, `alive`. */
export const statusOf = ({ state }: { readonly state: string }): string => state.split('.')[0] ?? state;
