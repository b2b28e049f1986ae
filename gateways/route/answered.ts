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
export interface Headed {
  readonly type: 'headed';
  readonly value: unknown;
  readonly headers: readonly (readonly [string, string])[];
}

/** What becomes of a request. */
export type Answered = Outcome | Viewed | Headed | Sent | Text | Bytes;
