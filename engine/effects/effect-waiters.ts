/**
 * Callers who wait for an outside effect: their command is applied at once, their answer comes when the actor that asked
 * the outside world concludes (S2). Kept in memory only: a restart ends both the wait and the call, which is settled as
 * lost, so that a repeat of the request is tried anew (J4).
 */

import { type Content, type Json, jsonOf, type Outcome } from '../command.ts';
import { type Durability, type KeyedCaller, notDurableInTime } from '../commit/durability.ts';
import type { ActorId } from '../ids.ts';
import { PassingMap } from '../passing.ts';
import { type Refused, refused, refusedBy } from '../refusal.ts';
import type { Draft } from '../turn/draft.ts';

interface Waiter extends KeyedCaller {
  readonly resolve: (outcome: Outcome) => void;
}

/** A wait that has ended. */
export interface Concluded extends Waiter {
  readonly outcome: Outcome;
  /** The answer, if there is one. */
  readonly json: Json | undefined;
}

const none: readonly Concluded[] = [];

export class EffectWaiters {
  readonly #durability: Durability;
  readonly #waiters = new PassingMap<ActorId, Waiter>();

  constructor(durability: Durability) {
    this.#durability = durability;
  }

  /**
   * Resolves to what the actor that asked in `turn` concludes. Until then the key is under way, also when its caller has been answered
   * `unknown` because the turn itself was not durable in time.
   */
  wait({ caller, key }: KeyedCaller, actor: ActorId, turn: number): Promise<Outcome> {
    return new Promise((resolve) => {
      this.#waiters.set(actor, { caller, key, resolve });
      void this.#durability.durableInTime(turn).then((isDurable) => isDurable || resolve(notDurableInTime));
    });
  }

  /** Ends the wait for the actor, if there is one, with a refusal. */
  refuse(actor: ActorId, refusal: Refused): void {
    const waiter = this.#waiters.take(actor);
    if (waiter !== undefined) this.answer(waiter, refusal);
  }

  /** Answers a caller whose wait has ended, once the outcome is durable. Something has happened, also when the outcome is a refusal. */
  answer(waiter: Waiter, outcome: Outcome): void {
    void this.#durability.answer(waiter, outcome, true).then(waiter.resolve);
  }

  /**
   * Ends the waits that the turn concludes; `brought`: texts that came with the effect. The answers leave once the turn is durable; one
   * with `json` is kept under its key.
   */
  conclude({ concluded, turn }: Pick<Draft, 'concluded' | 'turn'>, brought: readonly Content[]): readonly Concluded[] {
    if (concluded === undefined) return none;
    const broughtBytes = brought.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
    const ends: Concluded[] = [];
    for (const [actor, end] of concluded) {
      const waiter = this.#waiters.take(actor);
      if (waiter === undefined) continue;
      if (end.type === 'refusal') ends.push({ outcome: refusedBy(end.code, end.context), json: undefined, ...waiter });
      else {
        const json = jsonOf(end.value);
        ends.push({ outcome: { type: 'applied', turn, json, repeated: false, broughtBytes }, json, ...waiter });
      }
    }
    return ends;
  }

  /** Answers `unknown` to those who wait for such an actor. The effect goes on: its key is kept when it concludes. */
  answerUnknown(isMeant: (actor: ActorId) => boolean): void {
    for (const [actor, { resolve }] of this.#waiters)
      if (isMeant(actor)) resolve({ ...refused('busy', { retry_after_seconds: 5 }), applied: 'unknown' });
  }

  /** Ends all waits with `unknown`: the city ends, and no actor concludes any more. */
  end(): void {
    this.answerUnknown(() => true);
    this.#waiters.clear();
  }
}
