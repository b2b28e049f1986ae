/** What a framework begins with, keeps and hears: the schema of its souls, and who lives their residents. Types only. */
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
      /** Its environment variables; public, as everything in a framework. */
      readonly env: Readonly<Record<string, string>>;
    };

/** What the operator may set of a framework. */
export type FrameworkTerms = {
  readonly name: string;
  readonly description: ContentHash;
  /** The JSON Schema that a soul must fulfil, its text by hash (A3). */
  readonly schema: ContentHash;
  readonly runtime: Runtime;
  /** Ticks that its residents live; null for the city's default. */
  readonly lifespan: number | null;
};

export type FrameworkInput = FrameworkTerms & { readonly id: string };

export type FrameworkContext = FrameworkInput & {
  /** The number of its changes, from 1 on. */
  readonly version: number;
  /** A container of it could not be made ready in this tick. */
  readonly hasFailed?: boolean;
};

export type FrameworkInbox = {
  /** Replaces all of its terms; `version` is the version that is to be changed. */
  readonly update: FrameworkTerms & { readonly version: number };
  readonly withdraw: object;
  /** The container for one of its souls could not be made ready. */
  readonly 'container.failed': object;
  /** A tick later its containers may be tried again. */
  readonly 'container.again': object;
};
