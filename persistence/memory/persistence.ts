/**
 * A city's memory in memory: for tests, simulations and cities that may forget. Keeps what it is given by reference;
 * batches and images are immutable. Passes the same contract as Postgres.
 */
import { hostname } from 'node:os';
import type { Image } from '../../engine/actor-kind.ts';
import type { FeedEvent } from '../../engine/command.ts';
import type { AccountId, ActorId, ContentHash } from '../../engine/ids.ts';
import {
  type Appended,
  type Batch,
  type Checkpoints,
  type Counters,
  type Departed,
  type Events,
  type Journal,
  type JournalRow,
  type KeyRow,
  type Keys,
  keyKeptMs,
  type LookBack,
  type Missed,
} from '../../engine/ports.ts';
import type { Account } from '../../engine/state/ledger.ts';
import { Fenced, type Holder, JournalConflict, type Lease, LeaseHeld, type Persistence } from '../interface.ts';
import { audienceOf, beginOf, firstAbove } from '../postgres/audience.ts';
import { encodeJournal } from '../row-codec.ts';
import { MemoryBases } from './bases.ts';
import { MemoryChronicleRows } from './chronicle-rows.ts';
import { MemoryCredentials } from './credentials.ts';
import { heardIn, saidIn, staysIn } from './heard-words.ts';
import { MemoryHousekeeping } from './housekeeping.ts';
import { keyName, MemoryStore, remember, trim } from './memory-database.ts';
import { MemoryPostingRows } from './posting-rows.ts';
import { MemoryPictures } from './station-pictures.ts';
import { MemoryTickRows } from './tick-rows.ts';

export { MemoryStore } from './memory-database.ts';

/** Opens the persistence of a city on `store`; several may be opened on one, as several cities on one database. */
export function memoryPersistence(store: MemoryStore = new MemoryStore(), code?: string): Persistence {
  const lease = new MemoryLease(store);
  return {
    journal: new MemoryJournal(store, lease, code),
    checkpoints: new MemoryCheckpoints(store, lease),
    events: new MemoryEvents(store),
    keys: new MemoryKeys(store),
    credentials: new MemoryCredentials(store),
    tickRows: new MemoryTickRows(store),
    chronicle: new MemoryChronicleRows(store),
    postings: new MemoryPostingRows(store),
    pictures: new MemoryPictures(store),
    lease,
    probe: { isAnswering: true, start: () => undefined },
    housekeeping: new MemoryHousekeeping(store),
    bases: new MemoryBases(store),
    close: () => lease.release(),
  };
}

class MemoryJournal implements Journal {
  readonly #store: MemoryStore;
  readonly #lease: MemoryLease;
  readonly #code: string | undefined;

  constructor(store: MemoryStore, lease: MemoryLease, code: string | undefined) {
    this.#store = store;
    this.#lease = lease;
    this.#code = code;
  }

  append(batch: Batch): Promise<Appended> {
    const store = this.#store;
    if (!this.#lease.valid()) return Promise.resolve('fenced');
    const at = firstAbove(store.batches, batch.batch - 1, (kept) => kept.batch);
    const there = store.batches[at];
    if (there !== undefined) return same(there, batch) ? Promise.resolve('durable') : Promise.reject(conflict(batch));
    store.batches.push(batch);
    if (this.#code !== undefined) store.codes.set(batch.batch, this.#code);
    remember(store, batch);
    trim(store);
    return Promise.resolve('durable');
  }

  async *read(after: number): AsyncIterable<JournalRow> {
    const batches = this.#store.batches;
    for (let i = firstAbove(batches, after, (kept) => kept.batch); i < batches.length; i++) {
      const batch = batches[i];
      if (batch !== undefined) yield batch;
    }
  }
}

function same(there: Batch, batch: Batch): boolean {
  return there === batch || (there.batch === batch.batch && encodeJournal(there).equals(encodeJournal(batch)));
}

function conflict(batch: Batch): JournalConflict {
  return new JournalConflict(`journal batch ${batch.batch} is already there with another content`);
}

class MemoryCheckpoints implements Checkpoints {
  readonly #store: MemoryStore;
  readonly #lease: MemoryLease;

  constructor(store: MemoryStore, lease: MemoryLease) {
    this.#store = store;
    this.#lease = lease;
  }

  latest(): Promise<MemoryStore['checkpoint']> {
    return Promise.resolve(this.#store.checkpoint);
  }

  async *load(): AsyncIterable<{
    readonly actors: readonly Image[];
    readonly accounts: readonly (readonly [AccountId, Account])[];
  }> {
    yield { actors: [...this.#store.actors.values()], accounts: [...this.#store.accounts] };
  }

  write(actors: readonly Image[], accounts: readonly (readonly [AccountId, Account])[]): Promise<void> {
    if (!this.#lease.valid()) return Promise.reject(new Fenced('a checkpoint without the lease'));
    const store = this.#store;
    for (const image of actors) {
      if (image.turn >= (store.actors.get(image.id)?.turn ?? 0)) store.actors.set(image.id, image);
    }
    for (const [id, account] of accounts) {
      if (account.turn >= (store.accounts.get(id)?.turn ?? 0)) store.accounts.set(id, account);
    }
    return Promise.resolve();
  }

  forget(actors: readonly ActorId[], accounts: readonly AccountId[]): Promise<void> {
    if (!this.#lease.valid()) return Promise.reject(new Fenced('a checkpoint without the lease'));
    for (const id of actors) this.#store.actors.delete(id);
    for (const id of accounts) this.#store.accounts.delete(id);
    return Promise.resolve();
  }

  complete(batch: number, counters: Counters): Promise<void> {
    if (!this.#lease.valid()) return Promise.reject(new Fenced('a checkpoint without the lease'));
    if (batch >= (this.#store.checkpoint?.batch ?? 0)) this.#store.checkpoint = { batch, counters };
    return Promise.resolve();
  }
}

class MemoryEvents implements Events {
  readonly #store: MemoryStore;

  constructor(store: MemoryStore) {
    this.#store = store;
  }

  missed(actor: ActorId | null, { after, until, limit, reach }: LookBack): Promise<Missed> {
    const { events, oldestSeq } = this.#store;
    const followings = (actor && this.#store.followings.get(actor)) ?? [];
    const begin = beginOf(after, followings[0]?.seq ?? 1, oldestSeq);
    const from = Math.min(until, Math.max(begin, oldestSeq - 1, until - reach));
    const gap = from > begin ? { from: begin + 1, to: from } : null;
    const hears = audienceOf(actor, followings);
    const found: FeedEvent[] = [];
    for (let i = firstAbove(events, from, (event) => event.seq); i < events.length; i++) {
      const event = events[i];
      if (event === undefined || event.seq > until) break;
      if (!hears(event)) continue;
      found.push(event);
      if (found.length === limit) return Promise.resolve({ events: found, through: event.seq, gap });
    }
    return Promise.resolve({ events: found, through: until, gap });
  }

  letters(actor: ActorId, before: number, limit: number): Promise<readonly FeedEvent[]> {
    const letters = this.#store.letters.get(actor) ?? [];
    const end = firstAbove(letters, before - 1, (event) => event.seq);
    return Promise.resolve(letters.slice(Math.max(0, end - limit), end).reverse());
  }

  said(...of: Parameters<Events['said']>): Promise<readonly FeedEvent[]> {
    return Promise.resolve(saidIn(this.#store, ...of));
  }

  stays(...of: Parameters<Events['stays']>): ReturnType<Events['stays']> {
    return Promise.resolve(staysIn(this.#store, ...of));
  }

  heard(...of: Parameters<Events['heard']>): ReturnType<Events['heard']> {
    return Promise.resolve(heardIn(this.#store, ...of));
  }

  departed(id: ActorId): Promise<Departed | undefined> {
    return Promise.resolve(this.#store.departed.get(id));
  }

  departedUnder(key: string, limit: number): Promise<readonly ActorId[]> {
    const ids = [...(this.#store.departedKeys.get(key) ?? [])];
    return Promise.resolve(ids.sort().slice(0, limit));
  }

  contents(hashes: readonly ContentHash[]): Promise<ReadonlyMap<ContentHash, string>> {
    const found = new Map<ContentHash, string>();
    for (const hash of hashes) {
      const text = this.#store.contents.get(hash);
      if (text !== undefined) found.set(hash, text);
    }
    return Promise.resolve(found);
  }
}

class MemoryKeys implements Keys {
  readonly #store: MemoryStore;

  constructor(store: MemoryStore) {
    this.#store = store;
  }

  find(caller: string, key: string, now: number): Promise<KeyRow | undefined> {
    const row = this.#store.keys.get(keyName(caller, key));
    return Promise.resolve(row !== undefined && row.at >= now - keyKeptMs ? row : undefined);
  }

  complete({ caller, key, fingerprint, json }: Omit<KeyRow, 'at'>): Promise<void> {
    const name = keyName(caller, key);
    const row = this.#store.keys.get(name);
    if (row?.fingerprint === fingerprint) this.#store.keys.set(name, { ...row, json });
    return Promise.resolve();
  }
}

class MemoryLease implements Lease {
  readonly #store: MemoryStore;
  #holder: Holder | undefined;
  #generation = 0;

  constructor(store: MemoryStore) {
    this.#store = store;
  }

  acquire(): Promise<number> {
    if (this.#store.holder !== undefined) return Promise.reject(new LeaseHeld(this.#store.holder));
    this.#holder = { host: hostname(), pid: process.pid, since: new Date().toISOString() };
    this.#store.holder = this.#holder;
    this.#generation = ++this.#store.generation;
    return Promise.resolve(this.#generation);
  }

  /** Nobody watches in memory: a loss shows at the next append. */
  onLost(): () => void {
    return () => undefined;
  }

  release(): Promise<void> {
    if (this.#holder !== undefined && this.#store.holder === this.#holder) this.#store.holder = undefined;
    this.#holder = undefined;
    return Promise.resolve();
  }

  valid(): boolean {
    return this.#generation === this.#store.generation && this.#generation > 0;
  }
}
