/**
 * Which place has which container: at most one each, never shared, at most `warmMax` of them. An idle container is kept warm; when
 * another place needs room, the one that has been idle longest is ended. When all are at work, the place waits.
 *
 * - A container is at work for one job at a time, or idle, or not in the pool.
 * - A job waits for a container until its deadline at most.
 */
import { assert, assertWhole } from '../../engine/assert.ts';
import type { Resources } from '../interface.ts';
import type { Container } from './container.ts';

type Slot = {
  readonly resources: Resources;
} /** `over` resolves when the container has started, or was ended because nobody wants it any more, or could not be started. */ & (
  | { readonly state: 'starting'; readonly over: Promise<void> }
  | { readonly state: 'busy' | 'idle'; readonly container: Container }
);

/** Rejects when Docker does not start a container. */
export type Starter = (place: string, resources: Resources, msMax: number) => Promise<Container>;

export class Pool {
  readonly #warmMax: number;
  readonly #start: Starter;
  /** Least recently used first. */
  readonly #slots = new Map<string, Slot>();
  /** Called at every change of the pool. */
  readonly #waiting = new Set<() => void>();
  #closed = false;

  constructor(warmMax: number, start: Starter) {
    assertWhole(warmMax, 1, 'containers at a time');
    this.#warmMax = warmMax;
    this.#start = start;
  }

  /** Resolves to a container at work for `place`, its own or a new one, within `msMax`. Rejects with the reason why there is none. */
  async take(place: string, resources: Resources, msMax: number): Promise<Container> {
    assert(place !== '' && Number.isFinite(msMax), 'a container is of a place, and waited for until a deadline');
    const deadline = performance.now() + msMax;
    for (;;) {
      if (this.#closed) throw new Error('the sandbox is closed');
      const warm = this.#warm(place, resources);
      if (warm !== undefined) return warm;
      if (!this.#slots.has(place) && this.#makeRoom())
        return this.#fresh(place, resources, deadline - performance.now());
      await this.#change(deadline - performance.now());
    }
  }

  /** Returns the container when the job is over. A container that was dropped meanwhile is not kept. */
  give(place: string, container: Container): void {
    const slot = this.#slots.get(place);
    assert(slot?.state !== 'idle' || slot.container !== container, '[X2] a container that is given back was at work');
    if (slot?.state !== 'busy' || slot.container !== container) return;
    this.#slots.delete(place);
    if (container.alive) this.#slots.set(place, { state: 'idle', container, resources: slot.resources });
    this.#changed();
  }

  /** Forgets the place's container and ends it, even at work. Resolves when it has ended. */
  async drop(place: string): Promise<void> {
    const slot = this.#slots.get(place);
    this.#slots.delete(place);
    this.#changed();
    if (slot?.state === 'starting') await slot.over;
    else await slot?.container.end();
  }

  /** Ends a container that was given out, and forgets it if it is still the place's. */
  async discard(place: string, container: Container): Promise<void> {
    const slot = this.#slots.get(place);
    if (slot !== undefined && slot.state !== 'starting' && slot.container === container) await this.drop(place);
    else await container.end();
  }

  /** Ends every container; the pool gives none any more. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.places().map((place) => this.drop(place)));
    this.#changed();
  }

  places(): readonly string[] {
    return [...this.#slots.keys()];
  }

  /** The place's idle container, at work from now on. A container with other resources is ended. */
  #warm(place: string, resources: Resources): Container | undefined {
    const slot = this.#slots.get(place);
    if (slot?.state !== 'idle') return undefined;
    if (!slot.container.alive || !sameSize(slot.resources, resources)) {
      void this.drop(place);
      return undefined;
    }
    this.#slots.set(place, { ...slot, state: 'busy' });
    return slot.container;
  }

  async #fresh(place: string, resources: Resources, msMax: number): Promise<Container> {
    const started = this.#start(place, resources, msMax);
    const isWanted = (): boolean => this.#slots.get(place) === starting;
    const over = started
      .then((container) => (isWanted() ? undefined : container.end()))
      .then(
        () => {},
        () => {},
      );
    const starting: Slot = { state: 'starting', resources, over };
    this.#slots.set(place, starting);
    assert(this.#slots.size <= this.#warmMax, '[X1] no more containers than may be');
    try {
      const container = await started;
      if (!isWanted()) throw new Error('the place was removed');
      assert(!this.#isElsewhere(place, container), '[X1] a container is of one place');
      this.#slots.set(place, { state: 'busy', container, resources });
      return container;
    } catch (error) {
      if (isWanted()) this.#slots.delete(place);
      this.#changed();
      throw error;
    }
  }

  /** True when one more may be started. */
  #makeRoom(): boolean {
    if (this.#slots.size < this.#warmMax) return true;
    for (const [place, slot] of this.#slots) {
      if (slot.state !== 'idle') continue;
      void this.drop(place);
      return true;
    }
    return false;
  }

  #isElsewhere(place: string, container: Container): boolean {
    for (const [of, slot] of this.#slots)
      if (of !== place && slot.state !== 'starting' && slot.container === container) return true;
    return false;
  }

  async #change(msMax: number): Promise<void> {
    if (msMax <= 0) throw new Error('every sandbox is at work');
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => go(), msMax);
      const go = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(go);
        resolve();
      };
      this.#waiting.add(go);
    });
  }

  #changed(): void {
    for (const go of [...this.#waiting]) go();
  }
}

function sameSize(one: Resources, other: Resources): boolean {
  return one.cpuMillis === other.cpuMillis && one.memoryBytes === other.memoryBytes;
}
