/**
 * What the chronicle counts: happenings of which a day has too many to be told one by one. Of each it takes what strangers see of it, and
 * nothing else.
 */
import { z } from 'zod';
import { type DataOf, type EventType, eventTypes } from '../../actors/event-types.ts';
import { dayOf } from '../../drawing/city-time.ts';
import type { FeedEvent } from '../../engine/command.ts';
import type { Counted, Tally } from './chronicle-rows.ts';

type One = Pick<Tally, 'what' | 'subject' | 'other' | 'amount'>;

interface Happened<Type extends EventType> {
  readonly location: string | null;
  readonly actor: string | null;
  readonly data: DataOf<Type>;
}

const envelope = { tick: z.int(), location: z.string().nullable(), actor: z.string().nullable() };
const one = (what: Counted, subject: string | null, other: string | null, amount = 0): One => ({
  ...{ what, amount },
  subject: subject ?? '',
  other: other ?? '',
});

const readers = new Map<string, (event: unknown) => (One & Pick<Tally, 'day'>) | undefined>([
  count('service.called', eventTypes['service.called'].data, ({ data }) =>
    data.outcome === 'finished' ? one('served', data.service, data.caller, data.charged) : undefined,
  ),
  count('message.broadcast', eventTypes['message.broadcast'].data, ({ location, actor }) =>
    one('spoke', location, actor),
  ),
  count('message.shout', eventTypes['message.shout'].data, ({ location, actor }) => one('spoke', location, actor)),
  // Strangers do not see who gives to whom.
  count('credits.transferred', eventTypes['credits.transferred'].data, ({ data }) =>
    one('gave', null, null, data.amount),
  ),
  count('pool.funded', eventTypes['pool.funded'].data, ({ data }) => one('funded', data.pod, null, data.amount)),
]);

/** The types of which events are counted. */
export const countedTypes: ReadonlySet<string> = new Set(readers.keys());

/** What public events come to, added up. */
export class Tallies {
  readonly #tallies = new Map<string, Tally>();

  get size(): number {
    return this.#tallies.size;
  }

  get all(): readonly Tally[] {
    return [...this.#tallies.values()];
  }

  /** `event` is one that strangers hear. */
  add({ seq, type, json }: FeedEvent): void {
    const read = readers.get(type)?.(JSON.parse(json));
    if (read === undefined) return;
    const key = [read.day, read.what, read.subject, read.other].join(' ');
    const { count, amount } = this.#tallies.get(key) ?? { count: 0, amount: 0 };
    this.#tallies.set(key, { ...read, seq, count: count + 1, amount: amount + read.amount });
  }

  clear(): void {
    this.#tallies.clear();
  }
}

function count<Type extends EventType>(
  type: Type,
  data: z.ZodType<DataOf<Type>>,
  read: (happened: Happened<Type>) => One | undefined,
) {
  const Event = z.object({ ...envelope, data });
  const reader = (event: unknown): (One & Pick<Tally, 'day'>) | undefined => {
    const { data: happened } = Event.safeParse(event);
    const found = happened && read(happened);
    return found && happened && { ...found, day: dayOf(happened.tick) };
  };
  return [type, reader] as const;
}
