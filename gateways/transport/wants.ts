/** What a handler needs of a request, and what is known of it before its body is read to its end. */
import type { Admission } from './arrival.ts';

/** The parts of a request that a handler needs copied; each costs a call into uWebSockets. */
export interface Wants<Exchanged = never> {
  readonly params: readonly string[];
  readonly query: boolean;
  readonly body: boolean;
  /** The body is not text: its bytes are kept as they come. */
  readonly isBinary?: boolean;
  /** How large the body may be. */
  readonly bodyBytesMax: number;
  /** Cookies, and the page from which it came. */
  readonly browser?: boolean;
  /** Headers that only this handler reads, in lower case. */
  readonly headers?: readonly string[];
  /** Asked before a body that comes in several pieces is read to its end; unset: all are read. */
  readonly admission?: Admission<Exchanged> | undefined;
}

/** Results of checks that ran before the body was read, and need not run again. */
export interface Admitted {
  /** The caller: the resident, visitor or station, or `operator`. */
  readonly id: string;
  /** The requests that it was counted as. */
  readonly counted: number;
}

export const wantsNothing: Wants = {
  params: [],
  query: false,
  body: false,
  bodyBytesMax: 0,
};
