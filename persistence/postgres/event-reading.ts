/**
 * Reads events back: the event table, letters and texts. Every statement looks at a bounded number of rows; a long stretch is read in
 * slices by seq, which is the only order that the table has an index for.
 *
 * Rejected: an index by audience, save of words that are kept at a place (`heard-words.ts`). It would cost each of 50,000 events a second
 * a row, for readers who reconnect now and then.
 */

import { must } from '../../engine/assert.ts';
import type { FeedEvent, Following } from '../../engine/command.ts';
import type { ActorId, ContentHash } from '../../engine/ids.ts';
import type { Departed, Events, HeardWords, LookBack, Missed, Stay } from '../../engine/ports.ts';
import { beginOf, everyone } from './audience.ts';
import type { ConnectionPool } from './connections.ts';
import { findDeparted, findDepartedUnder } from './departed.ts';
import { type EventRow, eventOf } from './event-row.ts';
import { heardBy, saidAt, staysOf } from './heard-words.ts';
import { shard } from './shard.ts';

/** Events looked at by one statement: some 10 ms of the database's time. */
const sliceEvents = 10_000;

/** Statements for one call of `missed`: an actor may have changed its topic as often as there were events. */
const looksMax = 20;

export class PostgresEvents implements Events {
  readonly #reads: ConnectionPool;
  readonly #catchUps: ConnectionPool;

  /** `catchUps`: the connections for `missed` alone, which reads much, so that no other reader waits for it. */
  constructor(reads: ConnectionPool, catchUps: ConnectionPool) {
    this.#reads = reads;
    this.#catchUps = catchUps;
  }

  async missed(actor: ActorId | null, { after, until, limit, reach }: LookBack): Promise<Missed> {
    const { oldest, newest, born } = await this.#bounds(actor);
    const begin = beginOf(after, born, oldest);
    const from = Math.min(until, Math.max(begin, oldest - 1, until - reach));
    const gap = from > begin ? { from: begin + 1, to: from } : null;
    const end = Math.min(until, newest);
    const to = Math.min(end, from + sliceEvents);
    const found: FeedEvent[] = [];
    let through = from;
    const stretches = actor === null ? [publicStretch(from, to)] : await this.#stretches(actor, from, to);
    for (const { first, last, topics } of stretches.slice(0, looksMax)) {
      found.push(...(await this.#slice(first - 1, last, topics, limit - found.length)));
      through = last;
      if (found.length === limit) return { events: found, through: found.at(-1)?.seq ?? last, gap };
    }
    return { events: found, through: through >= end ? until : through, gap };
  }

  async letters(actor: ActorId, before: number, limit: number): Promise<readonly FeedEvent[]> {
    const rows = await this.#reads.run(
      (sql) => sql<EventRow[]>`
        select seq, type, audience, body from letter join event using (seq)
        where letter.actor = ${actor} and seq < ${before}::bigint order by seq desc limit ${limit}::int`,
    );
    return rows.map(eventOf);
  }

  said(...of: Parameters<Events['said']>): Promise<readonly FeedEvent[]> {
    return saidAt(this.#reads, ...of);
  }

  stays(actor: ActorId, after: number, limit: number): Promise<readonly Stay[]> {
    return staysOf(this.#reads, actor, after, limit);
  }

  heard(...of: Parameters<Events['heard']>): Promise<readonly HeardWords[]> {
    return heardBy(this.#reads, ...of);
  }

  departed(id: ActorId): Promise<Omit<Departed, 'keys'> | undefined> {
    return findDeparted(this.#reads, id);
  }

  departedUnder(key: string, limit: number): Promise<readonly ActorId[]> {
    return findDepartedUnder(this.#reads, key, limit);
  }

  async contents(hashes: readonly ContentHash[]): Promise<ReadonlyMap<ContentHash, string>> {
    if (hashes.length === 0) return new Map();
    const rows = await this.#reads.run(
      (sql) => sql<{ hash: ContentHash; text: string }[]>`
        select hash, text from content where hash = any (string_to_array(${hashes.join(' ')}, ' '))`,
    );
    return new Map(rows.map(({ hash, text }) => [hash, text]));
  }

  /** The lowest and highest seq that are kept, and the first at which the actor followed anything. */
  async #bounds(actor: ActorId | null): Promise<Bounds> {
    const rows = await this.#catchUps.run(
      (sql) => sql<Bounds[]>`
        select coalesce((select oldest from horizon where shard = ${shard}::int), 1) as oldest,
          coalesce((select max(seq) from event), 0) as newest,
          coalesce((select min(seq) from following where actor = ${actor ?? ''}), 1) as born`,
    );
    return must(rows[0], 'a row');
  }

  /** Cuts the seqs after `after` up to `until` at the points where the actor's topic changed. */
  async #stretches(actor: ActorId, after: number, until: number): Promise<Stretch[]> {
    if (after >= until) return [];
    const rows = await this.#catchUps.run(
      (sql) => sql<Omit<Following, 'actor'>[]>`
        select seq, topic from following
        where actor = ${actor} and seq <= ${until}::bigint and seq >= coalesce(
          (select max(seq) from following where actor = ${actor} and seq <= ${after + 1}::bigint), 0)
        order by seq`,
    );
    const own = [`to:${actor}`, everyone];
    const stretches: Stretch[] = [];
    let first = after + 1;
    let topics = own;
    for (const { seq, topic } of rows) {
      if (seq > first) stretches.push({ first, last: seq - 1, topics });
      first = Math.max(first, seq);
      topics = topic === null ? own : [...own, topic];
    }
    stretches.push({ first, last: until, topics });
    return stretches;
  }

  async #slice(after: number, until: number, topics: readonly string[], limit: number): Promise<FeedEvent[]> {
    const rows = await this.#catchUps.run(
      (sql) => sql<EventRow[]>`
        select seq, type, audience, body from event
        where seq > ${after}::bigint and seq <= ${until}::bigint
          and string_to_array(audience, ' ') && string_to_array(${topics.join(' ')}, ' ')
        order by seq limit ${limit}::int`,
    );
    return rows.map(eventOf);
  }
}

interface Bounds {
  readonly oldest: number;
  readonly newest: number;
  readonly born: number;
}

/** Seqs during which an actor heard the same topics. */
interface Stretch {
  readonly first: number;
  readonly last: number;
  readonly topics: readonly string[];
}

function publicStretch(after: number, until: number): Stretch {
  return { first: after + 1, last: until, topics: ['public'] };
}
