/**
 * A run: a simulated city from its first tick to its last, with what it leaves in its folder.
 *
 * SM4  A run that was interrupted and gone on with leaves what it would have left uninterrupted, to the byte but for how files are packed.
 */
import { join } from 'node:path';
import type { FeedEvent } from '../../engine/command.ts';
import type { Sealed } from '../../engine/turn/seal.ts';
import type { Course } from '../simulation/course.ts';
import { Simulation } from '../simulation/simulation.ts';
import { Chronicle } from './chronicle.ts';
import { EventHash, lineOf } from './event-log.ts';
import { cellsOf, FigureRecorder, type Figures, type TickFigures } from './figures.ts';
import { forget, type KeptRun, keep, keptIn } from './kept-run.ts';
import { eventsName, RunFiles } from './run-files.ts';
import { stateHash } from './state-hash.ts';

export interface RunOptions {
  readonly course: Omit<Course, 'onEvent'>;
  readonly ticks: number;
  /** Gets what the run leaves, and has what an interrupted one has left, which is gone on with. Unset: nothing is written. */
  readonly folder?: string;
  /** Whether the run ends with this tick, before all are lived. */
  readonly isOver?: (row: TickFigures) => boolean;
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
 * Runs so many ticks. Throws what a policy or a file throws; when the signal is aborted, its reason, once all that was lived is
 * kept. Nothing is kept where minds live.
 */
export async function run(options: RunOptions): Promise<Summary> {
  const { course, ticks, folder, isOver = () => false, onTick, signal } = options;
  const kept = folder === undefined ? undefined : await keptIn(folder);
  const files = folder === undefined ? undefined : await RunFiles.open(folder, kept?.bytes);
  const living = await Living.begin(course, files, kept);
  const canGoOn = course.minds === undefined;
  try {
    let keptAt = performance.now();
    for (let { tick } = living; tick < ticks; tick++) {
      if (canGoOn && (signal?.aborted || performance.now() - keptAt > keepEveryMs)) {
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

/** What is gathered while a run lasts. */
interface Gathered {
  readonly hash: EventHash;
  readonly recorder: FigureRecorder;
  readonly chronicle: Chronicle;
}

class Living {
  readonly #simulation: Simulation;
  readonly #files: RunFiles | undefined;
  readonly #hash: EventHash;
  readonly #recorder: FigureRecorder;
  readonly #chronicle: Chronicle;

  private constructor(simulation: Simulation, files: RunFiles | undefined, { hash, recorder, chronicle }: Gathered) {
    this.#simulation = simulation;
    this.#files = files;
    this.#hash = hash;
    this.#recorder = recorder;
    this.#chronicle = chronicle;
  }

  static async begin(course: RunOptions['course'], files?: RunFiles, kept?: KeptRun): Promise<Living> {
    const recorder = new FigureRecorder(kept?.recorded);
    const chronicle = new Chronicle((table, cells) => files?.add(table, cells), kept?.chronicled);
    const hash =
      kept === undefined || files === undefined ? new EventHash() : await EventHash.of(join(files.folder, eventsName));
    const onEvent = (event: FeedEvent) => {
      const line = lineOf(event);
      hash.add(line);
      files?.addEvent(line);
      recorder.hear(event);
      chronicle.hear(event);
    };
    let tick = kept?.tick ?? 0;
    const onSealed = (sealed: Sealed) => {
      if (sealed.command.type === 'tick') tick = sealed.command.tick;
      chronicle.note(sealed, tick);
    };
    const whole = { ...course, onEvent, onSealed };
    const simulation = kept === undefined ? await Simulation.open(whole) : await Simulation.goOn(whole, kept.lived);
    return new Living(simulation, files, { hash, recorder, chronicle });
  }

  /** The newest tick that was lived. */
  get tick(): number {
    return this.#simulation.client.city.state.counters.tick;
  }

  get acts(): number {
    const { applied, refusals } = this.#simulation.client;
    return [...refusals.values()].reduce((sum, count) => sum + count, applied);
  }

  async live(): Promise<TickFigures> {
    await this.#simulation.tick();
    const row = this.#recorder.row(this.#simulation.client);
    this.#files?.add('ticks', cellsOf(row));
    await this.#files?.drained();
    return row;
  }

  async keep(): Promise<void> {
    if (this.#files === undefined) return;
    const bytes = await this.#files.cut();
    const [{ recorded }, { chronicled }, { lived }] = [this.#recorder, this.#chronicle, this.#simulation];
    await keep(this.#files.folder, { tick: this.tick, lived, recorded, chronicled, bytes });
  }

  async end(): Promise<Summary> {
    const { client, seed } = this.#simulation;
    const figures = this.#recorder.figures(client);
    const { tick: ticks } = this;
    const state_hash = stateHash(client.city.state);
    this.#chronicle.end(client.city.state);
    await this.#files?.end();
    if (this.#files !== undefined) await forget(this.#files.folder);
    return { seed, ticks, hash: this.#hash.digest(), state_hash, figures };
  }

  async close(): Promise<void> {
    await this.#files?.abandon();
    await this.#simulation.close();
  }
}
