/** What a place keeps of its code (files, entry, store), and the messages about it. Types only. */
import type { ContentHash } from '../../../engine/ids.ts';
import type { SandboxRequest } from '../../effects.ts';

export type Code = {
  /** The manifest, by hash; null while nothing was written. */
  readonly code: ContentHash | null;
  /** The file with which a run begins. A service is called in `index.js`. */
  readonly entry: string | null;
  /** The data that the code keeps: JSON object text, by hash (A3). */
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
  /** Millicredits; null: the city's usual limit. */
  readonly max_price: number | null;
};

/** The code has ended: its place keeps the new store, and is paid. */
export type Served = {
  readonly call: string;
  readonly caller: string;
  /** In escrow, in millicredits. */
  readonly price: number;
  readonly store: ContentHash | null;
};

/** What a call begins with. */
export type CallInput = SandboxRequest & {
  readonly id: string;
  /** Millicredits. */
  readonly price: number;
};
