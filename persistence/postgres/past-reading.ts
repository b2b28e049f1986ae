/** What of a city's tables was there at a moment, over connections that only read. */
import type { ActorId } from '../../engine/ids.ts';
import type {
  Counters,
  Departed,
  Events,
  LinesAsked,
  LookBack,
  Missed,
  PostingLine,
  PostingReader,
  PostingRows,
} from '../../engine/ports.ts';
import type { ChronicleRows } from '../../gateways/chronicle/chronicle-rows.ts';
import type { TickRow, TickRows } from '../../gateways/overview/tick-rows.ts';
import { PostgresChronicleRows } from './chronicle-rows.ts';
import { ConnectionPool, type DatabaseAddress } from './connections.ts';
import { PostgresEvents } from './event-reading.ts';
import { PastChronicleRows } from './past-chronicle.ts';
import { PostgresPostingRows } from './posting-rows.ts';
import { PostgresTickRows } from './tick-rows.ts';

const readMsMax = 30_000;
/** Of those who have departed under one key, so many may have done so later. */
const laterMax = 64;

export interface PastReading {
  readonly events: Events;
  readonly tickRows: TickRows;
  readonly chronicle: ChronicleRows;
  readonly postings: PostingReader;
  close(): Promise<void>;
}

export function readPast(address: DatabaseAddress, at: Pick<Counters, 'turn' | 'seq' | 'tick'>): PastReading {
  const options = {
    connectionsMax: 2,
    deadlineMs: readMsMax,
    statementTimeoutMs: readMsMax,
    isReadOnly: true,
  } as const;
  const pools = [new ConnectionPool(address, options), new ConnectionPool(address, options)] as const;
  return {
    events: new PastEvents(new PostgresEvents(...pools), at),
    tickRows: new PastTickRows(new PostgresTickRows(pools[0]), at.tick),
    chronicle: new PastChronicleRows(new PostgresChronicleRows(pools[0]), at),
    postings: new PastPostings(new PostgresPostingRows(pools[0]), at.turn),
    close: async () => void (await Promise.all(pools.map((pool) => pool.close()))),
  };
}

class PastEvents implements Events {
  readonly #events: Events;
  readonly #at: Pick<Counters, 'turn' | 'seq'>;

  constructor(events: Events, at: Pick<Counters, 'turn' | 'seq'>) {
    this.#events = events;
    this.#at = at;
  }

  missed(actor: ActorId | null, back: LookBack): Promise<Missed> {
    return this.#events.missed(actor, { ...back, until: Math.min(back.until, this.#at.seq) });
  }

  letters(actor: ActorId, before: number, limit: number): ReturnType<Events['letters']> {
    return this.#events.letters(actor, Math.min(before, this.#at.seq + 1), limit);
  }

  said(...[topic, { after, before }, ...rest]: Parameters<Events['said']>): ReturnType<Events['said']> {
    return this.#events.said(topic, { after, before: Math.min(before, this.#at.seq + 1) }, ...rest);
  }

  async stays(actor: ActorId, after: number, limit: number): ReturnType<Events['stays']> {
    const { seq } = this.#at;
    const stays = await this.#events.stays(actor, after, limit);
    const begun = stays.filter(({ from }) => from <= seq);
    return begun.map((stay) => ({ ...stay, until: stay.until !== null && stay.until > seq ? null : stay.until }));
  }

  async heard(...of: Parameters<Events['heard']>): ReturnType<Events['heard']> {
    return (await this.#events.heard(...of)).filter(({ event }) => event.seq <= this.#at.seq);
  }

  async departed(id: ActorId): Promise<Omit<Departed, 'keys'> | undefined> {
    const found = await this.#events.departed(id);
    return found !== undefined && found.image.turn <= this.#at.turn ? found : undefined;
  }

  async departedUnder(key: string, limit: number): Promise<readonly ActorId[]> {
    const ids = await this.#events.departedUnder(key, limit + laterMax);
    const found = await Promise.all(ids.map(async (id) => ((await this.departed(id)) === undefined ? [] : [id])));
    return found.flat().slice(0, limit);
  }

  contents(hashes: Parameters<Events['contents']>[0]): ReturnType<Events['contents']> {
    return this.#events.contents(hashes);
  }
}

class PastTickRows implements TickRows {
  readonly #rows: TickRows;
  readonly #tick: number;

  constructor(rows: TickRows, tick: number) {
    this.#rows = rows;
    this.#tick = tick;
  }

  write(): Promise<void> {
    return Promise.resolve();
  }

  read(before: number, limit: number): Promise<readonly TickRow[]> {
    return this.#rows.read(Math.min(before, this.#tick + 1), limit);
  }
}

class PastPostings implements PostingReader {
  readonly #rows: PostingRows;
  readonly #turn: number;

  constructor(rows: PostingRows, turn: number) {
    this.#rows = rows;
    this.#turn = turn;
  }

  lines({ before, ...asked }: LinesAsked): Promise<readonly PostingLine[]> {
    const isThen = before !== undefined && before.turn <= this.#turn;
    return this.#rows.read({ ...asked, before: isThen ? before : { turn: this.#turn + 1, n: 0 } });
  }
}
