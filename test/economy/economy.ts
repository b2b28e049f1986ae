/**
 * A city in memory with the real charts and ledger, in which residents live by the policies of `policies.ts`, visitors keep the queue
 * of souls filled, and nobody else gives or founds anything. The same seed is the same city.
 */
import { indexes } from '../../actors/indexes.ts';
import { imageOf } from '../../actors/registry.ts';
import { queuedBy } from '../../actors/rules/birth/soul-queue.ts';
import { commons, commonsExit, residentActor } from '../../actors/rules/place/names.ts';
import { must } from '../../engine/assert.ts';
import { nameOf } from '../../engine/ids.ts';
import { balanceAt } from '../../engine/state/ledger.ts';
import { heldInImages } from '../actors/built.ts';
import { move } from '../actors/given.ts';
import { creates, visitorIn } from '../actors/souls.ts';
import { rounds } from '../engine/held.ts';
import { Dice } from '../simulation/dice.ts';
import { act, found, openWorld, type World } from '../world.ts';
import { Market } from './market.ts';
import { births, policies, policyOf } from './policies.ts';
import { findsIn } from './reading.ts';
import { Records, type SpanRow, span, type TickRow } from './records.ts';

export interface Course {
  readonly seed: number;
  /** Residents founded at the beginning, and how many may live before visitors write no more souls. */
  readonly founders: number;
  readonly peopleMax: number;
  /** Whole lives, one after the other, of `span` ticks each. */
  readonly spans: number;
  readonly env?: Record<string, string>;
}

export interface Findings {
  readonly rows: readonly SpanRow[];
  readonly curve: readonly TickRow[];
  readonly violations: readonly string[];
}

/** Souls that visitors keep waiting. */
const queueKept = 6;

class Economy {
  readonly #course: Course;
  readonly #world: World;
  readonly #dice: Dice;
  readonly #market: Market;
  readonly #records: Records;
  readonly #violations: string[] = [];
  #born = 0;

  constructor(course: Course, world: World) {
    this.#course = course;
    this.#world = world;
    this.#dice = new Dice(course.seed);
    this.#market = new Market(world);
    this.#records = new Records(world, this.#market);
  }

  async run(): Promise<Findings> {
    const { founders, spans } = this.#course;
    const { city } = this.#world;
    const visitor = await visitorIn(city);
    for (let n = 0; n < founders; n++) await found(city, this.#nextPolicy());
    for (let tick = 1; tick <= spans * span; tick++) {
      await this.#writeSouls(visitor);
      for (const id of this.#dice.shuffled(this.#living())) await this.#live(id);
      await city.tick();
      await rounds(2);
      this.#audit();
      this.#records.note(tick);
      if (this.#living().length === 0) break;
    }
    return { rows: this.#records.rows, curve: this.#records.curve, violations: this.#violations };
  }

  #nextPolicy(): string {
    return must(births[this.#born++ % births.length], 'a policy');
  }

  #living(): readonly string[] {
    return this.#world.city.state.index(indexes.status).page('alive', '', 10_000).map(nameOf);
  }

  /** As many as are kept waiting, as long as the city is not full. */
  async #writeSouls(visitor: string): Promise<void> {
    const { city } = this.#world;
    const waiting = () => city.state.index(indexes.soulQueue).count(queuedBy(visitor));
    for (let left = queueKept - waiting(); left > 0; left--) {
      if (this.#living().length + waiting() >= this.#course.peopleMax) return;
      await creates(city, visitor, this.#nextPolicy());
    }
  }

  async #live(id: string): Promise<void> {
    const image = imageOf(findsIn(this.#world), residentActor(id));
    // Who is dying does nothing more.
    if (image?.state !== 'alive.active' && image?.state !== 'alive.warned') return;
    if (image.context.location !== commons) await act(this.#world.city, id, move(commonsExit));
    const policy = policies[policyOf(image.context.name)];
    for (const one of policy(this.#market.seenBy(id))) await this.#market.perform(id, one);
  }

  #audit(): void {
    const { state } = this.#world.city;
    const { tick } = state.counters;
    const { credits, burn, overdrawn } = state.totals();
    if (credits !== 0 || burn !== 0 || overdrawn.length > 0) this.#violations.push(`[L7] the book is wrong at ${tick}`);
    const escrow = balanceAt(state.account('escrow'), tick);
    if (escrow !== heldInImages(state.images.values())) this.#violations.push(`[L5] escrow is wrong at ${tick}`);
  }
}

export async function runEconomy(course: Course): Promise<Findings> {
  const world = await openWorld({
    secret: `economy ${course.seed}`,
    commitDeadlineMs: 1e12,
    ...(course.env && { env: course.env }),
  });
  return new Economy(course, world).run();
}
