/** What simulated residents remember of what they were shown and heard. */

/** Ticks of an hour, for which sales are remembered. */
const hour = 12;
/** Ticks after which somebody asks anew what building costs. */
const askedTicks = 24;

/** All of it, as plain data. */
export interface Remembered {
  readonly firstTick: number;
  readonly claimedTick: number;
  readonly prices: ReadonlyMap<string, number | null>;
  readonly pod: string | null;
  readonly sales: readonly number[];
  readonly cost: { readonly amount: number; readonly tick: number } | null;
}

export class Memory {
  /** The tick in which it looked around for the first time. */
  readonly firstTick: number;
  claimedTick = Number.NEGATIVE_INFINITY;
  /** By exit of the Commons: what a call cost behind it; null where nothing was offered. */
  readonly prices: Map<string, number | null>;
  /** Its pod, and the exit that leads to it. */
  pod: string | null = null;
  #sales: readonly number[] = [];
  #cost: Remembered['cost'] = null;

  constructor(tick: number, prices: Remembered['prices'] = new Map()) {
    this.firstTick = tick;
    this.prices = new Map(prices);
  }

  static of({ firstTick, claimedTick, prices, pod, sales, cost }: Remembered): Memory {
    const memory = new Memory(firstTick, prices);
    memory.claimedTick = claimedTick;
    memory.pod = pod;
    memory.#sales = sales;
    memory.#cost = cost;
    return memory;
  }

  get all(): Remembered {
    const { firstTick, claimedTick, prices, pod } = this;
    return { firstTick, claimedTick, prices, pod, sales: this.#sales, cost: this.#cost };
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
