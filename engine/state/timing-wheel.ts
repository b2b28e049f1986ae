/**
 * Which ids want attention at which tick. Entries are hints: whoever takes one checks what is due and puts it back when
 * it came early (L6). One entry for each id, at its earliest tick; the order of a tick's ids is decided by the taker,
 * never by insertion, so a recovered wheel gives the same city.
 */
export class TimingWheel<Id extends string> {
  readonly #slots = new Map<number, Set<Id>>();
  readonly #at = new Map<Id, number>();

  /** Wants `id` looked at by `tick` at the latest. An earlier entry stays; `Infinity` wants nothing. */
  want(id: Id, tick: number): void {
    if (tick === Number.POSITIVE_INFINITY) return;
    const known = this.#at.get(id);
    if (known !== undefined) {
      if (known <= tick) return;
      this.#drop(id, known);
    }
    this.#at.set(id, tick);
    const slot = this.#slots.get(tick);
    if (slot === undefined) this.#slots.set(tick, new Set([id]));
    else slot.add(id);
  }

  /** Removes the entry of `id`. */
  forget(id: Id): void {
    const known = this.#at.get(id);
    if (known === undefined) return;
    this.#at.delete(id);
    this.#drop(id, known);
  }

  /** The ids wanted at `tick`, left where they are. */
  peek(tick: number): Id[] {
    return [...(this.#slots.get(tick) ?? [])];
  }

  /** Takes every id wanted at `tick`. Ticks come one by one, so nothing older is left behind. */
  take(tick: number): Id[] {
    const slot = this.#slots.get(tick);
    if (slot === undefined) return [];
    this.#slots.delete(tick);
    for (const id of slot) this.#at.delete(id);
    return [...slot];
  }

  get size(): number {
    return this.#at.size;
  }

  #drop(id: Id, tick: number): void {
    const slot = this.#slots.get(tick);
    slot?.delete(id);
    if (slot?.size === 0) this.#slots.delete(tick);
  }
}
