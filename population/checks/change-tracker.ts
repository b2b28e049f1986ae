/**
 * Whether a thing can have changed between two moments, as far as those know who change it. What was expected when a request began
 * holds for its answer only if nothing was under way then and nothing was done since.
 */
export class ChangeTracker {
  #underWay = 0;
  #changes = 0;
  #overlapped = false;

  /** The same number at two moments: nothing happened between them. NaN, which is like no other, while something is under way. */
  get revision(): number {
    return this.#underWay > 0 ? Number.NaN : this.#changes;
  }

  beginChange(): void {
    this.#overlapped = this.#underWay > 0;
    this.#underWay++;
  }

  /** True when nothing else was under way from its beginning to its end: its outcome is the last word. */
  endChange(): boolean {
    const wasAlone = !this.#overlapped && this.#underWay === 1;
    this.#underWay--;
    this.#changes++;
    this.#overlapped = this.#underWay > 0;
    return wasAlone;
  }
}

/** Does `work` while all of these count as changing. */
export async function whileChanging<T>(things: readonly ChangeTracker[], work: () => Promise<T>): Promise<T> {
  for (const thing of things) thing.beginChange();
  try {
    return await work();
  } finally {
    for (const thing of things) thing.endChange();
  }
}
