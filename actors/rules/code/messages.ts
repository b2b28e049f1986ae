/** Code that lives at a place, and what is heard of it there. Types only. */
import type { ContentHash } from '../../../engine/ids.ts';
import type { SandboxRequest } from '../../effects.ts';

export type Code = {
  /** The manifest, by hash; null while nothing was written. */
  readonly code: ContentHash | null;
  /** The file that a run begins with; `index.js` is also what a service is called in. */
  readonly entry: string | null;
  /** What the code keeps, as JSON object text, by hash (A3). */
  readonly store: ContentHash | null;
};

/** File name -> the text, by its hash, and how long it is. */
export type Manifest = Readonly<Record<string, { readonly hash: ContentHash; readonly bytes: number }>>;

export type WriteCode = {
  readonly by: string;
  /** The manifest that the writer started from. */
  readonly base: ContentHash | null;
  readonly code: ContentHash;
  readonly entry: string | null;
  readonly files: number;
};

export type CallService = {
  readonly by: string;
  /** JSON text. */
  readonly input: string;
  /** Millicredits; null: as much as the city's usual limit. */
  readonly max_price: number | null;
};

/** The code has come to its end and may keep what it changed, and be paid. */
export type Served = {
  readonly call: string;
  readonly caller: string;
  /** In escrow, in millicredits. */
  readonly price: number;
  readonly store: ContentHash | null;
};

/** What a call is asked to run. */
export type CallInput = SandboxRequest & {
  readonly id: string;
  /** Millicredits. */
  readonly price: number;
};
