/** The result of a request: the city's outcome, or a route's own answer. */
import type { Outcome, Viewed } from '../../engine/command.ts';

/** An answer that was sent already, piece by piece. */
export interface Sent {
  readonly type: 'sent';
}

/** An answer that is not JSON (`answerType`). */
export interface Text {
  readonly type: 'text';
  readonly text: string;
}

/** An answer in bytes, with headers of its own. */
export interface Bytes {
  readonly type: 'bytes';
  readonly bytes: Buffer;
  /** Sent as `ETag`: who has these bytes already, and says so by it, does not get them again. */
  readonly tag?: string;
  readonly headers: readonly (readonly [string, string])[];
}

/** An answer with headers of its own. */
export interface Headed<Value = unknown> {
  readonly type: 'headed';
  readonly value: Value;
  readonly headers: readonly (readonly [string, string])[];
}

/** The result of a request that is answered with a `Value`. */
export type Answered<Value = unknown> = Outcome<Value> | Viewed<Value> | Headed<Value> | Sent | Text | Bytes;
