/**
 * Who may look up missed events, and when: so many at once in all, and one at a time for each resident, however many
 * sockets it has. Residents alternate; the sockets of one resident come in order. Who is no longer there is passed over.
 */

interface Waiting {
  /** False when its socket is gone: nobody would read what it looks up. */
  readonly isWanted: () => boolean;
  readonly end: (mayLook: boolean) => void;
}

export class FairQueue {
  readonly #atOnceMax: number;
  /** By resident, the one that waits longest at the head. */
  readonly #waiting = new Map<string, readonly Waiting[]>();
  readonly #busy = new Set<string>();

  constructor(atOnceMax: number) {
    this.#atOnceMax = atOnceMax;
  }

  /** What `look` finds, once `name` may look; `undefined` when it was not wanted any more by then. */
  async take<T>(name: string, isWanted: () => boolean, look: () => Promise<T>): Promise<T | undefined> {
    const mayLook = await new Promise<boolean>((end) => this.#wait(name, { isWanted, end }));
    if (!mayLook) return undefined;
    try {
      return await look();
    } finally {
      this.#end(name);
    }
  }

  /** As many wait for a resident as it has sockets: those that are gone make room. */
  #wait(name: string, waiting: Waiting): void {
    const queue = this.#waiting.get(name) ?? [];
    this.#waiting.set(name, [...stillWanted(queue), waiting]);
    this.#next();
  }

  /** Whoever has looked comes behind everyone else who waits. */
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

/** Those that are; the others are told that they may not look. */
function stillWanted(queue: readonly Waiting[]): readonly Waiting[] {
  return queue.filter((waiting) => {
    const isWanted = waiting.isWanted();
    if (!isWanted) waiting.end(false);
    return isWanted;
  });
}
