/**
 * Policies in a fork, which live it in a thread of their own, in a city that is opened on what was written: one that never ends can be
 * ended there.
 */
import { statfs } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { must } from '../../engine/assert.ts';
import { type Journal, JournalUnavailable } from '../../engine/ports.ts';
import { codeVersion } from '../../host/code-version.ts';
import type { DatabaseAddress } from '../../persistence/postgres/connections.ts';
import { openPersistence } from '../../persistence/postgres/persistence.ts';
import { type Driven, driveByPolicies } from '../../research/past/policies-drive.ts';
import { forget } from '../../research/runs/kept-run.ts';
import { Interruption } from '../interruption.ts';
import { orderedTable } from '../simulate/policy-file.ts';
import { configOf } from '../simulate/rules.ts';
import { inWatchedThread, type Patience, type WatchedData } from '../simulate/watched-thread.ts';
import type { PoliciesOrder } from './drive.ts';
import { type BegunFork, keepFork, keptFork } from './kept-fork.ts';

/** Where it lies. */
export interface ForkPlace {
  readonly address: DatabaseAddress;
  /** In which it is kept what an interrupted one had come to. */
  readonly folder: string;
}

interface ForkThreadData extends WatchedData {
  readonly place: ForkPlace;
  readonly begun: BegunFork;
  readonly drive: PoliciesOrder;
}

type Said =
  | { readonly type: 'ended'; readonly driven: Driven }
  | { readonly type: 'interrupted'; readonly tick: number }
  | { readonly type: 'failed'; readonly why: string };

/** Its policies were interrupted, and what they had come to was kept. */
export class DriveInterrupted extends Interruption {}

export interface LivedInThread {
  readonly drive: PoliciesOrder;
  readonly signal: AbortSignal;
  readonly patience?: Patience | undefined;
}

/** Nobody may hold its lease. Throws an error of one sentence for what fails, and `DriveInterrupted`. */
export function liveInThread(
  place: ForkPlace,
  begun: BegunFork,
  { drive, signal, patience }: LivedInThread,
): Promise<Driven> {
  const hear = (said: Said): Driven => {
    if (said.type === 'failed') throw new Error(said.why);
    if (said.type === 'interrupted')
      throw new DriveInterrupted(`Interrupted after ${said.tick} of ${drive.ticks} ticks`);
    return said.driven;
  };
  return inWatchedThread({ command: 'run-fork', data: { place, begun, drive }, hear, signal, patience });
}

/** Runs what its data orders, and says how it ends. */
export async function runForkInThread(): Promise<void> {
  const port = must(parentPort, 'a thread that was started by another');
  const say = (said: Said) => port.postMessage(said);
  const interrupted = new AbortController();
  port.once('message', () => interrupted.abort());
  let keptTick: number | undefined;
  const onKept = (tick: number) => {
    keptTick = tick;
  };
  try {
    say({ type: 'ended', driven: await live(workerData, interrupted.signal, onKept) });
  } catch (cause) {
    if (keptTick !== undefined) say({ type: 'interrupted', tick: keptTick });
    else say({ type: 'failed', why: cause instanceof Error ? cause.message : String(cause) });
  } finally {
    port.close();
  }
}

async function live(
  { place, begun, drive, asking }: ForkThreadData,
  signal: AbortSignal,
  onKept: (tick: number) => void,
): Promise<Driven> {
  const { address, folder } = place;
  const { settings, ...fork } = begun.written;
  const { policy, seed, ticks } = drive;
  const table = await orderedTable(policy, asking);
  const config = configOf({});
  const kept = await keptFork(folder);
  const persistence = await openPersistence({ address, code: codeVersion() });
  try {
    await persistence.lease.acquire();
    const driven = await driveByPolicies({
      ...{ ...fork, persistence, config, table, seed, ticks, kept, signal },
      journalOf: (journal) => impatient(journal, folder),
      settings: { ...config.rules, ...settings },
      keep: async (soFar) => {
        await keepFork(folder, { begun, ...soFar });
        onKept(soFar.tick);
      },
    });
    must(await persistence.bases.make(), 'a base of its end');
    await forget(folder);
    return driven;
  } finally {
    await persistence.close();
  }
}

/** A fork's own database answers, or the fork has failed: its disk is full. `folder`: where that lies. */
export function impatient(journal: Journal, folder?: string): Journal {
  return {
    read: (after) => journal.read(after),
    append: (batch) =>
      journal.append(batch).catch(async (cause: unknown) => {
        if (!(cause instanceof JournalUnavailable)) throw cause;
        const isFull = saysFull(cause) || (folder !== undefined && (await isAlmostFull(folder)));
        const why = isFull ? 'the disk is full' : cause.message;
        throw new Error(`The fork cannot be written: ${why}. Nothing was kept.`, { cause });
      }),
  };
}

/** Postgres calls it `disk_full`. */
const diskFull = '53100';

const saysFull = ({ cause }: JournalUnavailable): boolean =>
  cause instanceof Error && 'code' in cause && cause.code === diskFull;

/** Two segments of its write-ahead log: without room for one Postgres breaks off, and cannot say why. */
const bytesNeeded = 2 * 16 * 1024 * 1024;

async function isAlmostFull(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < bytesNeeded;
}
