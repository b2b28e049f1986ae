/**
 * Concurrency limits of a service: of each resident a few calls run at the same time, the others wait in the resident's queue. So nobody
 * takes away what all share: connections to the database, the processor, a provider (GS10).
 */
import { PassingMap } from '../../engine/passing.ts';

interface ResidentQueue {
  running: number;
  /** Starts of the waiting calls, in their order. */
  readonly waiting: (() => void)[];
}

/** A place in a resident's queue. Whoever has it leaves it in the end, once. */
export interface Place {
  /** Undefined: the call may begin. */
  readonly begins: Promise<void> | undefined;
  leave(): void;
}

export class ConcurrencyPerResident {
  readonly #atOnce: number;
  readonly #waitingMax: number;
  /** By resident; only residents who have a call here. */
  readonly #queues = new PassingMap<string, ResidentQueue>();

  constructor(atOnce: number, waitingMax: number) {
    this.#atOnce = atOnce;
    this.#waitingMax = waitingMax;
  }

  /** Undefined when too many wait already. */
  enter(name: string): Place | undefined {
    const queue = this.#queues.get(name) ?? { running: 0, waiting: [] };
    this.#queues.set(name, queue);
    if (queue.running < this.#atOnce) {
      queue.running += 1;
      return { begins: undefined, leave: () => this.#leave(name, queue) };
    }
    if (queue.waiting.length >= this.#waitingMax) return undefined;
    let begin: () => void = () => undefined;
    const begins = new Promise<void>((resolve) => {
      begin = resolve;
    });
    queue.waiting.push(begin);
    return { begins, leave: () => taken(begin, queue.waiting) || this.#leave(name, queue) };
  }

  /** The call that has waited longest begins. */
  #leave(name: string, queue: ResidentQueue): void {
    const next = queue.waiting.shift();
    if (next !== undefined) {
      next();
      return;
    }
    queue.running -= 1;
    if (queue.running === 0) this.#queues.delete(name);
  }
}

/** Takes it out of the list; false when it is not there. */
function taken<Item>(item: Item, list: Item[]): boolean {
  const at = list.indexOf(item);
  if (at >= 0) list.splice(at, 1);
  return at >= 0;
}
