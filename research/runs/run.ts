/**
 * A run: a simulated city from its first tick to its last, with what it leaves in its folder.
 *
 * SM4  A run that was interrupted and gone on with leaves what it would have left uninterrupted, to the byte but for how files are packed.
 */
import { join } from 'node:path';
import type { FeedEvent } from '../../engine/command.ts';
import { type Course, Simulation } from '../simulation/simulation.ts';
import { EventHash, lineOf } from './event-log.ts';
import { GrowingFile } from './growing-file.ts';
import { forget, type KeptRun, keep, keptIn } from './kept-run.ts';
import { csvHead, csvOf, type Figures, Recorder, type TickRow } from './recorder.ts';
import { stateHash } from './state-hash.ts';

export interface RunOptions {
  readonly course: Omit<Course, 'onEvent'>;
  readonly ticks: number;
  /** Gets what the run leaves, and has what an interrupted one has left, which is gone on with. Unset: nothing is written. */
  readonly folder?: string;
  /** Whether the run ends with this tick, before all are lived. */
  readonly isOver?: (row: TickRow) => boolean;
  /** Called after each tick, with the commands carried out or refused so far. */
  readonly onTick?: (tick: number, acts: number) => void;
  readonly signal?: AbortSignal;
}

export interface Summary {
  readonly seed: number;
  /** Those that were lived. */
  readonly ticks: number;
  /** SHA-256 of all events with their audiences, in order, and of the city at the end. */
  readonly hash: string;
  readonly state_hash: string;
  readonly figures: Figures;
}

/** Milliseconds after which a run that goes on keeps where it is: what a process loses that is killed. */
const keepEveryMs = 30_000;

/**
 * Runs so many ticks. Throws what a policy or a file throws; when the signal is aborted, its reason, once all that was lived is kept.
 */
export async function run(options: RunOptions): Promise<Summary> {
  const { course, ticks, folder, isOver = () => false, onTick, signal } = options;
  const kept = folder === undefined ? undefined : await keptIn(folder);
  const files = folder === undefined ? undefined : await Files.open(folder, kept?.bytes);
  const living = await Living.begin(course, files, kept);
  try {
    let keptAt = performance.now();
    for (let { tick } = living; tick < ticks; tick++) {
      if (signal?.aborted || performance.now() - keptAt > keepEveryMs) {
        await living.keep();
        keptAt = performance.now();
      }
      signal?.throwIfAborted();
      const row = await living.live();
      onTick?.(row.tick, living.acts);
      if (isOver(row)) break;
    }
    return await living.end();
  } finally {
    await living.close();
  }
}

/** The files that grow while a run lasts. */
class Files {
  readonly folder: string;
  readonly events: GrowingFile;
  readonly ticks: GrowingFile;

  private constructor(folder: string, events: GrowingFile, ticks: GrowingFile) {
    this.folder = folder;
    this.events = events;
    this.ticks = ticks;
  }

  static async open(folder: string, bytes: KeptRun['bytes'] = {}): Promise<Files> {
    const open = (name: string) => GrowingFile.open(join(folder, name), bytes[name]);
    const files = new Files(folder, await open('events.jsonl.gz'), await open('ticks.csv'));
    if (bytes['ticks.csv'] === undefined) files.ticks.add(csvHead);
    return files;
  }

  async drained(): Promise<void> {
    await this.events.drained();
    await this.ticks.drained();
  }

  async cut(): Promise<KeptRun['bytes']> {
    return { 'events.jsonl.gz': await this.events.cut(), 'ticks.csv': await this.ticks.cut() };
  }

  async abandon(): Promise<void> {
    await this.events.abandon();
    await this.ticks.abandon();
  }
}

class Living {
  readonly #simulation: Simulation;
  readonly #files: Files | undefined;
  readonly #hash: EventHash;
  readonly #recorder: Recorder;

  private constructor(simulation: Simulation, files: Files | undefined, hash: EventHash, recorder: Recorder) {
    this.#simulation = simulation;
    this.#files = files;
    this.#hash = hash;
    this.#recorder = recorder;
  }

  static async begin(course: RunOptions['course'], files?: Files, kept?: KeptRun): Promise<Living> {
    const recorder = new Recorder(kept?.recorded);
    const hash =
      kept === undefined || files === undefined
        ? new EventHash()
        : await EventHash.of(join(files.folder, 'events.jsonl.gz'));
    const onEvent = (event: FeedEvent) => {
      const line = lineOf(event);
      hash.add(line);
      files?.events.add(line);
      recorder.hear(event);
    };
    const whole = { ...course, onEvent };
    const simulation = kept === undefined ? await Simulation.open(whole) : await Simulation.goOn(whole, kept.lived);
    return new Living(simulation, files, hash, recorder);
  }

  /** The newest tick that was lived. */
  get tick(): number {
    return this.#simulation.door.city.state.counters.tick;
  }

  get acts(): number {
    const { applied, refusals } = this.#simulation.door;
    return [...refusals.values()].reduce((sum, count) => sum + count, applied);
  }

  async live(): Promise<TickRow> {
    await this.#simulation.tick();
    const row = this.#recorder.row(this.#simulation.door);
    this.#files?.ticks.add(csvOf(row));
    await this.#files?.drained();
    return row;
  }

  async keep(): Promise<void> {
    if (this.#files === undefined) return;
    const bytes = await this.#files.cut();
    const { tick } = this;
    await keep(this.#files.folder, { tick, lived: this.#simulation.lived, recorded: this.#recorder.recorded, bytes });
  }

  async end(): Promise<Summary> {
    const { door, seed } = this.#simulation;
    const figures = this.#recorder.figures(door);
    const { tick: ticks } = this;
    const state_hash = stateHash(door.city.state);
    await this.#files?.cut();
    if (this.#files !== undefined) await forget(this.#files.folder);
    return { seed, ticks, hash: this.#hash.digest(), state_hash, figures };
  }

  async close(): Promise<void> {
    await this.#files?.abandon();
    await this.#simulation.close();
  }
}
