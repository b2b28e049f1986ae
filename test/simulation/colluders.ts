/**
 * A group that tries to get rich by births: two founders and all who are born of souls, who do nothing but pass credits among themselves,
 * in every way that there is, while visitors keep the queue of souls filled. By a seed.
 */
import type { ConnectionContext } from '../../actors/kinds/connection/messages.ts';
import type { PodContext } from '../../actors/kinds/pod/messages.ts';
import type { ResidentContext } from '../../actors/kinds/resident/messages.ts';
import { endowmentKept } from '../../actors/rules/people/endowment.ts';
import { commons } from '../../actors/rules/place/names.ts';
import type { Image } from '../../engine/actor-kind.ts';
import type { Message } from '../../engine/effect.ts';
import { type ActorId, contentHash, kindOf, nameOf } from '../../engine/ids.ts';
import { balanceAt } from '../../engine/state/ledger.ts';
import { asking, calling, deploying, linkFrom, opening, priced, writing } from '../actors/built-places.ts';
import { move } from '../actors/given-residents.ts';
import { creates, visitorIn } from '../actors/visitors-and-souls.ts';
import { act, found, openWorld, type World, withoutPublicWorks } from '../world.ts';
import { Dice } from './dice.ts';

const ticks = 120;
const triesPerTick = 15;
const soulsKept = 3;

export interface Collusion {
  /** Millicredits that the operator granted to the founders. */
  readonly granted: number;
  /** The most that all of them could spend or give at once, after any tick. */
  readonly richest: number;
  readonly births: number;
  /** Events that were applied, by type. */
  readonly applied: ReadonlyMap<string, number>;
}

export async function collude(seed: number, env: Readonly<Record<string, string>> = {}): Promise<Collusion> {
  const world = await openWorld({ env: { ...withoutPublicWorks.env, ...env } });
  const group = new Group(world, new Dice(seed));
  await group.begin();
  for (let tick = 0; tick < ticks; tick++) await group.tick();
  return group.found;
}

type Try = () => readonly Message[];

interface Member {
  readonly id: ActorId;
  readonly context: ResidentContext;
}

class Group {
  readonly #world: World;
  readonly #dice: Dice;
  readonly #applied = new Map<string, number>();
  /** One try in so many is another than to have children and to collect from them. */
  readonly #thrift: number;
  #visitors = 0;
  #visitor = '';
  #granted = 0;
  #richest = 0;
  #souls = 0;

  constructor(world: World, dice: Dice) {
    this.#world = world;
    this.#dice = dice;
    this.#thrift = dice.pick([1, 2, 10, 40]);
  }

  get found(): Collusion {
    const births = this.#applied.get('adopt') ?? 0;
    return { granted: this.#granted, richest: this.#richest, births, applied: this.#applied };
  }

  async begin(): Promise<void> {
    for (const name of ['Ada', 'Bo']) {
      const credits = this.#dice.between(60, this.#thrift < 10 ? 2_000 : 300) * 1_000;
      await found(this.#world.city, name, credits, 288);
      this.#granted += credits;
    }
  }

  async tick(): Promise<void> {
    await this.#writeSouls();
    for (let n = 0; n < triesPerTick; n++) await this.#try();
    await this.#world.city.tick();
    this.#richest = Math.max(this.#richest, this.#free());
  }

  /** What its members could spend or give at once. */
  #free(): number {
    const { state } = this.#world.city;
    const { tick } = state.counters;
    const freeOf = ({ id, context }: Member) =>
      Math.max(0, balanceAt(state.account(id), tick) - endowmentKept(context, tick));
    return this.#members().reduce((sum, member) => sum + freeOf(member), 0);
  }

  #members(): Member[] {
    return this.#imagesOf('resident')
      .filter(({ state }) => state !== 'dead')
      .map(({ id, context }) => ({ id, context: context as ResidentContext }));
  }

  #imagesOf(kind: 'resident' | 'pod' | 'job' | 'connection-request'): Image[] {
    return [...this.#world.city.state.images.values()].filter(({ id }) => kindOf(id) === kind);
  }

  /** Mostly one that it speaks for. */
  #anyPod(by: string): string {
    const spokenFor = this.#imagesOf('pod').filter(({ context }) => (context as PodContext).representative === by);
    const [own] = this.#dice.oneIn(3) ? [] : this.#dice.shuffled(spokenFor);
    return own === undefined ? this.#anyOf('pod') : nameOf(own.id);
  }

  /** Now and then another is to pay half of it. */
  #funding(self: string, amount: number): { readonly funding: number; readonly contributors: readonly string[] } {
    const contributors = this.#dice.oneIn(3) ? [this.#other(self)] : [];
    return { funding: this.#dice.oneIn(2) ? 1_000 * (1 + contributors.length) : amount, contributors };
  }

  /** A pod that asks it for a share. */
  #asking(by: string): string | undefined {
    const asks = ({ context }: Image) => (context as PodContext).asked?.open.includes(by) === true;
    const [pod] = this.#dice.shuffled(this.#imagesOf('pod').filter(asks));
    return pod === undefined ? undefined : nameOf(pod.id);
  }

  #anyOf(kind: 'pod' | 'job'): string {
    const [image] = this.#dice.shuffled(this.#imagesOf(kind));
    return image === undefined ? 'none' : nameOf(image.id);
  }

  /** A visitor may have ten of them waiting. */
  async #writeSouls(): Promise<void> {
    for (; this.#souls - (this.#applied.get('adopt') ?? 0) < soulsKept; this.#souls++) {
      if (this.#souls % 5 === 0) this.#visitor = await visitorIn(this.#world.city, `login ${++this.#visitors}`);
      await creates(this.#world.city, this.#visitor, `Soul ${this.#souls}`);
    }
  }

  async #try(): Promise<void> {
    const [member] = this.#dice.shuffled(this.#members());
    if (member === undefined) return;
    const ways = this.#dice.oneIn(this.#thrift) ? this.#ways(member) : this.#collecting(member);
    const events = this.#dice.pick(ways)();
    for (const event of events) {
      const { type } = await act(this.#world.city, member.context.id, event);
      // Whoever is there already cannot go there.
      if (type !== 'applied' && event.type !== 'move') return;
      if (type === 'applied') this.#applied.set(event.type, (this.#applied.get(event.type) ?? 0) + 1);
    }
  }

  #other(self: string): string {
    return this.#dice.shuffled(this.#members().filter(({ context }) => context.id !== self))[0]?.context.id ?? self;
  }

  /** Half of the time just what is free, as far as that can be known, else any. */
  #amount({ id, context }: Member): number {
    const { state } = this.#world.city;
    const { tick } = state.counters;
    const balance = balanceAt(state.account(id), tick);
    const free = balance - endowmentKept(context, tick);
    return Math.max(1, this.#dice.oneIn(2) ? free : this.#dice.between(1, Math.max(1, balance)));
  }

  #collecting(member: Member): readonly [Try, ...Try[]] {
    const amount = this.#amount(member);
    const [eldest] = this.#members();
    const to = eldest === undefined || this.#dice.oneIn(4) ? this.#other(member.context.id) : eldest.context.id;
    return [() => [{ type: 'adopt', donation: null }], () => [{ type: 'transfer', to, amount }]];
  }

  #ways(member: Member): readonly [Try, ...Try[]] {
    const { id, location } = member.context;
    const amount = this.#amount(member);
    const [pod, job] = [this.#anyPod(id), this.#anyOf('job')];
    const toPod = [move('commons'), move(this.#exitTo(pod))];
    const [adopt, give] = this.#collecting(member);
    const funded = () => this.#funding(id, amount);
    const deploy: Try = () => [move('commons'), deploying(pod, { links: [linkFrom(commons)], ...funded() })];
    const serve: Try = () => [...toPod, writing(pod), calling(pod, { max_price: 100_000 })];
    return [
      adopt,
      ...(give === undefined ? [] : [give]),
      () => [{ type: 'adopt', donation: amount }],
      ...[() => [move(this.#dice.oneIn(2) ? 'commons' : 'home')], () => [move(this.#exitFrom(location))]],
      () => [move('commons'), opening(this.#dice.oneIn(2) ? id : this.#other(id), funded())],
      ...[deploy, deploy, deploy, serve, serve],
      () => [{ type: 'set_access', pod, access: { type: this.#dice.oneIn(2) ? 'gated' : 'public', allowed: [] } }],
      () => [
        {
          type: 'set_pricing',
          pod,
          pricing: priced({
            perEntry: 2_000,
            perQuery: this.#dice.between(1, 5) * 1_000,
            split: { [this.#other(id)]: 1 },
          }),
        },
      ],
      () => [...toPod, calling(pod, { max_price: 100_000 })],
      () => [{ type: 'fund', pod, amount }],
      () => [{ type: 'contribute', pod: this.#asking(id) ?? pod, accept: true, max_share: 1_000_000 }],
      () => [{ type: 'transfer_pod', pod, to: this.#other(id) }],
      () => [{ type: 'appoint', pod, to: this.#other(id) }],
      () => [move('commons'), asking(commons, pod)],
      () => [{ type: 'bequeath', heir: this.#other(id) }],
      () => (this.#dice.oneIn(6) ? [{ type: 'shut_down' }] : []),
      () => [move('commons'), { type: 'post_job', title: 'Stand', description: contentHash('Stand.'), reward: amount }],
      () => [
        { type: 'claim_job', job },
        { type: 'complete_job', job, work: contentHash('Done.') },
      ],
      () => [{ type: 'complete_job', job, work: null }],
    ];
  }

  #exitFrom(place: string): string {
    const ways = this.#imagesOf('connection-request').map(({ context }) => (context as ConnectionContext).terms);
    return this.#dice.shuffled(ways.filter(({ from }) => from === place))[0]?.exit ?? 'commons';
  }

  #exitTo(place: string): string {
    const ways = this.#imagesOf('connection-request').map(({ context }) => (context as ConnectionContext).terms);
    return ways.find(({ to }) => to === place)?.exit ?? 'commons';
  }
}
