/**
 * Counts failures (S1). An actor that throws too often is quarantined. A caller who makes actors throw too often is refused before that,
 * and counts once against an actor that is not its own: nobody alone puts another's place out of order. How often is too often is data in
 * the kind. Failures are not part of the city's state: a restart forgets them.
 */
import { LRUCache } from 'lru-cache';
import type { ActorKind } from '../actor-kind.ts';
import type { Caller } from '../command.ts';
import type { ActorId } from '../ids.ts';

/** Exceptions that one caller may cause within `callerWithinTicks` before it is refused. */
const callerFailuresMax = 3;
const callerWithinTicks = 2;
/** Actors, and callers, whose failures are remembered; the least recently used are forgotten first. */
const rememberedMax = 10_000;

interface Failure {
  readonly tick: number;
  readonly caller: Caller;
}

export type Verdict = 'go on' | 'quarantine';

export class Supervisor {
  /** Made at the first failure: a cache is allocated whole, in milliseconds, and most cities never need one. */
  #ofActor: LRUCache<ActorId, Failure[]> | undefined;
  #ofCaller: LRUCache<Caller, Failure[]> | undefined;

  /** Notes that `actor` threw at `tick` while serving `caller`. */
  failed(actor: ActorId, kind: ActorKind, caller: Caller, tick: number): Verdict {
    const { failuresMax, withinTicks, essential } = kind.supervision;
    this.#ofActor ??= new LRUCache({ max: rememberedMax });
    this.#ofCaller ??= new LRUCache({ max: rememberedMax });
    if (caller !== 'city') note(this.#ofCaller, caller, { tick, caller }, callerWithinTicks);
    const failures = note(this.#ofActor, actor, { tick, caller }, withinTicks);
    const isAnother = (one: Caller) => one !== 'city' && one !== actor;
    const repeated = failures.filter(({ caller: one }, n) => {
      return isAnother(one) && failures.findIndex(({ caller: first }) => first === one) < n;
    });
    return failures.length - repeated.length > failuresMax && !essential(actor) ? 'quarantine' : 'go on';
  }

  /** True when `caller` has made actors throw too often lately. */
  refuses(caller: Caller, tick: number): boolean {
    const failures = this.#ofCaller?.get(caller);
    if (failures === undefined) return false;
    const recent = failures.filter((failure) => failure.tick > tick - callerWithinTicks);
    if (recent.length === 0) this.#ofCaller?.delete(caller);
    return recent.length >= callerFailuresMax;
  }

  /** The operator gives the actor another chance. */
  forget(actor: ActorId): void {
    this.#ofActor?.delete(actor);
  }
}

/** Remembers a failure and returns those within the window. */
function note<K extends string>(
  failures: LRUCache<K, Failure[]>,
  key: K,
  failure: Failure,
  withinTicks: number,
): readonly Failure[] {
  const recent = (failures.get(key) ?? []).filter(({ tick }) => tick > failure.tick - withinTicks);
  recent.push(failure);
  failures.set(key, recent);
  return recent;
}
