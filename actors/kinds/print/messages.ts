/** What a print begins with, keeps and hears. Amounts are millicredits. Types only. */
import type { ContentHash } from '../../../engine/ids.ts';
import type { Payer } from '../portal-station/messages.ts';

export type PrintInput = {
  readonly id: string;
  readonly station: string;
  /** The place of the city at which the station is. */
  readonly place: string;
  readonly payer: Payer;
  /** What is to be printed, by hash (A3). */
  readonly content: ContentHash;
  readonly fee: number;
};

export type PrintContext = PrintInput & {
  /** The part of the fee that is in escrow; 0 once it is posted on. */
  readonly held: number;
  /** Milliseconds since 1970. */
  readonly askedAt: number;
  /** The tick at which it fails if the station has not answered. */
  readonly answerTick: number;
  /** The tick until which it counts against the limits. */
  readonly countsUntil: number;
  readonly isCounted: boolean;
};

export type PrintInbox = {
  /** The station reports how it ended. */
  readonly answered: { readonly status: 'printed' | 'failed' };
  /** The station has not answered in time. */
  readonly 'print.expires': object;
  readonly 'window.over': object;
  readonly forgotten: object;
  readonly 'station.ended': object;
};
