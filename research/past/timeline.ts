/**
 * Goes on with a city whose state was opened at a turn: runs commands one after the other, each with a time of its own, and writes what
 * comes of them. What the city does by itself (hears what is due, completes ticks) it does as a living one: `engine/turn/own-turns.ts` says
 * why.
 */
import { type JournalCommand, numbered, type UnnumberedCommand } from '../../engine/command.ts';
import { Committer } from '../../engine/commit/committer.ts';
import type { ActorId } from '../../engine/ids.ts';
import type { Clock, Journal, Log } from '../../engine/ports.ts';
import { type Refused, refused } from '../../engine/refusal.ts';
import type { CityState } from '../../engine/state/city-state.ts';
import { waitsFor } from '../../engine/turn/own-turns.ts';
import { seal } from '../../engine/turn/seal.ts';
import { Ticks } from '../../engine/turn/ticks.ts';
import { ActorFailed, runTurn } from '../../engine/turn/turn.ts';

export interface TimelineOptions {
  readonly state: CityState;
  readonly journal: Journal;
  /** The newest batch of the journal. */
  readonly lastBatch: number;
  /** Milliseconds since 1970 of the last turn. */
  readonly at: number;
  readonly clock: Clock;
  readonly log: Log;
}

/** Turns in a batch, and its characters. */
const batchTurnsMax = 200;
const batchCharsMax = 4_194_304;
/** Turns that may wait for the journal. */
const aheadTurnsMax = 2_000;

export class Timeline {
  readonly state: CityState;
  readonly #committer: Committer;
  readonly #ticks: Ticks;
  #at: number;
  /** Rejects when nothing more can be written. */
  readonly #failed: Promise<never>;

  constructor({ state, journal, lastBatch, at, clock, log }: TimelineOptions) {
    this.state = state;
    this.#at = at;
    let fail: (cause: unknown) => void = () => {};
    this.#failed = new Promise((_, reject) => {
      fail = reject;
    });
    this.#failed.catch(() => {});
    this.#committer = new Committer(
      {
        ...{ journal, clock, log, batchTurnsMax, batchCharsMax, commitDeadlineMs: Number.POSITIVE_INFINITY },
        onDurable: (batch) => {
          for (const index of state.indexes.values()) index.committed(batch.counters.turn);
          for (const { image } of batch.departed) state.departing.delete(image.id);
        },
        onFatal: (reason, _, cause) => fail(cause ?? new Error(`the journal cannot be written: ${reason}`)),
      },
      state.counters.turn,
      lastBatch,
    );
    const breathe = () => this.end();
    const none = { begin: () => {}, complete: () => Promise.resolve() };
    this.#ticks = new Ticks(state, clock, { ...none, breathe, wake: (actor) => this.wake(actor) }, 1_000);
  }

  /** Runs a command as the next turn. The refusal, when it is refused; then nothing has happened. */
  run(unnumbered: UnnumberedCommand, at = this.#at): Refused | undefined {
    this.#at = Math.max(this.#at, at);
    const command = numbered(unnumbered, { turn: this.state.counters.turn + 1, at: this.#at });
    const draft = this.#attempt(command);
    if (draft.type === 'refused') return draft;
    this.#committer.add(seal(draft, command, []), this.state.counters, []);
    return undefined;
  }

  #attempt(command: JournalCommand): ReturnType<typeof runTurn> {
    try {
      return runTurn(this.state, command);
    } catch (cause) {
      if (!(cause instanceof ActorFailed)) throw cause;
      return refused('internal_error', { incident: `turn ${command.turn}` });
    }
  }

  /** The actor hears the next of what is due. */
  wake(actor: ActorId, at = this.#at): void {
    const isDerived = this.state.hasDerivedWake(actor);
    const refusal = this.run({ type: 'wake', actor }, at);
    if (refusal === undefined) return;
    if (isDerived) this.state.stall(actor);
    else this.run({ type: waitsFor.has(refusal.code) ? 'wake.deferred' : 'wake.dropped', actor });
  }

  /** All that is due is heard. */
  async drain(): Promise<void> {
    await this.#ticks.drain();
  }

  /** Resolves when there is room for more turns. */
  async breathe(): Promise<void> {
    if (this.#committer.backlog > aheadTurnsMax) await this.end();
  }

  /** Resolves when everything is written. Throws what keeps it from that. */
  end(): Promise<void> {
    return Promise.race([this.#failed, this.#committer.drained()]);
  }

  /** The newest batch that is written. */
  get lastBatch(): number {
    return this.#committer.lastBatch;
  }
}
