/** A run: a simulated city from its first tick to its last, with what it leaves. */
import { EventHash, lineOf } from './event-log.ts';
import { type Figures, Recorder, type TickRow } from './figures.ts';
import type { RunFolder } from './run-folder.ts';
import { type Course, Simulation } from '../simulation/simulation.ts';
import { stateHash } from './state-hash.ts';

export interface RunOptions {
  readonly course: Omit<Course, 'onEvent'>;
  readonly ticks: number;
  /** Gets the events; unset, they are only counted and hashed. */
  readonly folder?: Pick<RunFolder, 'addEvent' | 'drained'>;
  /** Called after each tick, with the commands carried out or refused so far. */
  readonly onTick?: (tick: number, acts: number) => void;
  readonly signal?: AbortSignal;
}

/** What is known of a run at its end. */
export interface Run {
  readonly summary: Summary;
  readonly rows: readonly TickRow[];
}

export interface Summary {
  readonly seed: number;
  readonly ticks: number;
  /** SHA-256 of all events with their audiences, in order, and of the city at the end. */
  readonly hash: string;
  readonly state_hash: string;
  readonly figures: Figures;
}

/** Runs so many ticks. Throws what a policy or the folder throws, and the reason of the signal when that is aborted. */
export async function run({ course, ticks, folder, onTick, signal }: RunOptions): Promise<Run> {
  const hash = new EventHash();
  const recorder = new Recorder();
  const simulation = await Simulation.open({
    ...course,
    onEvent: (event) => {
      const line = lineOf(event);
      hash.add(line);
      folder?.addEvent(line);
      recorder.hear(event);
    },
  });
  const { door } = simulation;
  const rows: TickRow[] = [];
  for (let tick = 1; tick <= ticks; tick++) {
    signal?.throwIfAborted();
    await simulation.tick();
    rows.push(recorder.row(door));
    await folder?.drained();
    onTick?.(tick, door.applied + [...door.refusals.values()].reduce((sum, count) => sum + count, 0));
  }
  const figures = recorder.figures(door);
  const state_hash = stateHash(door.city.state);
  await simulation.close();
  return { summary: { seed: course.seed, ticks, hash: hash.digest(), state_hash, figures }, rows };
}
