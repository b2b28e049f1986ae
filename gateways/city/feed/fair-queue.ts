/**
 * A fair queue for look-ups of missed events, with a concurrency limit for all of them and a limit of one for each resident, however many
 * sockets it has. Residents take turns; the sockets of one resident are served in order. Sockets that are gone are passed over.
 */

interface Waiting {
  /** False when its socket is gone: nobody would read what it looks up. */
  readonly isWanted: () => boolean;
  readonly end: (mayLook: boolean) => void;
}

export class FairQueue {
  readonly #atOnceMax: number;
  /** By resident; the longest waiting first. */
  readonly #waiting = new Map<string, readonly Waiting[]>();
  readonly #busy = new Set<string>();

  constructor(atOnceMax: number) {
    this.#atOnceMax = atOnceMax;
  }

  /** The result of `look`, which runs when it is the turn of `name`; `undefined` when it was no longer wanted by then. */
  async take<T>(name: string, isWanted: () => boolean, look: () => Promise<T>): Promise<T | undefined> {
    const mayLook = await new Promise<boolean>((end) => this.#wait(name, { isWanted, end }));
    if (!mayLook) return undefined;
    try {
      return await look();
    } finally {
      this.#end(name);
    }
  }

  /** At most one for each of the resident's sockets: those that are gone make room. */
  #wait(name: string, waiting: Waiting): void {
    const queue = this.#waiting.get(name) ?? [];
    this.#waiting.set(name, [...stillWanted(queue), waiting]);
    this.#next();
  }

  /** The resident goes to the end of the queue. */
  #end(name: string): void {
    this.#busy.delete(name);
    const rest = this.#waiting.get(name);
    this.#waiting.delete(name);
    if (rest !== undefined) this.#waiting.set(name, rest);
    this.#next();
  }

  #next(): void {
    for (const [name, queue] of this.#waiting) {
      if (this.#busy.size >= this.#atOnceMax) return;
      if (this.#busy.has(name)) continue;
      const [first, ...rest] = stillWanted(queue);
      if (rest.length > 0) this.#waiting.set(name, rest);
      else this.#waiting.delete(name);
      if (first === undefined) continue;
      this.#busy.add(name);
      first.end(true);
    }
  }
}

/** Those that are still wanted; the others resolve without a look-up. */
function stillWanted(queue: readonly Waiting[]): readonly Waiting[] {
  return queue.filter((waiting) => {
    const isWanted = waiting.isWanted();
    if (!isWanted) waiting.end(false);
    return isWanted;
  });
}
