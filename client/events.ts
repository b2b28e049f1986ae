/** Events of the city's sockets, read without trust: their types and the fields of their data are named as the city names them. */
import type { EventOf, EventType } from '../gateways/answers/events.ts';
import { type Fields, fieldsOf, numberOf, textOf } from './wire.ts';

/** For the compiler alone: nothing has it. */
declare const other: unique symbol;

/** A type that a later city may tell. It is no word that could be compared with. */
type OtherType = string & { readonly [other]: true };

type NamesIn<Data> = Data extends unknown ? keyof Data : never;

/** What has come as the data of an event: it may be anything, by the names that some type gives its fields. */
export type EventData = { readonly [Name in NamesIn<EventOf<EventType>['data']>]?: unknown };

export interface CityEvent {
  readonly seq: number;
  readonly type: EventType | OtherType;
  /** The tick of its turn; NaN when the event does not name it. */
  readonly tick?: number;
  /** The time of its turn, ISO 8601. */
  readonly at: string;
  readonly location: string;
  readonly actor: string;
  readonly subject: string;
  readonly data: EventData;
}

/** The event in a frame or a list; of what is none, nothing is said in it. */
export function eventOf(came: unknown): CityEvent {
  const frame = fieldsOf(came);
  return {
    seq: numberOf(frame['seq']),
    type: typeOf(frame),
    tick: numberOf(frame['tick']),
    at: textOf(frame['at']),
    location: textOf(frame['location']),
    actor: textOf(frame['actor']),
    subject: textOf(frame['subject']),
    data: fieldsOf(frame['data']),
  };
}

function typeOf(frame: Fields): CityEvent['type'];
function typeOf(frame: Fields): string {
  return textOf(frame['type']);
}
