/**
 * Performs outside effects after their commit and brings what they find out back as a command (S2, T3). At recovery an
 * effect that is pending is performed again (`repeat`) or settled as lost (`lost`), as its performer says.
 */

import type { Image, PendingEffect } from '../actor-kind.ts';
import { must } from '../assert.ts';
import type { ActorId } from '../ids.ts';
import { PassingMap } from '../passing.ts';
import type { Clock, Log, Performer } from '../ports.ts';
import type { CityState } from '../state/city-state.ts';
import type { Sealed } from '../turn/seal.ts';
import type { EffectEnd } from './effect-end.ts';

/** Enters the end of an effect as a command. */
type Answer = (actor: ActorId, pending: PendingEffect, end: EffectEnd, contents: readonly string[]) => void;

interface Flight {
  readonly actor: ActorId;
  readonly pending: PendingEffect;
  /** When it started, on the clock's `elapsed`. */
  readonly since: number;
  readonly until: number;
}

export class Performers {
  readonly #performers: ReadonlyMap<string, Performer>;
  readonly #answer: Answer;
  readonly #clock: Clock;
  readonly #log: Log;
  /** Effects of sealed turns that are not durable yet, in the order of their turns. */
  readonly #uncommitted: { readonly turn: number; readonly actor: ActorId; readonly pending: PendingEffect }[] = [];
  /** Effects that are being performed, by their id. */
  readonly #flights = new PassingMap<string, Flight>();

  constructor(performers: Readonly<Record<string, Performer>>, answer: Answer, clock: Clock, log: Log) {
    this.#performers = new Map(Object.entries(performers));
    this.#answer = answer;
    this.#clock = clock;
    this.#log = log;
  }

  /** True for an effect whose caller may wait for it: one that is not performed again after a restart. */
  isAwaited({ effect }: PendingEffect): boolean {
    return this.#performers.get(effect)?.after === 'lost';
  }

  /** Throws for an effect that has no performer. Asked before the turn that wants it is sealed. */
  assertKnown(pending: PendingEffect): void {
    this.#performerOf(pending);
  }

  /** Takes the effects of a sealed turn; they start once it is durable (T3). */
  sealed({ turn, asked }: Pick<Sealed, 'turn' | 'asked'>): void {
    for (const { actor, pending } of asked) this.#uncommitted.push({ turn, actor, pending });
  }

  /** Starts the effects of all turns up to `turn`: they are durable. */
  committed(turn: number): void {
    while (this.#uncommitted[0] !== undefined && this.#uncommitted[0].turn <= turn) {
      const { actor, pending } = this.#uncommitted[0];
      this.#uncommitted.shift();
      this.#start(actor, pending);
    }
  }

  /** Starts a committed effect; its end comes back as `<effect>.done` or `<effect>.failed`. */
  #start(actor: ActorId, pending: PendingEffect): void {
    const performer = this.#performerOf(pending);
    const since = this.#clock.elapsed();
    this.#flights.set(pending.id, { actor, pending, since, until: since + performer.failsAfterMs });
    performer.perform(pending.id, pending.input).then(
      ({ result, contents }) => this.#end(pending.id, { type: 'done', result }, contents),
      (cause: unknown) => this.#fail(pending.id, String(cause)),
    );
  }

  /** Milliseconds since the oldest effect that is being performed was begun, by effect. */
  get oldestMs(): ReadonlyMap<string, number> {
    const oldest = new Map<string, number>();
    // Flights are in the order in which they were begun.
    for (const [, { pending, since }] of this.#flights)
      if (!oldest.has(pending.effect)) oldest.set(pending.effect, this.#clock.elapsed() - since);
    return oldest;
  }

  /** Fails effects that have taken too long: else their actors would wait, and hold credits, for good. Called regularly. */
  sweep(): void {
    const now = this.#clock.elapsed();
    for (const [id, { until }] of this.#flights) if (until <= now) this.#fail(id, 'it has taken too long');
  }

  /**
   * Settles or repeats the effects that the actor asked for, unless they are being performed or wait for their commit: it could not hear of
   * their ends.
   */
  settleAbandoned(image: Image): void {
    const starting = new Set(this.#uncommitted.map(({ pending }) => pending.id));
    for (const pending of image.calls)
      if (!this.#flights.has(pending.id) && !starting.has(pending.id)) this.#resume(image.id, pending);
  }

  #resume(actor: ActorId, pending: PendingEffect): void {
    if (this.#performerOf(pending).after === 'repeat') this.#start(actor, pending);
    else this.#answer(actor, pending, { type: 'lost' }, []);
  }

  #performerOf({ effect }: PendingEffect): Performer {
    return must(this.#performers.get(effect), `a performer of ${effect}`);
  }

  #fail(id: string, cause: string): void {
    const flight = this.#flights.get(id);
    if (flight === undefined) return;
    const { actor, pending } = flight;
    this.#log.warn({ actor, call: id, effect: pending.effect, cause }, 'an outside effect failed');
    this.#end(id, { type: 'failed' });
  }

  /** The first end counts. */
  #end(id: string, end: EffectEnd, contents: readonly string[] = []): void {
    const flight = this.#flights.take(id);
    if (flight !== undefined) this.#answer(flight.actor, flight.pending, end, contents);
  }

  /** Settles or repeats every effect that was pending when the city went down; before `/readyz` (J4). */
  recover(state: CityState): void {
    // Collected before the first is settled: a lost effect may lead to a new one, which is not lost with it.
    const asking = [...state.images.values()].filter(({ calls }) => calls.length > 0);
    for (const image of asking) for (const pending of image.calls) this.#resume(image.id, pending);
  }
}
