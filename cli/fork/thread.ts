/**
 * Policies in a fork, which live it in a thread of their own, in a city that is opened on what was written: one that never ends can be
 * ended there.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { Settings } from '../../engine/actor-kind.ts';
import { must } from '../../engine/assert.ts';
import { type Journal, JournalUnavailable } from '../../engine/ports.ts';
import { codeVersion } from '../../host/code-version.ts';
import type { DatabaseAddress } from '../../persistence/postgres/connections.ts';
import { openPersistence } from '../../persistence/postgres/persistence.ts';
import { type Driven, driveByPolicies } from '../../research/past/policies-drive.ts';
import { orderedTable } from '../simulate/policy-file.ts';
import { configOf } from '../simulate/rules.ts';
import { inWatchedThread, type Patience, type WatchedData } from '../simulate/watched-thread.ts';
import type { PoliciesOrder } from './drive.ts';

/** The fork as it was written: plain data, which goes to the thread. */
export interface WrittenFork {
  readonly address: DatabaseAddress;
  readonly secret: string;
  readonly settings: Settings;
  /** How many live there, and the time of its last turn, in milliseconds since 1970. */
  readonly living: number;
  readonly at: number;
}

interface ForkThreadData extends WrittenFork, WatchedData {
  readonly drive: PoliciesOrder;
}

type Said = { readonly type: 'ended'; readonly driven: Driven } | { readonly type: 'failed'; readonly why: string };

/** Nobody may hold its lease. Throws an error of one sentence for what fails. */
export function liveInThread(written: WrittenFork, drive: PoliciesOrder, patience?: Patience): Promise<Driven> {
  const hear = (said: Said): Driven => {
    if (said.type === 'failed') throw new Error(said.why);
    return said.driven;
  };
  return inWatchedThread({ command: 'run-fork', data: { ...written, drive }, hear, patience });
}

/** Runs what its data orders, and says how it ends. */
export async function runForkInThread(): Promise<void> {
  const port = must(parentPort, 'a thread that was started by another');
  const say = (said: Said) => port.postMessage(said);
  try {
    say({ type: 'ended', driven: await live(workerData) });
  } catch (cause) {
    say({ type: 'failed', why: cause instanceof Error ? cause.message : String(cause) });
  } finally {
    port.close();
  }
}

async function live({ address, drive, settings, asking, ...fork }: ForkThreadData): Promise<Driven> {
  const { policy, seed, ticks } = drive;
  const table = await orderedTable(policy, asking);
  const config = configOf({});
  const persistence = await openPersistence({ address, code: codeVersion() });
  try {
    await persistence.lease.acquire();
    const driven = await driveByPolicies({
      ...{ ...fork, persistence, journalOf: impatient, config, table, seed, ticks },
      settings: { ...config.rules, ...settings },
    });
    must(await persistence.bases.make(), 'a base of its end');
    return driven;
  } finally {
    await persistence.close();
  }
}

/** A fork's own database answers, or the fork has failed: its disk is full. */
export function impatient(journal: Journal): Journal {
  return {
    read: (after) => journal.read(after),
    append: (batch) =>
      journal.append(batch).catch((cause: unknown) => {
        if (!(cause instanceof JournalUnavailable)) throw cause;
        throw new Error(`The fork cannot be written: ${whyOf(cause)}. Nothing was kept.`, { cause });
      }),
  };
}

/** Postgres calls it `disk_full`. */
const diskFull = '53100';

const whyOf = ({ cause, message }: JournalUnavailable): string =>
  cause instanceof Error && 'code' in cause && cause.code === diskFull ? 'the disk is full' : message;
