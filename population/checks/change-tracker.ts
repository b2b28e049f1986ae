/**
 * Tracks whether the population can have changed a thing between two moments. An expectation from the beginning of a request holds for
 * its answer only if no change was under way then and none was made since.
 */
export class ChangeTracker {
  #underWay = 0;
  #changes = 0;
  #overlapped = false;

  /** The same number at two moments: no change between them. NaN, which equals no other number, while a change is under way. */
  get revision(): number {
    return this.#underWay > 0 ? Number.NaN : this.#changes;
  }

  beginChange(): void {
    this.#overlapped = this.#underWay > 0;
    this.#underWay++;
  }

  /** True when no other change was under way during this one: then its outcome is final. */
  endChange(): boolean {
    const wasAlone = !this.#overlapped && this.#underWay === 1;
    this.#underWay--;
    this.#changes++;
    this.#overlapped = this.#underWay > 0;
    return wasAlone;
  }
}

/** Does `work` while all of these things count as changing. */
export async function whileChanging<T>(things: readonly ChangeTracker[], work: () => Promise<T>): Promise<T> {
  for (const thing of things) thing.beginChange();
  try {
    return await work();
  } finally {
    for (const thing of things) thing.endChange();
  }
}
