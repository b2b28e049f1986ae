/** What becomes of a request: what the city says, or what a route answers by itself. */
import type { Outcome, Viewed } from '../../engine/command.ts';

/** What has been answered already, piece by piece. */
export interface Sent {
  readonly type: 'sent';
}

/** An answer that is no JSON (`answerType`). */
export interface Text {
  readonly type: 'text';
  readonly text: string;
}

/** The same, of bytes, with headers of its own. */
export interface Bytes {
  readonly type: 'bytes';
  readonly bytes: Buffer;
  readonly headers: readonly (readonly [string, string])[];
}

/** An answer with headers of its own. */
export interface Headed<Value = unknown> {
  readonly type: 'headed';
  readonly value: Value;
  readonly headers: readonly (readonly [string, string])[];
}

/** What becomes of a request that is answered with a `Value`. */
export type Answered<Value = unknown> = Outcome<Value> | Viewed<Value> | Headed<Value> | Sent | Text | Bytes;
