/** Batches and images for tests: small, alike, and distinguished by their numbers. */

import type { Image } from '../../engine/actor-kind.ts';
import type { FeedEvent } from '../../engine/command.ts';
import { type ActorId, actorId } from '../../engine/ids.ts';
import type { Batch, Counters, Events, LookBack } from '../../engine/ports.ts';
import { type Account, emptyAccount } from '../../engine/state/ledger.ts';

export const vera = actorId('resident', 'vera-7');
export const omar = actorId('resident', 'omar-9');

/** All that there is, in one look. */
export const everything: LookBack = { after: 0, until: 1_000_000, limit: 1_000_000, reach: 1_000_000 };

/** What one look finds. */
export async function missed(
  events: Events,
  actor: ActorId | null,
  back: Partial<LookBack> = {},
): Promise<FeedEvent[]> {
  return [...(await events.missed(actor, { ...everything, ...back })).events];
}

export function counters(turn: number, seq: number): Counters {
  return {
    turn,
    seq,
    tick: 12,
    completedTick: 11,
    tickAt: 1_764_000_000_123,
    number: 3,
    minted: 5,
    settings: { upkeep: 1000 },
  };
}

export function image(turn: number, fields: Partial<Image> = {}): Image {
  const context = {
    name: 'Vera Ågren 🌳',
    place: 'city-commons',
    big: 2 ** 53 - 1,
    small: -0.5,
    none: null,
    list: [1, 'two', { three: true }],
  };
  const wakes = [{ tick: 3000, event: { type: 'life.end' } }];
  return { id: vera, state: 'alive.active.solvent', context, wakes, calls: [], quarantined: false, turn, ...fields };
}

export function account(turn: number, balance: number): Account {
  return { ...emptyAccount, balance, burn: 1000, since: 12, turn };
}

export function event(seq: number, audience: readonly string[], type = 'message.broadcast'): FeedEvent {
  const at = '2026-01-02T03:04:05.678Z';
  const told = {
    location: 'city-commons',
    actor: 'vera-7',
    subject: null,
    data: { message: `line one\nline two, ${seq}` },
  };
  return {
    seq,
    type,
    audience,
    json: JSON.stringify({ v: 1, seq, type, at, tick: 12, category: 'emergent', ...told }),
  };
}

/** A batch of one turn. */
export function batch(number: number, fields: Partial<Omit<Batch, 'counters'>> = {}): Batch & { counters: Counters } {
  const lastSeq = fields.events?.at(-1)?.seq ?? 0;
  return {
    batch: number,
    firstTurn: number,
    counters: counters(number, lastSeq),
    commands: [
      {
        turn: number,
        at: 1_764_000_000_000 + number,
        type: 'event',
        caller: vera,
        to: vera,
        event: { type: 'speak', message: `m${number}` },
      },
    ],
    actors: [],
    accounts: [],
    events: [],
    followings: [],
    keys: [],
    contents: [],
    departed: [],
    ...fields,
  };
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** The same with the settings of the batch before it. */
export function later({ counters: { settings: _, ...counters }, ...rest }: Batch): Batch {
  return { ...rest, counters };
}
