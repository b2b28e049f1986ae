/** What a handler wants of a request, and what is known of it before its body is read on. */
import type { Admission } from './arrival.ts';

/** What of a request a handler needs copied; each costs a call into uWebSockets. */
export interface Wants<Exchanged = never> {
  readonly params: readonly string[];
  readonly query: boolean;
  readonly body: boolean;
  /** The body is no text: its bytes are kept as they come. */
  readonly isBinary?: boolean;
  /** How large the body may be. */
  readonly bodyBytesMax: number;
  /** Cookies, and from which page it came. */
  readonly browser?: boolean;
  /** Asked before a body that comes in more than one piece is read on; unset, anyone's is. */
  readonly admission?: Admission<Exchanged> | undefined;
}

/** What was found out before the body was read on, and needs not be again. */
export interface Admitted {
  /** Who calls: the resident, visitor or station, or `operator`. */
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
