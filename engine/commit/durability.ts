/**
 * Answers wait here for their commit: nobody hears of a thing that a crash could undo (T3), and nobody waits longer than the deadline to
 * hear that the outcome is `unknown` (J5).
 *
 * Owns: when an answer leaves, and when its key is no longer under way (J4). Not: what the answer is (`city.ts`), who waits for an
 * outside effect (`effect-waiters.ts`), when a batch is durable or overdue (`committer.ts`).
 */
import type { Caller, IdempotencyKey, Outcome } from '../command.ts';
import type { Clock } from '../ports.ts';
import { type Refused, refused } from '../refusal.ts';
import type { CityState } from '../state/city-state.ts';
import type { Committer } from './committer.ts';
import type { Idempotency } from './idempotency.ts';

/** How often, in milliseconds, callers of overdue batches are looked for. */
export const overdueCheckMs = 50;

/** The caller to whom an answer goes, and the key of its request. */
export interface KeyedCaller {
  readonly caller: Caller;
  readonly key?: IdempotencyKey | undefined;
}

/** Answered when nothing has happened because the journal is overdue. */
const busy: Outcome = refused('busy', { retry_after_seconds: 1 });
/** Answered when something has happened and is not durable in time. */
export const notDurableInTime: Refused = { ...refused('busy', { retry_after_seconds: 1 }), applied: 'unknown' };

export class Durability {
  readonly #state: CityState;
  readonly #committer: Committer;
  readonly #idempotency: Idempotency;
  readonly #clock: Clock;

  constructor(state: CityState, committer: Committer, idempotency: Idempotency, clock: Clock) {
    this.#state = state;
    this.#committer = committer;
    this.#idempotency = idempotency;
    this.#clock = clock;
  }

  get committedTurn(): number {
    return this.#committer.committedTurn;
  }

  /**
   * Resolves to the outcome once it may leave: an answer waits for its own turn, a refusal for the last turn sealed before it. When that
   * takes too long the outcome is `busy`, or `unknown` where something may have happened: then the key stays under way until the commit.
   */
  answer(
    { caller, key }: KeyedCaller,
    outcome: Outcome,
    mayHaveHappened = outcome.type === 'applied',
  ): Promise<Outcome> {
    const settled = () => key !== undefined && this.#idempotency.settled(caller, key);
    const turn = outcome.type === 'applied' ? outcome.turn : this.#state.counters.turn;
    return new Promise((resolve) => {
      this.#committer.whenDurable(
        turn,
        () => {
          settled();
          resolve(outcome);
        },
        () => {
          if (!mayHaveHappened) settled();
          else if (key !== undefined) this.#committer.whenDurable(turn, settled);
          resolve(mayHaveHappened ? notDurableInTime : busy);
        },
      );
    });
  }

  /** Resolves to true once `turn` is durable, to false when that takes longer than the deadline. */
  durableInTime(turn: number): Promise<boolean> {
    return new Promise((resolve) => {
      this.#committer.whenDurable(
        turn,
        () => resolve(true),
        () => resolve(false),
      );
    });
  }

  /**
   * `done` when the work, which ends in a commit, has ended; `overdue` when the journal is overdue before that. Rejects as the work does.
   */
  doneOrOverdue(work: Promise<unknown>): Promise<'done' | 'overdue'> {
    const done = work.then(() => 'done' as const);
    return Promise.race([done, this.#overdueBefore(done)]);
  }

  async #overdueBefore(done: Promise<unknown>): Promise<'overdue' | 'done'> {
    let isDone = false;
    const settle = () => {
      isDone = true;
    };
    done.then(settle, settle);
    while (!isDone) {
      await this.#clock.sleep(overdueCheckMs);
      if (!isDone && this.#committer.overdue) return 'overdue';
    }
    return 'done';
  }
}
