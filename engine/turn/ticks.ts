/**
 * Drives a tick through the city: the tick's own turn, then each wake-up that is due as a turn of its own, in slices of at
 * most `tickSliceMs` between which waiting requests are served (K3). Tick n+1 starts when n is drained; one that comes
 * meanwhile waits, a second one joins it (K6).
 */
import type { ActorId } from '../ids.ts';
import type { Clock } from '../ports.ts';
import type { CityState } from '../state/city-state.ts';

export interface TickSteps {
  /** Runs the turn `tick(n)`. */
  begin(): void;
  /** Runs the next due wake-up of the actor as a turn of its own. */
  wake(actor: ActorId): void;
  /** Runs the turn that publishes the tick, and resolves when it is committed. */
  complete(): Promise<void>;
  /** Resolves when the journal has caught up so far that more may be sealed. */
  breathe(): Promise<void>;
}

/** An actor that is due, and since which tick. */
interface Due {
  readonly id: ActorId;
  readonly tick: number;
}

/** Ids that are put in order at once, which takes less than a millisecond. */
const runIdsMax = 1_000;

export class Ticks {
  readonly #state: CityState;
  readonly #clock: Clock;
  readonly #steps: TickSteps;
  readonly #sliceMs: number;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #draining: Promise<void> | undefined;

  constructor(state: CityState, clock: Clock, steps: TickSteps, sliceMs: number) {
    this.#state = state;
    this.#clock = clock;
    this.#steps = steps;
    this.#sliceMs = sliceMs;
  }

  /** Advances by one tick; resolves when it is drained and committed. */
  advance(): Promise<void> {
    if (this.#running === undefined) {
      this.#running = this.#advance().finally(() => {
        this.#running = undefined;
      });
      return this.#running;
    }
    this.#next ??= this.#running
      .catch(() => {})
      .then(() => {
        this.#next = undefined;
        return this.advance();
      });
    return this.#next;
  }

  /** Hears every wake-up that is due now, in the order (tick, kind, id) (K3). */
  drain(): Promise<void> {
    this.#draining ??= this.#drain().finally(() => {
      this.#draining = undefined;
    });
    return this.#draining;
  }

  async #advance(): Promise<void> {
    await this.drain();
    this.#steps.begin();
    // An actor that is due hears of the tick before any other message (K4): requests need not wait until all are in order.
    await this.#clock.yield();
    await this.drain();
    await this.#steps.complete();
  }

  async #drain(): Promise<void> {
    let sliceEnd = this.#clock.elapsed() + this.#sliceMs;
    while (this.#state.due.size > 0) {
      for (const actor of inOrder(await this.#sortedRuns())) {
        const tick = this.#state.dueTick(actor);
        // Hears all of an actor's wake-ups of one tick before the next actor's; a restart in between goes on with the same.
        while (this.#state.due.has(actor) && this.#state.dueTick(actor) === tick) {
          this.#steps.wake(actor);
          if (this.#clock.elapsed() < sliceEnd) continue;
          await this.#steps.breathe();
          await this.#clock.yield();
          sliceEnd = this.#clock.elapsed() + this.#sliceMs;
        }
      }
    }
  }

  /** The actors that are due now, in runs that are each in order: sorted in slices too, since a whole city may be due at once. */
  async #sortedRuns(): Promise<readonly (readonly Due[])[]> {
    const ids = [...this.#state.due];
    const runs: Due[][] = [];
    for (let from = 0; from < ids.length; from += runIdsMax) {
      if (from > 0) await this.#clock.yield();
      const run = ids.slice(from, from + runIdsMax).map((id) => ({ id, tick: this.#state.dueTick(id) }));
      runs.push(run.sort((one, other) => (isBefore(one, other) ? -1 : 1)));
    }
    return runs;
  }
}

/** Merges runs that are in order. A look at the head of every run for each one costs little beside the turn that follows. */
function* inOrder(runs: readonly (readonly Due[])[]): Iterable<ActorId> {
  const heads = runs.map(() => 0);
  for (;;) {
    let first: Due | undefined;
    let of = 0;
    for (let n = 0; n < runs.length; n++) {
      const head = runs[n]?.[heads[n] ?? 0];
      if (head === undefined || (first !== undefined && !isBefore(head, first))) continue;
      first = head;
      of = n;
    }
    if (first === undefined) return;
    heads[of] = (heads[of] ?? 0) + 1;
    yield first.id;
  }
}

/** By tick, then by kind and id: the order of the strings themselves. */
const isBefore = (one: Due, other: Due): boolean =>
  one.tick === other.tick ? one.id < other.id : one.tick < other.tick;
