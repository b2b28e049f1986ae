/** What a framework begins with, keeps and hears: what souls are written by, and who lives those that are born. Types only. */
import type { ContentHash } from '../../../engine/ids.ts';

/** Who lives a resident. */
export type Runtime =
  /** A program outside the city that holds its token. */
  | { readonly type: 'external' }
  /** A container of its own, in the sandbox of the city. */
  | {
      readonly type: 'container';
      readonly image: string;
      readonly command: readonly string[];
      /** Set in its environment; public, as all of a framework is. */
      readonly env: Readonly<Record<string, string>>;
    };

/** What its operator says of a framework. */
export type FrameworkTerms = {
  readonly name: string;
  readonly description: ContentHash;
  /** The JSON Schema that a soul must fulfil, its text by hash (A3). */
  readonly schema: ContentHash;
  readonly runtime: Runtime;
  /** Ticks that its residents live; null for what the city gives. */
  readonly lifespan: number | null;
};

export type FrameworkInput = FrameworkTerms & { readonly id: string };

export type FrameworkContext = FrameworkInput & {
  /** Counts its changes, from 1 on. */
  readonly version: number;
  /** No container of it could be made ready in this tick. */
  readonly hasFailed?: boolean;
};

export type FrameworkInbox = {
  /** All of it anew; `version` is the one that is to be changed. */
  readonly update: FrameworkTerms & { readonly version: number };
  readonly withdraw: object;
  /** For one of its souls no container could be made ready. */
  readonly 'container.failed': object;
  /** A tick later: it is tried again. */
  readonly 'container.again': object;
};
