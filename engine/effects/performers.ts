/**
 * Performs outside effects after their commit and brings what they find out back as a command (S2, T3). At recovery an
 * open call is performed again (`repeat`) or settled as lost (`lost`), as its performer says.
 */

import type { Image, PendingEffect } from '../actor-kind.ts';
import { must } from '../assert.ts';
import type { Message } from '../effect.ts';
import type { ActorId } from '../ids.ts';
import type { Clock, Log, Performer } from '../ports.ts';
import type { CityState } from '../state/state.ts';
import type { Sealed } from '../turn/seal.ts';

/** Enters the answer to a call as a command. */
type Answer = (actor: ActorId, call: string, event: Message, contents: readonly string[]) => void;

interface Flight {
  readonly actor: ActorId;
  readonly call: PendingEffect;
  /** On the clock's `elapsed`, as its end. */
  readonly since: number;
  readonly until: number;
}

export class Performers {
  readonly #performers: ReadonlyMap<string, Performer>;
  readonly #answer: Answer;
  readonly #clock: Clock;
  readonly #log: Log;
  /** Calls of sealed turns that are not durable yet, in the order of their turns. */
  readonly #uncommitted: { readonly turn: number; readonly actor: ActorId; readonly call: PendingEffect }[] = [];
  /** Calls that are being performed, by their id. */
  readonly #flights = new Map<string, Flight>();

  constructor(performers: Readonly<Record<string, Performer>>, answer: Answer, clock: Clock, log: Log) {
    this.#performers = new Map(Object.entries(performers));
    this.#answer = answer;
    this.#clock = clock;
    this.#log = log;
  }

  /** True for an effect whose caller may wait for it: what nobody performs again. */
  isAwaited({ effect }: PendingEffect): boolean {
    return this.#performers.get(effect)?.after === 'lost';
  }

  /** Throws for an effect that nobody performs: asked before the turn that wants it is sealed. */
  assertKnown(call: PendingEffect): void {
    this.#performerOf(call);
  }

  /** Takes the calls of a sealed turn; they start once it is durable (T3). */
  sealed({ turn, asked }: Pick<Sealed, 'turn' | 'asked'>): void {
    for (const { actor, call } of asked) this.#uncommitted.push({ turn, actor, call });
  }

  /** Starts the calls of all turns up to `turn`: they are durable. */
  committed(turn: number): void {
    while (this.#uncommitted[0] !== undefined && this.#uncommitted[0].turn <= turn) {
      const { actor, call } = this.#uncommitted[0];
      this.#uncommitted.shift();
      this.#start(actor, call);
    }
  }

  /** Starts a committed call; its end comes back as `<effect>.done` or `<effect>.failed`. */
  #start(actor: ActorId, call: PendingEffect): void {
    const performer = this.#performerOf(call);
    const since = this.#clock.elapsed();
    this.#flights.set(call.id, { actor, call, since, until: since + performer.failsAfterMs });
    performer.perform(call.id, call.input).then(
      ({ result, contents }) => this.#end(call.id, { type: `${call.effect}.done`, result }, contents),
      (cause: unknown) => this.#fail(call.id, String(cause)),
    );
  }

  /** How many milliseconds ago the oldest call that is being performed was begun, by effect. */
  get oldestMs(): ReadonlyMap<string, number> {
    const oldest = new Map<string, number>();
    // In the order in which they were begun.
    for (const { call, since } of this.#flights.values())
      if (!oldest.has(call.effect)) oldest.set(call.effect, this.#clock.elapsed() - since);
    return oldest;
  }

  /** Fails what has taken too long: its actor would wait, and hold what it holds, for good. Called regularly. */
  sweep(): void {
    const now = this.#clock.elapsed();
    for (const [id, { until }] of this.#flights) if (until <= now) this.#fail(id, 'it has taken too long');
  }

  /** Settles or repeats what the actor asked for and nobody performs: it could not hear of the end. */
  settleAbandoned(image: Image): void {
    for (const call of image.calls) if (!this.#flights.has(call.id)) this.#resume(image.id, call);
  }

  #resume(actor: ActorId, call: PendingEffect): void {
    if (this.#performerOf(call).after === 'repeat') this.#start(actor, call);
    else this.#answer(actor, call.id, { type: `${call.effect}.lost` }, []);
  }

  #performerOf({ effect }: PendingEffect): Performer {
    return must(this.#performers.get(effect), `a performer of ${effect}`);
  }

  #fail(id: string, cause: string): void {
    const flight = this.#flights.get(id);
    if (flight === undefined) return;
    const { actor, call } = flight;
    this.#log.warn({ actor, call: id, effect: call.effect, cause }, 'an outside effect failed');
    this.#end(id, { type: `${call.effect}.failed` });
  }

  /** The first end counts. */
  #end(id: string, event: Message, contents: readonly string[] = []): void {
    const flight = this.#flights.get(id);
    this.#flights.delete(id);
    if (flight !== undefined) this.#answer(flight.actor, id, event, contents);
  }

  /** Settles or repeats every call that was open when the city went down; before `/readyz` (J4). */
  recover(state: CityState): void {
    // Taken before the first is settled: what a lost call leads to may be a new one, which is not lost with it.
    const open = [...state.images.values()].filter(({ calls }) => calls.length > 0);
    for (const image of open) for (const call of image.calls) this.#resume(image.id, call);
  }
}
