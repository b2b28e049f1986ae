/** The events of the turn being answered, by type: for views that answer a command. */
import type { CityEvent } from '../engine/effect.ts';
import type { Reader } from '../engine/views/views.ts';
import type { DataOf, EventType } from './event-types.ts';

/** An event with the data that `events.ts` declares for it. */
interface EventOf<Type extends EventType> extends Omit<CityEvent, 'type' | 'data'> {
  readonly type: Type;
  readonly data: DataOf<Type>;
}

interface TurnEvent<Type extends EventType> {
  readonly seq: number;
  readonly event: EventOf<Type>;
}

/** `tell` holds the data of an event to the declaration of its type. */
const isOf = <Type extends EventType>(event: CityEvent, types: readonly Type[]): event is CityEvent & EventOf<Type> =>
  types.some((type) => type === event.type);

/** All events of these types in the turn, in order; none where no turn is answered. */
export const turnEvents = <Type extends EventType>(
  reader: Pick<Reader, 'answering'>,
  ...types: readonly Type[]
): readonly TurnEvent<Type>[] =>
  (reader.answering?.events ?? []).flatMap(({ seq, event }) => (isOf(event, types) ? [{ seq, event }] : []));

/** The first event of these types in the turn; undefined where there is none. */
export const turnEvent = <Type extends EventType>(
  reader: Pick<Reader, 'answering'>,
  ...types: readonly Type[]
): TurnEvent<Type> | undefined => turnEvents(reader, ...types)[0];
