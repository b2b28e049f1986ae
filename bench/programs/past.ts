/** How long it takes to open a city as it was, at turns all over its life; and to run its commands again, as is needed without bases. */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { kinds } from '../../actors/index.ts';
import type { Image } from '../../engine/actor-kind.ts';
import { must } from '../../engine/assert.ts';
import type { JournalCommand } from '../../engine/command.ts';
import { openPast } from '../../engine/commit/past.ts';
import { runAgain } from '../../engine/commit/replay.ts';
import type { AccountId, ActorId } from '../../engine/ids.ts';
import type { Batch, JournalRow } from '../../engine/ports.ts';
import { CityState } from '../../engine/state/city-state.ts';
import type { Account } from '../../engine/state/ledger.ts';
import type { Sealed } from '../../engine/turn/seal.ts';
import { startEmbedded } from '../../persistence/embedded/embedded-postgres.ts';
import { PostgresHistory } from '../../persistence/postgres/history.ts';
import { openPersistence } from '../../persistence/postgres/persistence.ts';
import { familyMicros } from '../harness/cpu.ts';
import { act, emptyCity, found } from '../harness/crowd.ts';
import { answer, options } from '../harness/program-io.ts';
import { scratchFolder } from '../harness/settings.ts';
import { median } from '../harness/table-row.ts';

export interface PastOptions {
  readonly turns: number;
  readonly residents: number;
  readonly everyTurns: number;
  /** How many turns are opened. */
  readonly opened: number;
}

export interface PastReport {
  /** Milliseconds for each turn that was opened, and for each base that was made. */
  readonly openedMs: readonly number[];
  readonly basesMs: readonly number[];
  /** Turns run again, read from the database, and read before. */
  readonly replayed: ReplayedTurns;
  readonly alone: ReplayedTurns;
}

/** Of several times the median, of the database's time, which is told in hundredths of a second, the mean. */
interface ReplayedTurns {
  readonly perSecond: number;
  /** Microseconds of the processor for each turn: this program's, and the database's. */
  readonly micros: number;
  readonly databaseMicros: number;
}

const { turns, residents, everyTurns, opened } = options<PastOptions>();
const batchTurns = 50;
const replays = 5;
const code = 'bench';
const text = 'good morning, all of you';

const folder = await mkdtemp(join(scratchFolder, 'civitas-bench-past-'));
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const embedded = await startEmbedded({ dataDir: folder, log: quiet });
const address = { ...embedded.connection };
const postmasterPid = must(embedded.pid, 'a server of its own');
const persistence = await openPersistence({ address, code });

const state = emptyCity();
const actors = Array.from({ length: residents }, (_, n) => found(state, n + 1));
let batches = 0;

/** Events are left out: nothing reads them here. */
async function append(
  commands: readonly JournalCommand[],
  sealed: Pick<Sealed, 'images' | 'accounts'>,
  firstTurn: number,
) {
  const none = { events: [], followings: [], keys: [], contents: [], departed: [] } as const;
  const changed = { actors: [...sealed.images.values()], accounts: [...sealed.accounts] };
  const batch: Batch = { batch: ++batches, firstTurn, counters: state.counters, commands, ...changed, ...none };
  if ((await persistence.journal.append(batch)) !== 'durable') throw new Error('the journal is somebody else’s');
}

async function speak(first: number): Promise<void> {
  const images = new Map<ActorId, Image>();
  const accounts = new Map<AccountId, Account>();
  const commands: JournalCommand[] = [];
  for (let n = 0; n < batchTurns; n++) {
    const sealed = act(state, must(actors[(first + n) % residents], 'a resident'), { type: 'broadcast', text });
    commands.push(sealed.command);
    for (const [id, image] of sealed.images) images.set(id, image);
    for (const [id, account] of sealed.accounts) accounts.set(id, account);
  }
  await append(commands, { images, accounts }, first + 1);
}

async function open(turn: number): Promise<CityState> {
  const history = await PostgresHistory.open(address);
  const past = new CityState(kinds, 'a secret of the benches', {});
  await openPast(past, history, { type: 'turn', turn }, code);
  await history.close();
  return past;
}

/** As many of the last turns as lie between two bases, run again in a city that is opened for it. */
async function replayed(isRead: boolean): Promise<ReplayedTurns> {
  const rows = Math.max(1, Math.floor(everyTurns / batchTurns));
  const past = await open(state.counters.turn - rows * batchTurns);
  const history = await PostgresHistory.open(address);
  const kept: JournalRow[] = [];
  const reading = () => history.read(batches - rows, batches);
  if (isRead) for await (const row of reading()) kept.push(row);
  const rest = isRead ? kept : reading();
  const [startedAt, usage, database] = [performance.now(), process.cpuUsage(), familyMicros(postmasterPid)];
  for await (const { batch, commands } of rest) for (const command of commands) runAgain(past, command, batch);
  const { user, system } = process.cpuUsage(usage);
  const seconds = (performance.now() - startedAt) / 1000;
  const databaseMicros = (familyMicros(postmasterPid) - database) / (rows * batchTurns);
  await history.close();
  return { perSecond: (rows * batchTurns) / seconds, micros: (user + system) / (rows * batchTurns), databaseMicros };
}

/** Of several, alternately, after one of each that warms up. */
async function ratesOfReplay(): Promise<Pick<PastReport, 'replayed' | 'alone'>> {
  const sides = { replayed: [] as ReplayedTurns[], alone: [] as ReplayedTurns[] };
  for (let round = 0; round <= replays; round++) {
    const [reading, alone] = [await replayed(false), await replayed(true)];
    if (round === 0) continue;
    sides.replayed.push(reading);
    sides.alone.push(alone);
  }
  return { replayed: middle(sides.replayed), alone: middle(sides.alone) };
}

const middle = (of: readonly ReplayedTurns[]): ReplayedTurns => ({
  perSecond: median(of.map(({ perSecond }) => perSecond)),
  micros: median(of.map(({ micros }) => micros)),
  databaseMicros: of.reduce((sum, { databaseMicros }) => sum + databaseMicros, 0) / of.length,
});

let report: PastReport;
try {
  await persistence.lease.acquire();
  await append([], state, 1);
  const basesMs: number[] = [];
  const founded = state.counters.turn;
  for (let turn = founded, base = founded; turn < turns; turn += batchTurns) {
    await speak(turn);
    if (turn - base < everyTurns) continue;
    const startedAt = performance.now();
    await persistence.bases.make();
    basesMs.push(performance.now() - startedAt);
    base = turn;
  }
  const openedMs: number[] = [];
  const last = state.counters.turn;
  for (let n = 0; n < opened; n++) {
    // In the middle of a batch.
    const turn = founded + Math.floor(((last - founded - 1) * (n + 1)) / opened) - 7;
    const startedAt = performance.now();
    const past = await open(turn);
    openedMs.push(performance.now() - startedAt);
    if (past.counters.turn !== turn) throw new Error(`turn ${turn} was not opened`);
  }
  report = { openedMs, basesMs, ...(await ratesOfReplay()) };
} finally {
  await persistence.close();
  await embedded.stop();
  await rm(folder, { recursive: true, force: true });
}
// Whoever is answered ends this program: the database has to be gone by then.
answer(report);
