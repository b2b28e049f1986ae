/**
 * The books of a stopped city, read without its own process: accounts, journal and events in the database of its data folder, by the
 * engine's own recovery and by SQL.
 */
import { isDeepStrictEqual } from 'node:util';
import postgres from 'postgres';
import { kinds } from '../../actors/index.ts';
import { recover } from '../../engine/commit/recovery.ts';
import type { JournalRow } from '../../engine/ports.ts';
import { CityState } from '../../engine/state/city-state.ts';
import { balanceAt } from '../../engine/state/ledger.ts';
import { seal } from '../../engine/turn/seal.ts';
import { runTurn } from '../../engine/turn/turn.ts';
import { DataFolder } from '../../persistence/data-folder.ts';
import { type Embedded, startEmbedded } from '../../persistence/embedded/embedded-postgres.ts';
import type { Persistence } from '../../persistence/interface.ts';
import { openPersistence } from '../../persistence/postgres/persistence.ts';
import { heldInImages } from '../actors/built-places.ts';
import { Past } from './past.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** How often each thing that callers ask for stands in the event table. */
export interface Happened {
  readonly broadcast: number;
  readonly whisper: number;
  readonly shout: number;
  readonly letter: number;
  readonly pay: number;
  readonly move: number;
  /** Texts of messages that stand there more than once. */
  readonly doubled: readonly string[];
}

export interface Books {
  /** What is wrong with them; empty for sound ones. */
  readonly faults: readonly string[];
  readonly turns: number;
  readonly events: number;
  readonly happened: Happened;
}

/** Access to the database of a folder whose city does not run. */
export class Database {
  readonly sql: postgres.Sql<Record<string, never>>;
  readonly embedded: Embedded;

  private constructor(embedded: Embedded) {
    this.embedded = embedded;
    this.sql = postgres({ ...embedded.connection, max: 2, fetch_types: false, onnotice: () => undefined });
  }

  static async open(folder: string): Promise<Database> {
    return new Database(await startEmbedded({ dataDir: folder, log: quiet }));
  }

  /** Leaves the server as it is. */
  async leave(): Promise<void> {
    await this.sql.end({ timeout: 1 });
    await this.embedded.leave();
  }

  async stop(): Promise<void> {
    await this.sql.end({ timeout: 1 });
    await this.embedded.stop();
  }
}

/** Reads and judges the books of a folder whose city does not run. `residents` are those whose doings are counted, all when absent. */
export async function readBooks(folder: string, residents?: readonly string[]): Promise<Books> {
  const database = await Database.open(folder);
  const persistence = await openPersistence({ address: { ...database.embedded.connection } });
  try {
    const faults: string[] = [];
    const recovered = await recoveredState(folder, persistence, faults);
    const past = await Past.of(folder, database);
    const replayed = await replay(folder, persistence, faults, past);
    if (replayed !== undefined) compare(recovered, replayed, faults);
    faults.push(...(await past.differences()));
    const events = await checkEvents(database, recovered.counters.seq, faults);
    const happened = await countHappened(database, residents);
    return { faults, turns: recovered.counters.turn, events, happened };
  } finally {
    await persistence.close();
    await database.stop();
  }
}

function emptyState(folder: string): CityState {
  return new CityState(kinds, new DataFolder(folder).secret(undefined), {});
}

/** All accounts add up to nothing, none is below zero, and what requests and calls hold is in escrow (L5, L7). */
async function recoveredState(folder: string, persistence: Persistence, faults: string[]): Promise<CityState> {
  const state = emptyState(folder);
  await recover(state, persistence.journal, persistence.checkpoints);
  const { credits, burn, overdrawn } = state.totals();
  if (credits !== 0) faults.push(`[L7] all accounts add up to ${credits} millicredits`);
  if (burn !== 0) faults.push(`[L3] all burns add up to ${burn}`);
  if (overdrawn.length > 0) faults.push(`[L2] below zero: ${overdrawn.join(', ')}`);
  const [escrow, held] = [balanceAt(state.account('escrow'), state.counters.tick), heldInImages(state.images.values())];
  if (escrow !== held) faults.push(`[L5] ${escrow} in escrow, ${held} held`);
  return state;
}

/** Batches and turns without a gap, and the commands run again from nothing (J0, J1). `undefined` when they cannot be. */
async function replay(
  folder: string,
  persistence: Persistence,
  faults: string[],
  past: Past,
): Promise<CityState | undefined> {
  const state = emptyState(folder);
  let batch = 0;
  for await (const row of persistence.journal.read(0)) {
    batch += 1;
    const gap = gapBefore(row, batch, state.counters.turn);
    const refused = gap ?? runAgain(state, row, past);
    if (refused === undefined) continue;
    faults.push(refused);
    return undefined;
  }
  return state;
}

function gapBefore(row: JournalRow, batch: number, turn: number): string | undefined {
  if (row.batch !== batch) return `[J0] batch ${batch} is missing: ${row.batch} follows`;
  if (row.firstTurn !== turn + 1) return `[J0] batch ${batch} begins with turn ${row.firstTurn} after ${turn}`;
  return undefined;
}

function runAgain(state: CityState, row: JournalRow, past: Past): string | undefined {
  for (const command of row.commands) {
    if (command.turn !== state.counters.turn + 1)
      return `[J0] turn ${command.turn} follows ${state.counters.turn} in batch ${row.batch}`;
    const draft = runTurn(state, command);
    if (draft.type === 'refused') return `[J1] turn ${command.turn} is refused when it is run again: ${draft.code}`;
    seal(draft, command, []);
    past.note(state, row);
  }
  return undefined;
}

function compare(images: CityState, commands: CityState, faults: string[]): void {
  const pairs = [
    ['counters', images.counters, commands.counters],
    ['actors', images.images, commands.images],
    ['tombstones', new Map(images.tombs.entries()), new Map(commands.tombs.entries())],
    ['accounts', images.accounts, commands.accounts],
  ] as const;
  for (const [name, left, right] of pairs) {
    // As the journal keeps them: an absent field and an undefined one are the same.
    if (isDeepStrictEqual(plain(left), plain(right))) continue;
    faults.push(`[J1] ${name} differ between images and replayed commands`);
  }
}

function plain(value: unknown): unknown {
  const entries = value instanceof Map ? [...value].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)) : value;
  return JSON.parse(JSON.stringify(entries));
}

/** The seqs of events are 1 to the newest that the counters know, without a gap (J0). */
async function checkEvents(database: Database, newest: number, faults: string[]): Promise<number> {
  const [row] = await database.sql<{ count: number; first: number; last: number }[]>`
    select count(*)::int as count, coalesce(min(seq), 1)::int as first, coalesce(max(seq), 0)::int as last from event`;
  const { count = 0, first = 1, last = 0 } = row ?? {};
  if (first !== 1 || last !== newest || count !== newest)
    faults.push(`[J0] ${count} events from ${first} to ${last}, the counters say ${newest}`);
  return count;
}

async function countHappened(database: Database, residents: readonly string[] | undefined): Promise<Happened> {
  const everyone = residents === undefined;
  const names = (residents ?? []).join(' ');
  const rows = await database.sql<{ type: string; count: number }[]>`
    select type, count(*)::int as count from event
    where ${everyone} or (body::json ->> 'actor') = any (string_to_array(${names}, ' '))
    group by type`;
  const count = (type: string) => rows.find((row) => row.type === type)?.count ?? 0;
  const doubled = await database.sql<{ said: string }[]>`
    select sender || ': ' || content as said from message_history
    group by sender, location, type, content, (select body::json ->> 'subject' from event where event.seq = message_history.seq)
    having count(*) > 1 limit 10`;
  return {
    broadcast: count('message.broadcast'),
    whisper: count('message.whisper'),
    shout: count('message.shout'),
    letter: count('message.direct'),
    pay: count('credits.transferred'),
    move: count('resident.arrived'),
    doubled: doubled.map(({ said }) => said),
  };
}
