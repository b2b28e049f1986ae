/**
 * Words said aloud, by the place where they were said and by those who heard them there: from events and followings, without a row of their
 * own. All of it reads the index `event_said` (migrations/011-said.sql), which has these types, and only what names a place first: a
 * statement must say so to be answered by it.
 */
import type { FeedEvent } from '../../engine/command.ts';
import type { ActorId } from '../../engine/ids.ts';
import type { Between, Events, HeardWords, Stay } from '../../engine/ports.ts';
import type { ConnectionPool, Sql } from './connections.ts';
import { type EventRow, eventOf } from './event-row.ts';
import { shard } from './shard.ts';

const isKept = (sql: Sql) => sql`type in ('message.broadcast', 'message.shout') and audience like 'at:%'
    and seq > coalesce((select seq from said_since where shard = ${shard}::int), 0)`;

/** The statement, for whoever wants to see its plan. */
export const saidRows = (
  sql: Sql,
  topic: string,
  { after, before }: Between,
  limit: number,
  first: 'newest' | 'oldest' = 'newest',
) => sql<EventRow[]>`
  select seq, type, audience, body from event
  where ${isKept(sql)} and split_part(audience, ' ', 1) = ${topic} and seq > ${after}::bigint and seq < ${before}::bigint
  order by seq ${first === 'newest' ? sql`desc` : sql`asc`} limit ${limit}::int`;

export async function saidAt(
  reads: ConnectionPool,
  ...[topic, between, limit, first]: Parameters<Events['said']>
): Promise<readonly FeedEvent[]> {
  return (await reads.run((sql) => saidRows(sql, topic, between, limit, first))).map(eventOf);
}

/** Who was nowhere in between, as the dead are, is in no stay. */
export const staysOf = (
  reads: ConnectionPool,
  actor: ActorId,
  after: number,
  limit: number,
): Promise<readonly Stay[]> =>
  reads.run(
    (sql) => sql<Stay[]>`
      select seq as from, topic,
        (select min(seq) from following later where later.actor = ${actor} and later.seq > stay.seq) as until,
        coalesce((select body::json ->> 'at' from event where event.seq >= stay.seq order by event.seq limit 1),
          '1970-01-01T00:00:00.000Z') as at
      from following stay
      where actor = ${actor} and seq > ${after}::bigint and topic is not null order by seq limit ${limit}::int`,
  );

export async function heardBy(
  reads: ConnectionPool,
  ...[actor, stays, wordsOfEach]: Parameters<Events['heard']>
): Promise<readonly HeardWords[]> {
  const rows = await reads.run(
    (sql) => sql<(EventRow & { stay: number })[]>`
      with stay as materialized (
        select seq as begin, topic, lead(seq) over (order by seq) as until
        from (select seq, topic from following where actor = ${actor} order by seq desc limit ${stays}::int) newest
      )
      select stay.begin as stay, word.* from stay, lateral (
        select seq, type, audience, body from event
        where ${isKept(sql)} and split_part(audience, ' ', 1) = stay.topic and seq >= stay.begin
          and seq < coalesce(stay.until, 9223372036854775807)
        order by seq desc limit ${wordsOfEach}::int
      ) word
      order by word.seq desc`,
  );
  return rows.map((row) => ({ event: eventOf(row), stay: row.stay }));
}
