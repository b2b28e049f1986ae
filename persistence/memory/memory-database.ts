/**
 * The database of a city in memory: plain lists and maps, and the bounds that keep them from growing for ever. Outlives
 * the persistence opened on it (persistence.ts), so that a crash and a restart can be played.
 */

import type { Image } from '../../engine/actor-kind.ts';
import type { FeedEvent, Following } from '../../engine/command.ts';
import type { AccountId, ActorId, ContentHash } from '../../engine/ids.ts';
import {
  type Base,
  type Batch,
  type BookReach,
  type Counters,
  type Departed,
  type KeyRow,
  keyKeptMs,
  type PostingLine,
} from '../../engine/ports.ts';
import type { Account } from '../../engine/state/ledger.ts';
import type { Entry, Subject, SubjectId, Summary, Tally } from '../../gateways/chronicle/chronicle-rows.ts';
import type { TickRow } from '../../gateways/overview/tick-rows.ts';
import type { Picture } from '../../gateways/stations/pictures.ts';
import type { VisitorLogin, VisitorSession } from '../../gateways/visitors/credentials.ts';
import type { Holder } from '../interface.ts';
import { firstAbove } from '../postgres/audience.ts';

export interface MemoryOptions {
  /** Beyond twice this number the older half of the events is forgotten. */
  readonly eventsMax?: number;
  /** Beyond twice this number the older half of the batches is forgotten, but none newer than the newest checkpoint. */
  readonly batchesMax?: number;
  /**
   * False: of batches only the newest is kept, and no event, letter or topic. For a city in which nobody looks back, and which is
   * checkpointed before it is opened again: what is younger than its checkpoint is lost. Keeping takes half as much CPU as acts do.
   */
  readonly keepsHistory?: boolean;
}

/** A base with all that it holds. */
export interface MemoryBase extends Base {
  readonly actors: readonly Image[];
  readonly accounts: readonly (readonly [AccountId, Account])[];
}

export class MemoryStore {
  readonly eventsMax: number;
  readonly batchesMax: number;
  readonly keepsHistory: boolean;
  generation = 0;
  holder: Holder | undefined;
  batches: Batch[] = [];
  events: FeedEvent[] = [];
  oldestSeq = 1;
  readonly letters = new Map<ActorId, FeedEvent[]>();
  readonly followings = new Map<ActorId, Following[]>();
  readonly keys = new Map<string, KeyRow>();
  readonly contents = new Map<ContentHash, string>();
  readonly actors = new Map<ActorId, Image>();
  readonly accounts = new Map<AccountId, Account>();
  readonly departed = new Map<ActorId, Departed>();
  readonly departedKeys = new Map<string, Set<ActorId>>();
  /** By handle, and by token hash. */
  readonly logins = new Map<string, VisitorLogin>();
  readonly sessions = new Map<string, VisitorSession>();
  readonly tickRows = new Map<number, TickRow>();
  readonly chronicle = {
    entries: new Map<number, Entry>(),
    subjects: new Map<SubjectId, Subject>(),
    summaries: new Map<string, Summary>(),
    /** By what one is of. */
    tallies: new Map<string, Tally>(),
    reach: 0,
  };
  /** Of each account, in the order of its postings. */
  readonly postings = new Map<AccountId, PostingLine[]>();
  bookReach: BookReach = { batch: 0, turn: 0 };
  /** By the station or the note whose picture it is. */
  readonly pictures = new Map<string, Picture>();
  /** In the order of batches. */
  bases: MemoryBase[] = [];
  /** Which version of the code made a batch, by its number; of those that said so. */
  readonly codes = new Map<number, string>();
  checkpoint: { readonly batch: number; readonly counters: Counters } | undefined;

  constructor(options: MemoryOptions = {}) {
    this.eventsMax = options.eventsMax ?? 1_000_000;
    this.batchesMax = options.batchesMax ?? 100_000;
    this.keepsHistory = options.keepsHistory ?? true;
  }
}

/** What is in a store, as plain data. Nobody holds it. */
export type StoreContent = Partial<Omit<MemoryStore, keyof MemoryOptions | 'holder'>>;

/** What a store holds at its newest checkpoint, behind which no batch is needed; shares its lists and maps. */
export function contentOf(store: MemoryStore): StoreContent {
  const { eventsMax: _1, batchesMax: _2, keepsHistory: _3, holder: _4, ...content } = store;
  return { ...content, batches: [] };
}

/** A store that holds this. */
export function storeOf(content: StoreContent, options: MemoryOptions): MemoryStore {
  return Object.assign(new MemoryStore(options), content);
}

/** Adds a batch, and what an append writes besides. */
export function remember(store: MemoryStore, batch: Batch): void {
  if (store.keepsHistory) {
    for (const event of batch.events) {
      store.events.push(event);
      address(store, event);
    }
    for (const following of batch.followings) follow(store, following);
  } else store.oldestSeq = batch.counters.seq + 1;
  for (const row of batch.keys) {
    const name = keyName(row.caller, row.key);
    const kept = store.keys.get(name);
    if (kept === undefined || kept.at < row.at - keyKeptMs) store.keys.set(name, row);
  }
  for (const one of batch.departed) keep(store, one);
  for (const { hash, text } of batch.contents) if (!store.contents.has(hash)) store.contents.set(hash, text);
}

function address(store: MemoryStore, event: FeedEvent): void {
  if (event.letters === undefined) return;
  for (const actor of new Set(event.letters)) {
    const letters = store.letters.get(actor);
    if (letters === undefined) store.letters.set(actor, [event]);
    else letters.push(event);
  }
}

function keep({ departed, departedKeys }: MemoryStore, one: Departed): void {
  const { id } = one.image;
  departed.set(id, one);
  for (const key of one.keys) departedKeys.set(key, (departedKeys.get(key) ?? new Set()).add(id));
}

function follow(store: MemoryStore, following: Following): void {
  const intervals = store.followings.get(following.actor);
  if (intervals === undefined) {
    store.followings.set(following.actor, [following]);
    return;
  }
  if (intervals.at(-1)?.seq === following.seq) intervals.pop();
  intervals.push(following);
}

/** Forgets the older half of every list that is over its bound; without history, all batches but the newest. */
export function trim(store: MemoryStore): void {
  if (!store.keepsHistory) {
    store.batches = store.batches.slice(-1);
    return;
  }
  if (store.events.length > 2 * store.eventsMax) dropEvents(store, store.events[store.eventsMax]?.seq ?? 0);
  if (store.batches.length > 2 * store.batchesMax) {
    const base = store.checkpoint?.batch ?? 0;
    const behind = firstAbove(store.batches, base, (kept) => kept.batch);
    // Without a checkpoint there is nothing to forget: a copy for each batch then took more than the city itself.
    if (behind > 0) store.batches = store.batches.slice(Math.min(behind, store.batchesMax));
  }
}

/** Forgets events before a seq, and what only they needed. The result: how many. */
export function dropEvents(store: MemoryStore, before: number): number {
  const count = firstAbove(store.events, before - 1, (event) => event.seq);
  store.events = store.events.slice(count);
  store.oldestSeq = Math.max(store.oldestSeq, before);
  for (const [actor, letters] of store.letters) {
    const kept = letters.slice(firstAbove(letters, before - 1, (event) => event.seq));
    if (kept.length === 0) store.letters.delete(actor);
    else store.letters.set(actor, kept);
  }
  for (const [actor, intervals] of store.followings) {
    const kept = Math.max(0, firstAbove(intervals, before, (each) => each.seq) - 1);
    if (kept > 0) store.followings.set(actor, intervals.slice(kept));
  }
  return count;
}

/** The name of a key row; callers are ids and hold no line break. */
export function keyName(caller: string, key: string): string {
  return `${caller}\n${key}`;
}
