/**
 * Drives a fork by policies: from its moment on its residents live as those of a simulation do, with what a city asks of outside answered
 * as there.
 *
 * FK2  The same fork, seed, policies and ticks give the same city.
 */
import type { Settings } from '../../engine/actor-kind.ts';
import type { Journal } from '../../engine/ports.ts';
import type { PolicyTable } from '../../population/policies/built-in.ts';
import { stateHash } from '../runs/state-hash.ts';
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
}

/** What came of it. */
export interface Driven {
  readonly turn: number;
  readonly stateHash: string;
  /** Commands that were carried out, and how often each refusal came. */
  readonly applied: number;
  readonly refused: Readonly<Record<string, number>>;
}

/** Lives so many ticks. Throws what a policy throws, and what keeps the city from being written. */
export async function driveByPolicies({ living, at, ticks, ...course }: PoliciesDrive): Promise<Driven> {
  let fail: (cause: unknown) => void = () => {};
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  failed.catch(() => {});
  return Promise.race([failed, live({ ...course, residents: living, onFatal: fail }, at, ticks)]);
}

async function live(course: Parameters<typeof Simulation.enter>[0], at: number, ticks: number): Promise<Driven> {
  const simulation = await Simulation.enter(course, at);
  for (let n = 0; n < ticks; n++) await simulation.tick();
  const { client } = simulation;
  const { state } = client.city;
  const driven = { turn: state.counters.turn, stateHash: stateHash(state), applied: client.applied };
  await simulation.close();
  return { ...driven, refused: Object.fromEntries([...client.refusals].sort()) };
}
