/**
 * Counts failures (S1). An actor that throws too often is quarantined; a caller who makes actors throw too often is
 * refused first. How often is too often is data in the kind. Not part of the city's state: a restart forgives.
 */
import { LRUCache } from 'lru-cache';
import type { Caller } from './command.ts';
import type { ActorId } from './ids.ts';
import type { ActorKind } from './kind.ts';

/** Exceptions that one caller may cause within `callerWithinTicks` before it is refused. */
const callerFailuresMax = 3;
const callerWithinTicks = 2;
/** Actors, and callers, whose failures are remembered; the longest untouched are forgiven first. */
const rememberedMax = 10_000;

export type Verdict = 'go on' | 'quarantine';

export class Supervisor {
  /** Made at the first failure: they are allocated whole, in milliseconds, and most cities never need them. */
  #ofActor: LRUCache<ActorId, number[]> | undefined;
  #ofCaller: LRUCache<Caller, number[]> | undefined;

  /** Notes that `actor` threw at `tick` while serving `caller`. */
  failed(actor: ActorId, kind: ActorKind, caller: Caller, tick: number): Verdict {
    const { failuresMax, withinTicks, essential } = kind.supervision;
    this.#ofActor ??= new LRUCache({ max: rememberedMax });
    this.#ofCaller ??= new LRUCache({ max: rememberedMax });
    if (caller !== 'city') note(this.#ofCaller, caller, tick, callerWithinTicks);
    const failures = note(this.#ofActor, actor, tick, withinTicks);
    return failures > failuresMax && !essential(actor) ? 'quarantine' : 'go on';
  }

  /** True when `caller` has made actors throw too often lately. */
  refuses(caller: Caller, tick: number): boolean {
    const ticks = this.#ofCaller?.get(caller);
    if (ticks === undefined) return false;
    const recent = ticks.filter((at) => at > tick - callerWithinTicks);
    if (recent.length === 0) this.#ofCaller?.delete(caller);
    return recent.length >= callerFailuresMax;
  }

  /** The operator gives the actor another chance. */
  forget(actor: ActorId): void {
    this.#ofActor?.delete(actor);
  }
}

/** Remembers a failure and returns how many there were within the window. */
function note<K extends string>(failures: LRUCache<K, number[]>, key: K, tick: number, withinTicks: number): number {
  const recent = (failures.get(key) ?? []).filter((at) => at > tick - withinTicks);
  recent.push(tick);
  failures.set(key, recent);
  return recent.length;
}
