/**
 * Concurrency limits of a service: of each resident a few calls run at the same time, the others wait in the resident's queue. So nobody
 * takes away what all share: connections to the database, the processor, a provider (GS10).
 */

interface Lane {
  running: number;
  /** Starts of the waiting calls, in their order. */
  readonly waiting: Set<() => void>;
}

/** A place in a resident's queue. Whoever has it leaves it in the end, once. */
export interface Place {
  /** Undefined: the call may begin. */
  readonly begins: Promise<void> | undefined;
  leave(): void;
}

export class Lanes {
  readonly #atOnce: number;
  readonly #waitingMax: number;
  /** By resident; only residents who have a call here. */
  readonly #lanes = new Map<string, Lane>();

  constructor(atOnce: number, waitingMax: number) {
    this.#atOnce = atOnce;
    this.#waitingMax = waitingMax;
  }

  /** Undefined when too many wait already. */
  enter(name: string): Place | undefined {
    const lane = this.#lanes.get(name) ?? { running: 0, waiting: new Set() };
    this.#lanes.set(name, lane);
    if (lane.running < this.#atOnce) {
      lane.running += 1;
      return { begins: undefined, leave: () => this.#leave(name, lane) };
    }
    if (lane.waiting.size >= this.#waitingMax) return undefined;
    let begin: () => void = () => undefined;
    const begins = new Promise<void>((resolve) => {
      begin = resolve;
    });
    lane.waiting.add(begin);
    return { begins, leave: () => lane.waiting.delete(begin) || this.#leave(name, lane) };
  }

  /** The call that has waited longest begins. */
  #leave(name: string, lane: Lane): void {
    const [next] = lane.waiting;
    if (next !== undefined) {
      lane.waiting.delete(next);
      next();
      return;
    }
    lane.running -= 1;
    if (lane.running === 0) this.#lanes.delete(name);
  }
}
