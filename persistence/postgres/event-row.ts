/** A row of the table of events, and the event that it is. */
import type { FeedEvent } from '../../engine/command.ts';

export interface EventRow {
  readonly seq: number;
  readonly type: string;
  readonly audience: string;
  readonly body: string;
}

export function eventOf(row: EventRow): FeedEvent {
  return { seq: row.seq, type: row.type, audience: row.audience === '' ? [] : row.audience.split(' '), json: row.body };
}
