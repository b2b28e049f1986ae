/** What simulated residents remember of what they were shown and heard. */

import type { Listened } from './said-words.ts';

/** Ticks of an hour, for which sales are remembered. */
const hour = 12;
/** Ticks after which somebody asks anew what building costs. */
const askedTicks = 24;

/** What does not change while somebody lives, and is looked at once. */
export interface Known {
  readonly name: string;
  readonly mentor: string | null;
  readonly diesTick: number;
}

/** All of it, as plain data. */
export interface Remembered {
  readonly self: Known | null;
  readonly isDying: boolean;
  readonly isAtCommons: boolean;
  readonly staysAway: boolean;
  readonly listened: Listened | null;
  readonly note: string | null;
  readonly hasClaimed: boolean;
  readonly hasPosted: boolean;
  readonly firstTick: number;
  readonly claimedTick: number;
  readonly prices: ReadonlyMap<string, number | null>;
  readonly answers: ReadonlyMap<string, unknown>;
  readonly pod: string | null;
  readonly sales: readonly number[];
  readonly cost: { readonly amount: number; readonly tick: number } | null;
}

export class Memory {
  /** The tick in which it looked around for the first time. */
  readonly firstTick: number;
  self: Known | null = null;
  /** It heard that it dies: it does nothing more. */
  isDying = false;
  /** It knows that it is at the Commons: from there nobody is sent away. */
  isAtCommons = false;
  /** It has gone somewhere to stay there: nobody takes it back to the Commons. */
  staysAway = false;
  /** Where it stood when it had acted last, if it listens to what is said. */
  listened: Listened | null = null;
  /** What it noted last. */
  note: string | null = null;
  /** False when it knows that it has no claimed job, none of those it has posted: none was there at its last look, and none came since. */
  hasClaimed = true;
  hasPosted = true;
  claimedTick = Number.NEGATIVE_INFINITY;
  /** By exit of the Commons: what a call cost behind it; null where nothing was offered. */
  readonly prices: Map<string, number | null>;
  /** By exit: what the code behind it answered last. */
  readonly answers: Map<string, unknown>;
  /** Its pod, and the exit that leads to it. */
  pod: string | null = null;
  #sales: readonly number[] = [];
  #cost: Remembered['cost'] = null;

  constructor(tick: number, prices: Remembered['prices'] = new Map(), answers: Remembered['answers'] = new Map()) {
    this.firstTick = tick;
    this.prices = new Map(prices);
    this.answers = new Map(answers);
  }

  static of({ firstTick, prices, answers, sales, cost, ...simple }: Remembered): Memory {
    const memory = new Memory(firstTick, prices, answers);
    Object.assign(memory, simple);
    memory.#sales = sales;
    memory.#cost = cost;
    return memory;
  }

  get all(): Remembered {
    const { self, isDying, isAtCommons, staysAway, listened, note, hasClaimed, hasPosted } = this;
    const { firstTick, claimedTick, prices, answers, pod } = this;
    return {
      self,
      isDying,
      isAtCommons,
      staysAway,
      listened,
      note,
      hasClaimed,
      hasPosted,
      firstTick,
      claimedTick,
      prices,
      answers,
      pod,
      sales: this.#sales,
      cost: this.#cost,
    };
  }

  /** It heard that its service was paid for. */
  sold(tick: number): void {
    this.#sales = [...this.#sales, tick];
  }

  soldThisHour(tick: number): number {
    this.#sales = this.#sales.filter((at) => at > tick - hour);
    return this.#sales.length;
  }

  /** It was told what a deploy costs. */
  askedFor(amount: number, tick: number): void {
    this.#cost = { amount, tick };
  }

  buildingCost(tick: number): number | null {
    return this.#cost === null || tick - this.#cost.tick > askedTicks ? null : this.#cost.amount;
  }
}
