/** What simulated residents remember of what they were shown and heard. */

/** Ticks of an hour, for which sales are remembered. */
const hour = 12;
/** Ticks after which somebody asks anew what building costs. */
const askedTicks = 24;

export class Memory {
  /** The tick in which it looked around for the first time. */
  readonly firstTick: number;
  claimedTick = Number.NEGATIVE_INFINITY;
  /** By exit of the Commons: what a call cost behind it; null where nothing was offered. */
  readonly prices = new Map<string, number | null>();
  /** Its pod, and the exit that leads to it. */
  pod: string | null = null;
  #sales: number[] = [];
  #cost: { readonly amount: number; readonly tick: number } | null = null;

  constructor(tick: number) {
    this.firstTick = tick;
  }

  /** It heard that its service was paid for. */
  sold(tick: number): void {
    this.#sales.push(tick);
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
