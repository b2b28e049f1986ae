/** What simulated residents see of the city, and how what they decide is done: the same commands that the gateways make. */
import { indexes } from '../../actors/indexes.ts';
import { imageOf } from '../../actors/registry.ts';
import { commons, jobActor, podActor, residentActor } from '../../actors/rules/place/names.ts';
import { must } from '../../engine/assert.ts';
import type { Message } from '../../engine/effect.ts';
import { contentHash, nameOf } from '../../engine/ids.ts';
import { burnOf } from '../../engine/state/ledger.ts';
import { adding, calling, deploying, linkFrom, priced, writing } from '../actors/built.ts';
import { move } from '../actors/given.ts';
import { accept, claim, submit } from '../actors/jobs.ts';
import { rounds } from '../engine/held.ts';
import type { World } from '../world.ts';
import type { Act, Perceived, Shop } from './policies.ts';
import { creditsOf, findsIn } from './reading.ts';

const hour = 12;
/** What the pool of a new shop begins with, and its owner's part of each call. */
const poolAtFirst = 8;
const ownersShare = 0.5;

interface KeptShop {
  readonly owner: string;
  /** The exit from the Commons. */
  readonly exit: string;
  /** Ticks at which it sold. */
  readonly sales: number[];
}

export class Market {
  readonly #world: World;
  readonly #shops = new Map<string, KeptShop>();
  readonly #claimedAt = new Map<string, number>();
  /** Credits paid for each call of a service since somebody looked. */
  #prices: number[] = [];

  constructor(world: World) {
    this.#world = world;
  }

  /** Prices of the calls since the last time. */
  takePrices(): readonly number[] {
    const prices = this.#prices;
    this.#prices = [];
    return prices;
  }

  get shops(): number {
    return this.#openShops().length;
  }

  seenBy(id: string): Perceived {
    const { state } = this.#world.city;
    const { tick, settings } = state.counters;
    const actor = residentActor(id);
    const { context } = must(imageOf(findsIn(this.#world), actor), id);
    const shops = this.#openShops();
    const connections = Math.min(4, state.index(indexes.countedConnections).count(commons));
    const fee = ((connections + 1) * (connections + 2)) / 2;
    return {
      age: tick - (context.diesTick - (settings['DEFAULT_LIFESPAN_TICKS'] ?? 0)),
      left: context.diesTick - tick,
      balance: creditsOf(this.#world, actor),
      burn: burnOf(state.account(actor)) / 1000,
      sinceClaim: tick - (this.#claimedAt.get(id) ?? Number.NEGATIVE_INFINITY),
      openJob: this.#bestJob(id),
      claimed: this.#jobs(indexes.claimedJobs, id, 'claimed'),
      toAccept: this.#jobs(indexes.postedJobs, id, 'submitted'),
      posted: state.index(indexes.postedJobs).count(id),
      shop: shops.filter(({ owner }) => owner !== id).sort((a, b) => a.price - b.price)[0] ?? null,
      own: this.#ownShop(id),
      soulsWait: state.index(indexes.soulQueue).count('queued') > 0,
      buildingCost:
        ((settings['DEPLOY_COST_TINY'] ?? 0) + fee * (settings['CONNECTION_PRICE'] ?? 0)) / 1000 + poolAtFirst,
    };
  }

  /** Does it; what is refused has not happened. */
  async perform(id: string, act: Act): Promise<void> {
    switch (act.type) {
      case 'claim':
        if (await this.#do(id, claim(act.job))) this.#claimedAt.set(id, this.#world.city.state.counters.tick);
        return;
      case 'submit':
        return void (await this.#do(id, submit(act.job)));
      case 'accept':
        return void (await this.#do(id, accept(act.job)));
      case 'hire': {
        const job = { title: 'A line for my door', description: contentHash('One line.'), reward: milli(act.reward) };
        return void (await this.#do(id, { type: 'post_job', ...job }));
      }
      case 'adopt':
        return void (await this.#do(id, { type: 'adopt', donation: null }));
      case 'speak':
        return void (await this.#do(id, { type: 'broadcast', text: 'Good hour.' }));
      case 'build':
        return this.#build(id, act.price);
      case 'buy':
        return this.#buy(id, act.shop);
      case 'fund':
        return void (await this.#do(id, { type: 'fund', pod: act.pod, amount: milli(act.amount) }));
      case 'price':
        return void (await this.#do(id, { type: 'set_pricing', pod: act.pod, pricing: pricing(id, act.price) }));
    }
  }

  async #do(id: string, event: Message, awaits = false): Promise<boolean> {
    const actor = residentActor(id);
    const { city } = this.#world;
    const outcome = await city.submit({ to: actor, caller: actor, event, ...(awaits && { awaits }) });
    return outcome.type === 'applied';
  }

  /** A workshop at home, code in it, and a pod of it with a way from the Commons. */
  async #build(id: string, price: number): Promise<void> {
    const { store, city } = this.#world;
    await this.#do(id, move('home'));
    if ((await this.#do(id, adding('studio', 'workshop'))) && (await this.#do(id, writing('studio')))) {
      const deploy = {
        name: 'Shop',
        links: [linkFrom(commons)],
        pricing: pricing(id, price),
        funding: milli(poolAtFirst),
      };
      const isDeployed = await this.#do(id, deploying('studio', deploy));
      if (!isDeployed) await this.#do(id, { type: 'remove_room', name: 'studio' });
      await rounds(2);
      const opened = store.events.findLast(({ type }) => type === 'connection.opened');
      if (isDeployed && opened !== undefined) {
        const { to, exit_id: exit } = JSON.parse(opened.json).data as { to: string; exit_id: string };
        if (city.state.images.has(podActor(to))) this.#shops.set(to, { owner: id, exit, sales: [] });
      }
    }
    await this.#do(id, move('commons'));
  }

  async #buy(id: string, { pod, price }: Shop): Promise<void> {
    const shop = must(this.#shops.get(pod), pod);
    if (!(await this.#do(id, move(shop.exit)))) return;
    const isPaid = await this.#do(id, calling(pod), true);
    if (isPaid) {
      this.#prices.push(price);
      shop.sales.push(this.#world.city.state.counters.tick);
    }
    await this.#do(id, move('commons'));
  }

  #openShops(): (Shop & { readonly owner: string })[] {
    return [...this.#shops].flatMap(([pod, { owner }]) => {
      const image = imageOf(findsIn(this.#world), podActor(pod));
      return image?.state === 'deployed' ? [{ pod, owner, price: image.context.pricing.perQuery / 1000 }] : [];
    });
  }

  #ownShop(id: string): Perceived['own'] {
    const own = this.#openShops().find(({ owner }) => owner === id);
    if (own === undefined) return null;
    const { tick } = this.#world.city.state.counters;
    const { sales } = must(this.#shops.get(own.pod), own.pod);
    const soldThisHour = sales.filter((at) => at > tick - hour).length;
    return { pod: own.pod, price: own.price, pool: creditsOf(this.#world, podActor(own.pod)), soldThisHour };
  }

  #bestJob(id: string): string | null {
    const { state } = this.#world.city;
    const open = state.index(indexes.jobs).page(`open ${commons}`, '', 500);
    const jobs = open
      .flatMap((one) => imageOf(findsIn(this.#world), one)?.context ?? [])
      .filter(({ poster }) => poster !== id);
    return jobs.sort((a, b) => b.reward - a.reward)[0]?.id ?? null;
  }

  #jobs(index: typeof indexes.claimedJobs, id: string, leaf: string): readonly string[] {
    const { state } = this.#world.city;
    const all = state.index(index).page(id, '', 50).map(nameOf);
    return all.filter((job) => state.images.get(jobActor(job))?.state === leaf);
  }
}

const milli = (amount: number): number => Math.round(amount * 1000);

const pricing = (owner: string, price: number) => priced({ perQuery: milli(price), split: { [owner]: ownersShare } });
