/**
 * Drives a fork by policies: from its moment on its residents live as those of a simulation do, with what a city asks of outside answered
 * as there.
 *
 * FK2  The same fork, seed, policies and ticks give the same city, interrupted and gone on with or not.
 */
import type { Settings } from '../../engine/actor-kind.ts';
import type { Journal } from '../../engine/ports.ts';
import type { PolicyTable } from '../../population/policies/built-in.ts';
import { stateHash } from '../runs/state-hash.ts';
import type { Lived } from '../simulation/course.ts';
import { Simulation } from '../simulation/simulation.ts';
import type { CityMemory, VirtualCityOptions } from '../simulation/virtual-city.ts';

export interface PoliciesDrive {
  /** Leased by whoever drives. */
  readonly persistence: CityMemory;
  readonly journalOf: (journal: Journal) => Journal;
  readonly config: VirtualCityOptions['config'];
  /** Of the fork. */
  readonly secret: string;
  readonly settings: Settings;
  /** How many live there, and the time of its last turn, in milliseconds since 1970. */
  readonly living: number;
  readonly at: number;
  readonly table: PolicyTable;
  readonly seed: number;
  readonly ticks: number;
  /** What an interrupted one had come to, which is gone on with. */
  readonly kept: DrivenSoFar | undefined;
  /** When it is aborted its reason is thrown, once `keep` has what there is at the end of the tick. */
  readonly signal: AbortSignal;
  readonly keep: (kept: DrivenSoFar) => Promise<void>;
}

/** At the end of a tick. */
export interface DrivenSoFar {
  /** How many were lived. */
  readonly tick: number;
  readonly lived: Lived;
}

/** What came of it. */
export interface Driven {
  readonly turn: number;
  readonly stateHash: string;
  /** Commands that were carried out, and how often each refusal came. */
  readonly applied: number;
  readonly refused: Readonly<Record<string, number>>;
}

/** Lives so many ticks. Throws what a policy throws, what keeps the city from being written, and the reason of the signal. */
export async function driveByPolicies(drive: PoliciesDrive): Promise<Driven> {
  let fail: (cause: unknown) => void = () => {};
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  failed.catch(() => {});
  return Promise.race([failed, live(drive, fail)]);
}

async function live(drive: PoliciesDrive, onFatal: (cause: unknown) => void): Promise<Driven> {
  const { living, at, ticks, kept, signal, keep, ...rest } = drive;
  const course = { ...rest, residents: living, onFatal };
  const simulation =
    kept === undefined ? await Simulation.enter(course, at) : await Simulation.goOn(course, kept.lived);
  for (let tick = kept?.tick ?? 0; tick < ticks; tick++) {
    if (signal.aborted) {
      const { lived } = simulation;
      await simulation.close();
      await keep({ tick, lived });
      signal.throwIfAborted();
    }
    await simulation.tick();
  }
  const { client } = simulation;
  const { state } = client.city;
  const driven = { turn: state.counters.turn, stateHash: stateHash(state), applied: client.applied };
  await simulation.close();
  return { ...driven, refused: Object.fromEntries([...client.refusals].sort()) };
}
