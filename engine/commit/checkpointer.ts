/**
 * Writes checkpoints: the images and accounts that changed since the last one, as they stood at one turn, in slices
 * between which the city goes on (J2). Images are immutable, so a list of them is a snapshot. Asserts on the way that
 * all accounts add up to nothing (L7).
 */
import { assert } from '../assert.ts';
import type { Checkpoints, Clock, Counters } from '../ports.ts';
import type { CityState } from '../state/city-state.ts';

export interface Checkpointed {
  readonly turn: number;
  readonly actors: number;
  readonly accounts: number;
}

export class Checkpointer {
  readonly #checkpoints: Checkpoints;
  readonly #clock: Clock;
  readonly #slice: number;
  #turn: number;
  #running: Promise<Checkpointed> | undefined;

  /** `slice`: images written at once. `turn`: the newest checkpoint's. */
  constructor(checkpoints: Checkpoints, clock: Clock, slice: number, turn: number) {
    this.#checkpoints = checkpoints;
    this.#clock = clock;
    this.#slice = slice;
    this.#turn = turn;
  }

  /**
   * Writes a checkpoint, or joins the one that is being written. `batch` is the newest durable batch: recovery reads on from there, and
   * reading a batch twice does no harm. `durable` resolves once everything sealed until now is durable: a checkpoint may hold nothing
   * that the journal does not have.
   */
  write(state: CityState, batch: number, durable: () => Promise<void>): Promise<Checkpointed> {
    this.#running ??= this.#write(state, batch, durable).finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #write(state: CityState, batch: number, durable: () => Promise<void>): Promise<Checkpointed> {
    const { counters, actors, accounts } = this.#changed(state);
    const retired = [...state.retired];
    const buried = [...state.buried.values()];
    await durable();
    for (let i = 0; i < Math.max(actors.length, accounts.length); i += this.#slice) {
      await this.#checkpoints.write(actors.slice(i, i + this.#slice), accounts.slice(i, i + this.#slice));
      await this.#clock.yield();
    }
    const closed = buried.map(({ id }) => id);
    for (let i = 0; i < Math.max(retired.length, closed.length); i += this.#slice)
      await this.#checkpoints.forget(retired.slice(i, i + this.#slice), closed.slice(i, i + this.#slice));
    await this.#checkpoints.complete(batch, counters);
    for (const id of retired) state.retired.delete(id);
    for (const id of closed) state.buried.delete(id);
    this.#turn = counters.turn;
    return { turn: counters.turn, actors: actors.length, accounts: accounts.length };
  }

  #changed(state: CityState): Pick<CityState, 'counters'> & {
    actors: Parameters<Checkpoints['write']>[0];
    accounts: Parameters<Checkpoints['write']>[1];
  } {
    const { credits, burn, overdrawn } = state.totals();
    assert(credits === 0 && burn === 0, `[L1] all accounts add up to ${credits}, all burns to ${burn}`);
    assert(overdrawn.length === 0, `[L2] below zero: ${overdrawn.slice(0, 5).join(', ')}`);
    const counters: Counters = state.counters;
    const changed = [...state.images.values()].filter((image) => image.turn > this.#turn);
    // The tombstone is in the row of the image that it replaces.
    const actors = [...changed, ...state.buried.values()];
    const accounts = [...state.accounts].filter(([, account]) => account.turn > this.#turn);
    return { counters, actors, accounts };
  }
}
