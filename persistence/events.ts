/**
 * Reading back what was told: the event table, inboxes and texts. Every statement looks at a bounded number of rows;
 * a long stretch is read in slices by seq, which is the only order that the table has an index for.
 *
 * Rejected: an index by audience. It would cost each of 50,000 events a second a row, for readers who reconnect now
 * and then.
 */
import type { FeedEvent, Following } from '../engine/command.ts';
import type { ActorId, ContentHash } from '../engine/ids.ts';
import type { Events } from '../engine/ports.ts';
import { everyone } from './audience.ts';
import type { Line } from './database.ts';
import { shard } from './journal.ts';

/** Events looked at by one statement: some 10 ms of the database's time. */
const sliceEvents = 10_000;

interface EventRow {
  readonly seq: number;
  readonly type: string;
  readonly audience: string;
  readonly body: string;
}

export class PostgresEvents implements Events {
  readonly #reads: Line;

  constructor(reads: Line) {
    this.#reads = reads;
  }

  async missed(actor: ActorId | null, after: number, until: number, limit: number): Promise<readonly FeedEvent[]> {
    const found: FeedEvent[] = [];
    let from = Math.max(after, (await this.oldest()) - 1);
    const end = Math.min(until, await this.#newest());
    const stretches = actor === null ? [publicStretch(from, end)] : await this.#stretches(actor, from, end);
    for (const { first, last, topics } of stretches) {
      from = first - 1;
      while (from < last && found.length < limit) {
        const to = Math.min(last, from + sliceEvents);
        found.push(...(await this.#slice(from, to, topics, limit - found.length)));
        from = to;
      }
    }
    return found;
  }

  async letters(actor: ActorId, before: number, limit: number): Promise<readonly FeedEvent[]> {
    const rows = await this.#reads.run(
      (sql) => sql<EventRow[]>`
        select seq, type, audience, body from letter join event using (seq)
        where letter.actor = ${actor} and seq < ${before}::bigint order by seq desc limit ${limit}::int`,
    );
    return rows.map(eventOf);
  }

  async oldest(): Promise<number> {
    const rows = await this.#reads.run(
      (sql) => sql<{ oldest: number }[]>`select oldest from horizon where shard = ${shard}::int`,
    );
    return rows[0]?.oldest ?? 1;
  }

  async contents(hashes: readonly ContentHash[]): Promise<ReadonlyMap<ContentHash, string>> {
    if (hashes.length === 0) return new Map();
    const rows = await this.#reads.run(
      (sql) => sql<{ hash: ContentHash; text: string }[]>`
        select hash, text from content where hash = any (string_to_array(${hashes.join(' ')}, ' '))`,
    );
    return new Map(rows.map(({ hash, text }) => [hash, text]));
  }

  async #newest(): Promise<number> {
    const rows = await this.#reads.run((sql) => sql<{ newest: number | null }[]>`select max(seq) as newest from event`);
    return rows[0]?.newest ?? 0;
  }

  /** Cuts the seqs after `after` up to `until` where the actor's topic changed. */
  async #stretches(actor: ActorId, after: number, until: number): Promise<Stretch[]> {
    const rows = await this.#reads.run(
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
    const rows = await this.#reads.run(
      (sql) => sql<EventRow[]>`
        select seq, type, audience, body from event
        where seq > ${after}::bigint and seq <= ${until}::bigint
          and string_to_array(audience, ' ') && string_to_array(${topics.join(' ')}, ' ')
        order by seq limit ${limit}::int`,
    );
    return rows.map(eventOf);
  }
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

function eventOf(row: EventRow): FeedEvent {
  return { seq: row.seq, type: row.type, audience: row.audience === '' ? [] : row.audience.split(' '), json: row.body };
}
