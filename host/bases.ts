/**
 * Makes a base whenever the city has done so many turns since the last one, and as many as it has actors: a base is a copy of all of them,
 * so what it takes, in time and on disk, is bounded for each turn, however large the city is; and a busy city makes none for most of the
 * time. It is made by `civitas base`, a process of its own with a low priority that reads the database: the city itself does no more for
 * it than to count.
 */
import type { Config } from '../config/settings.ts';
import type { CityControl, Health } from '../engine/city-interface.ts';
import type { Log } from '../engine/ports.ts';
import type { Bases } from '../persistence/interface.ts';
import { runInBackground } from './background-program.ts';
import type { Lifecycle } from './lifecycle.ts';

const lookEveryMs = 1_000;
/** Times as long as the last one took are between two: at 10,000 turns a second they would be made without a pause. */
const restFactor = 19;
/** After a failure, such as a disk that is full, the next attempt waits so long. */
const retryMs = 60_000;

interface BaseMakerOptions {
  readonly everyTurns: number;
  readonly city: { readonly health: Pick<Health, 'committedTurn' | 'actors'> };
  readonly bases: Pick<Bases, 'newest'>;
  /** Makes one. Rejects when it could not be made. */
  readonly make: (signal: AbortSignal) => Promise<void>;
  readonly log: Pick<Log, 'warn'>;
  /** Milliseconds between two looks, and before another attempt. */
  readonly lookEveryMs?: number;
  readonly retryMs?: number;
}

export class BaseMaker {
  readonly #options: BaseMakerOptions;
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #turn: number;
  #making: Promise<void> | undefined;

  private constructor(options: BaseMakerOptions, turn: number) {
    this.#options = options;
    this.#turn = turn;
    this.#lookIn(options.lookEveryMs ?? lookEveryMs);
  }

  static async start(options: BaseMakerOptions): Promise<BaseMaker> {
    return new BaseMaker(options, (await options.bases.newest())?.counters.turn ?? 0);
  }

  /** Ends what is being made; of that nothing is kept. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await this.#making;
  }

  #lookIn(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#making = this.#look().then((next) => {
        if (!this.#stopping.signal.aborted) this.#lookIn(next);
      });
    }, ms);
  }

  /** Milliseconds until the next look. */
  async #look(): Promise<number> {
    const { city, everyTurns, make, log } = this.#options;
    const { committedTurn, actors } = city.health;
    const lookEvery = this.#options.lookEveryMs ?? lookEveryMs;
    if (committedTurn - this.#turn < Math.max(everyTurns, actors)) return lookEvery;
    const begun = performance.now();
    try {
      await make(this.#stopping.signal);
      this.#turn = committedTurn;
      return Math.max(lookEvery, restFactor * (performance.now() - begun));
    } catch (cause) {
      if (!this.#stopping.signal.aborted)
        log.warn({ cause: String(cause) }, 'no base could be made: turns since the last one take longer to open');
      return this.#options.retryMs ?? retryMs;
    }
  }
}

export async function startBases(
  { BASE_TURNS: everyTurns }: Pick<Config, 'BASE_TURNS'>,
  log: Log,
  life: Lifecycle,
  city: CityControl,
  bases: Bases,
): Promise<void> {
  if (everyTurns === 0) return;
  const make = async (signal: AbortSignal) => void (await runInBackground('base', signal));
  await life.start(
    () => BaseMaker.start({ everyTurns, city, bases, make, log }),
    (maker) => maker.stop(),
  );
}
