/** What a question begins with, keeps and hears. Amounts are millicredits. Types only. */
import type { ContentHash } from '../../../engine/ids.ts';

export type QuestionInput = {
  readonly id: string;
  /** Who asks. */
  readonly visitor: string;
  /** The network that opened the account of who asks, where it is known (`VisitorInput`). */
  readonly network?: string;
  /** Who is asked. */
  readonly resident: string;
  /** A few hundred characters at most. The text itself, not its hash: the event of the answer tells it again. */
  readonly text: string;
  /** What the answer is paid with. */
  readonly price: number;
};

export type QuestionContext = QuestionInput & {
  /** The part of the price that is in escrow; 0 once it is posted on. */
  readonly held: number;
  /** Milliseconds since 1970. */
  readonly askedAt: number;
  /** The tick at which it lapses if it is not answered. */
  readonly lapsesTick: number;
  /** By hash; null while there is none. */
  readonly answer: ContentHash | null;
  /** Milliseconds since 1970; null while it is not answered. */
  readonly answeredAt: number | null;
};

export type QuestionInbox = {
  /** Who was asked answers; `answer`: the text by hash. */
  readonly 'is.answered': { readonly by: string; readonly text: string; readonly answer: ContentHash };
  /** The operator takes it out of the city, with its answer. */
  readonly take_down: object;
  /** Nobody has answered in time. */
  readonly 'question.lapses': object;
  readonly forgotten: object;
  readonly 'resident.ended': object;
};
