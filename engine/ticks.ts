/**
 * Drives a tick through the city: the tick's own turn, then each wake-up that is due as a turn of its own, in slices of at
 * most `tickSliceMs` between which waiting requests are served (K3). Tick n+1 starts when n is drained; one that comes
 * meanwhile waits, a second one joins it (K6).
 */
import type { ActorId } from './ids.ts';
import type { Clock } from './ports.ts';
import type { CityState } from './state.ts';

export interface TickSteps {
  /** Runs the turn `tick(n)`. */
  begin(): void;
  /** Runs the next due wake-up of the actor as a turn of its own. */
  wake(actor: ActorId): void;
  /** Runs the turn that tells everyone, and resolves when it is committed. */
  complete(): Promise<void>;
  /** Resolves when so much is sealed and not yet durable that no more should be added. */
  breathe(): Promise<void>;
}

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
    await this.drain();
    await this.#steps.complete();
  }

  async #drain(): Promise<void> {
    let sliceEnd = this.#clock.elapsed() + this.#sliceMs;
    while (this.#state.due.size > 0) {
      for (const actor of this.#dueInOrder()) {
        const tick = this.#state.dueTick(actor);
        // All of an actor's wake-ups of one tick before the next actor's: what a restart in between goes on with.
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

  /** By tick, then by kind and id: the order of the strings themselves, which sorts without a comparison of ours. */
  #dueInOrder(): ActorId[] {
    const ofTick = new Map<number, ActorId[]>();
    for (const id of this.#state.due) {
      const tick = this.#state.dueTick(id);
      const ids = ofTick.get(tick);
      if (ids === undefined) ofTick.set(tick, [id]);
      else ids.push(id);
    }
    const ticks = [...ofTick.keys()].sort((a, b) => a - b);
    return ticks.flatMap((tick) => (ofTick.get(tick) ?? []).sort());
  }
}
