/**
 * The end of a turn: the draft, prepared, becomes the city's state, and what must become durable is handed on as one value
 * (T2, T3). After `seal` a turn can only be committed or lost with the process (J5).
 */

import type { Image } from '../actor-kind.ts';
import { assert, must } from '../assert.ts';
import type { Content, FeedEvent, Following, JournalCommand } from '../command.ts';
import type { AccountId, ActorId } from '../ids.ts';
import type { Account } from '../state/ledger.ts';
import type { Draft } from './draft.ts';

export interface Sealed {
  readonly turn: number;
  readonly command: JournalCommand;
  readonly images: ReadonlyMap<ActorId, Image>;
  readonly accounts: ReadonlyMap<AccountId, Account>;
  readonly events: readonly FeedEvent[];
  readonly followings: readonly Following[];
  readonly asked: Draft['asked'];
  readonly contents: readonly Content[];
  readonly departed: Draft['departed'];
  /** Credits that it moved, in order. */
  readonly postings: Draft['postings'];
}

/** Makes `draft` the state of the city. */
export function seal(draft: Draft, command: JournalCommand, contents: readonly Content[]): Sealed {
  const { state } = draft;
  assert(draft.turn === state.counters.turn + 1, '[T1] a draft is of the turn that comes next');
  const { events, followings } = must(draft.prepared, 'a prepared draft');
  const settingsChanged = draft.settings !== state.counters.settings;
  const tickMoved = draft.tick !== state.counters.tick;
  state.counters = {
    turn: draft.turn,
    seq: state.counters.seq + events.length,
    tick: draft.tick,
    completedTick: draft.completedTick,
    tickAt: tickMoved || state.counters.tickAt === 0 ? draft.at : state.counters.tickAt,
    number: draft.counted,
    minted: draft.minted,
    settings: draft.settings,
  };
  if (tickMoved) {
    state.tickTurn = draft.turn;
    state.accountWatch.advance(state.counters, (id) => state.account(id));
    state.wakeDue(draft.tick);
  }
  if (settingsChanged) state.watchAccounts();
  for (const image of draft.images.values()) state.putImage(image);
  state.settle();
  for (const [id, account] of draft.accounts) state.putAccount(id, account);
  for (const one of draft.departed) state.depart(one);
  return {
    turn: draft.turn,
    command,
    images: draft.images,
    accounts: draft.accounts,
    events,
    followings,
    asked: draft.asked,
    contents,
    departed: draft.departed,
    postings: draft.postings,
  };
}

/** Lists show the times of ticks again and again: writing one takes several times as long as finding it. */
const written = new Map<number, string>();
const writtenMax = 4_096;

/** ISO 8601 in UTC of milliseconds since 1970. */
export function isoTime(at: number): string {
  const known = written.get(at);
  if (known !== undefined) return known;
  if (written.size === writtenMax) written.clear();
  const text = new Date(at).toISOString();
  written.set(at, text);
  return text;
}
