/**
 * The policies of a simulated city over plain objects: what a modeller would write who needs no turns, charts, ledger or journal. Credits
 * are numbers, nothing is refused but what cannot be paid, and nobody sees anything but what the policies ask for.
 */

import { must } from '../../engine/assert.ts';
import type { Act } from '../../population/policies/act.ts';
import { mixed } from '../../population/policies/built-in.ts';
import { diceOf, turnOf } from '../../population/policies/dice.ts';
import type { Perception, Self } from '../../population/policies/perception.ts';
import { looksOf } from '../../population/policies/policy.ts';

interface Person {
  readonly id: string;
  readonly name: string;
  readonly born: number;
  balance: number;
  claimed: number;
  jobs: string[];
  shop: { readonly pod: string; price: number; pool: number; sales: number[] } | null;
  readonly prices: Map<string, number>;
}

interface Job {
  readonly id: string;
  readonly reward: number;
}

const lifespan = 72;
const burn = 1;
const seed = 7;
const buildingCost = 58;

export class PlainTown {
  #tick = 0;
  #born = 0;
  readonly #people = new Map<string, Person>();
  readonly #board = new Map<string, Job>();
  readonly #shops = new Set<Person>();
  readonly #peopleMax: number;

  constructor(residents: number) {
    this.#peopleMax = 2 * residents;
    for (let n = 0; n < residents; n++) this.#bear();
  }

  get living(): number {
    return this.#people.size;
  }

  tick(): void {
    for (let n = this.#board.size; n < this.living / 12; n++) this.#post(12);
    const order = [...this.#people.values()].map((one) => ({ one, turn: turnOf(seed, one.id, this.#tick) }));
    for (const { one } of order.sort((a, b) => a.turn - b.turn)) this.#live(one);
    this.#tick += 1;
    for (const one of this.#people.values()) {
      one.balance -= burn;
      if (one.balance >= 0 && this.#tick - one.born < lifespan) continue;
      this.#people.delete(one.id);
      this.#shops.delete(one);
    }
  }

  #live(one: Person): void {
    const policy = must(mixed.policies[one.name], one.name);
    const self = this.#selfOf(one);
    const looks = looksOf(policy, self);
    const seen: Perception = {
      ...self,
      jobs: looks.includes('board') ? [...this.#board.values()] : [],
      ...{ claimed: one.jobs, toAccept: [], posted: 0, present: [] },
      exits: looks.includes('exits') ? this.#exitsFor(one) : [],
      heard: [],
      soulsWait: this.living < this.#peopleMax,
      lastEventOf: new Map(),
    };
    for (const act of policy(seen, diceOf(seed, one.id, this.#tick))) this.#act(one, act);
  }

  #selfOf(one: Person): Self {
    const { shop } = one;
    return {
      ...{ tick: this.#tick, id: one.id, name: one.name, age: this.#tick - one.born },
      ...{ left: lifespan - this.#tick + one.born, balance: one.balance, endowment: 0, burn },
      sinceClaim: this.#tick - one.claimed,
      shop: shop && { ...shop, soldThisHour: shop.sales.filter((at) => at > this.#tick - 12).length },
      ...{ buildingCost: null, mentor: null, place: 'city-commons', note: null },
    };
  }

  #exitsFor(one: Person): Perception['exits'] {
    const shops = [...this.#shops].slice(0, 200);
    return shops.map(({ id }) => ({ exit: id, to: id, owner: id, toll: 0, price: one.prices.get(id) }));
  }

  #act(one: Person, act: Act): void {
    switch (act.type) {
      case 'claim':
        if (this.#board.delete(act.job)) one.jobs.push(act.job);
        one.claimed = this.#tick;
        return;
      case 'submit':
        one.jobs = one.jobs.filter((id) => id !== act.job);
        one.balance += 12;
        return;
      case 'hire':
        if (this.#pays(one, act.reward)) this.#post(act.reward);
        return;
      case 'adopt':
        if (this.#pays(one, 25)) this.#bear();
        return;
      case 'build':
        if (!this.#pays(one, buildingCost)) return;
        one.shop = { pod: one.id, price: act.price, pool: 8, sales: [] };
        this.#shops.add(one);
        return;
      case 'buy':
        this.#buy(one, act.exit, act.priceMax);
        return;
      case 'price':
        if (one.shop !== null) one.shop.price = act.price;
        return;
      case 'fund':
        if (one.shop !== null && this.#pays(one, act.amount)) one.shop.pool += act.amount;
        return;
      case 'speak':
        this.#pays(one, 0.1);
        return;
      default:
        return;
    }
  }

  #buy(one: Person, exit: string, priceMax: number): void {
    const shop = this.#people.get(exit)?.shop;
    if (!shop) return;
    one.prices.set(exit, shop.price);
    if (shop.price > priceMax || !this.#pays(one, shop.price)) return;
    shop.pool += shop.price / 2;
    shop.sales.push(this.#tick);
  }

  #pays(one: Person, amount: number): boolean {
    if (one.balance < amount) return false;
    one.balance -= amount;
    return true;
  }

  #post(reward: number): void {
    const id = `job-${this.#tick}-${this.#board.size}-${this.#born++}`;
    this.#board.set(id, { id, reward });
  }

  #bear(): void {
    const name = must(mixed.births[this.#born++ % mixed.births.length], 'a policy');
    const id = `${name}-${this.#born}`;
    const none = { claimed: Number.NEGATIVE_INFINITY, jobs: [], shop: null };
    this.#people.set(id, { id, name, born: this.#tick, balance: 50, ...none, prices: new Map() });
  }
}
