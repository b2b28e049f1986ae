/** How simulated residents do what they decide: by the commands that the gateways make of requests. What is refused has not happened. */
import type { ResidentCommand } from '../../actors/kinds/resident/messages.ts';
import type { Manifest } from '../../actors/rules/code/messages.ts';
import { openToAll } from '../../actors/rules/place/access.ts';
import { commons, commonsExit, homeExit } from '../../actors/rules/place/names.ts';
import type { Pricing } from '../../actors/rules/place/pricing.ts';
import { view } from '../../actors/views.ts';
import { unreachable } from '../../engine/assert.ts';
import { type Outcome, readJson } from '../../engine/command.ts';
import { contentHash } from '../../engine/ids.ts';
import type { Act } from '../../population/policies/act.ts';
import type { Along, EngineClient } from './engine-client.ts';
import type { Memory } from './memory.ts';

/** What the pool of a new shop begins with, in credits, and its owner's part of each call. */
const poolAtFirst = 8;
const ownersShare = 0.5;

const room = 'studio';
const work = 'It is done.';
const wanted = 'One line.';
/** What a shop answers with unless its builder says otherwise. */
const usualCode = 'export const handle = () => ({});\n';
const manifestOf = (code: string): string =>
  JSON.stringify({ 'index.js': { hash: contentHash(code), bytes: Buffer.byteLength(code) } } satisfies Manifest);

const milli = (credits: number): number => Math.round(credits * 1000);

/** Goes through an exit that costs nothing. */
export const moving = (exit: string): ResidentCommand => ({ type: 'move', exit, max_toll: 0 });

export class Doer {
  readonly #client: EngineClient;
  readonly #id: string;
  readonly #memory: Memory;
  /** What the act under way answers to: each of its commands says so. */
  #cause: number | undefined;

  constructor(client: EngineClient, id: string, memory: Memory) {
    this.#client = client;
    this.#id = id;
    this.#memory = memory;
  }

  async perform(act: Act): Promise<void> {
    this.#cause = act.cause;
    switch (act.type) {
      case 'claim':
        return this.#claim(act.job);
      case 'build':
        return this.#build(act);
      case 'buy':
        return this.#buy(act);
      case 'go':
        return this.#go(act.exit);
      case 'note':
        this.#memory.note = act.text;
        return;
      default:
        return this.#do(...this.#asked(act));
    }
  }

  /** Of an act that is one command. */
  #asked(
    act: Exclude<Act, { readonly type: 'claim' | 'build' | 'buy' | 'go' | 'note' }>,
  ): readonly [ResidentCommand, Along<unknown>?] {
    switch (act.type) {
      case 'submit':
        return [{ type: 'complete_job', job: act.job, work: contentHash(work) }, { contents: [work] }];
      case 'accept':
        return [{ type: 'complete_job', job: act.job, work: null }];
      case 'release':
        return [{ type: 'release_job', job: act.job }];
      case 'hire': {
        this.#memory.hasPosted = true;
        const job = { title: 'A line for my door', description: contentHash(wanted), reward: milli(act.reward) };
        return [{ type: 'post_job', ...job }, { contents: [wanted] }];
      }
      case 'adopt':
        return [{ type: 'adopt', donation: null }];
      case 'speak':
        return [{ type: 'broadcast', text: act.text ?? 'Good hour.' }];
      case 'give':
        return [{ type: 'transfer', to: act.to, amount: milli(act.amount) }];
      case 'fund':
        return [{ type: 'fund', pod: act.pod, amount: milli(act.amount) }];
      case 'price':
        return [{ type: 'set_pricing', pod: act.pod, pricing: this.#pricing(act.price) }];
      case 'vouch':
        return [{ type: 'vouch', to: act.for, note: null }];
      case 'bequeath':
        return [{ type: 'bequeath', heir: act.to }];
      case 'close':
        return [{ type: 'close_connection', exit: act.exit }];
      default:
        return unreachable(act);
    }
  }

  #do(event: ResidentCommand, along: Along<unknown> = {}, then?: () => void): Promise<void> {
    return this.#client.do(this.#id, event, { ...along, cause: this.#cause }, then);
  }

  #act<Value>(event: ResidentCommand, along: Along<Value> = {}): Promise<Outcome<Value>> {
    return this.#client.act(this.#id, event, { ...along, cause: this.#cause });
  }

  get #tick(): number {
    return this.#client.city.state.counters.tick;
  }

  #go(exit: string): Promise<void> {
    this.#memory.isAtCommons = false;
    this.#memory.staysAway = exit !== commonsExit;
    return this.#do(moving(exit));
  }

  #claim(job: string): Promise<void> {
    const tick = this.#tick;
    this.#memory.hasClaimed = true;
    return this.#do({ type: 'claim_job', job }, {}, () => {
      this.#memory.claimedTick = tick;
    });
  }

  async #does(event: ResidentCommand, along?: Along<unknown>): Promise<boolean> {
    return (await this.#act(event, along)).type === 'applied';
  }

  /** A workshop at home, code in it, and a pod of it with ways from these places; then back to the Commons. */
  async #build({ price, code = usualCode, from = [commons] }: Extract<Act, { readonly type: 'build' }>): Promise<void> {
    await this.#go(homeExit);
    const isRoom = await this.#does({ type: 'add_room', name: room, purpose: 'workshop', description: null });
    if (isRoom && (await this.#writes(code))) {
      const id = this.#id;
      const outcome = await this.#act(this.#deploying(price, from), {
        reply: view('built', { id: room, resident: id }),
      });
      if (outcome.type === 'applied') this.#memory.pod = readJson(outcome.json).id;
      else {
        this.#learnCost(outcome);
        await this.#does({ type: 'remove_room', name: room });
      }
    }
    await this.#go(commonsExit);
  }

  #writes(source: string): Promise<boolean> {
    const manifest = manifestOf(source);
    const written = { workshop: room, base: null, code: contentHash(manifest), entry: 'index.js', files: 1 };
    return this.#does({ type: 'write_code', ...written }, { contents: [manifest, source] });
  }

  #deploying(price: number, from: readonly string[]): ResidentCommand {
    const seen = { bidirectional: true, visibility: 'visible', entrance: null, wayBack: null } as const;
    return {
      type: 'deploy',
      source: room,
      name: 'Shop',
      tier: 'tiny',
      description: null,
      links: from.map((place) => ({ from: place, ...seen, access: openToAll })),
      pricing: this.#pricing(price),
      features: [],
      funding: milli(poolAtFirst),
      contributors: [],
    };
  }

  /** A refusal says what would have been needed. */
  #learnCost(outcome: Exclude<Outcome, { readonly type: 'applied' }>): void {
    const required = outcome.context['required'];
    if (outcome.code === 'insufficient_credits' && typeof required === 'number')
      this.#memory.askedFor(required / 1000, this.#tick);
  }

  async #buy({ exit, priceMax, input = {} }: Extract<Act, { readonly type: 'buy' }>): Promise<void> {
    const id = this.#id;
    this.#memory.isAtCommons = false;
    const arrived = await this.#act(moving(exit), { reply: view('arrival', { resident: id, exit }) });
    if (arrived.type === 'refused') return;
    const [offer] = readJson(arrived.json).location.services;
    this.#memory.prices.set(exit, offer?.per_query ?? null);
    if (offer !== undefined && offer.per_query <= priceMax && offer.owner !== id) {
      const call = { service: offer.id, input: JSON.stringify(input), max_price: milli(priceMax) };
      const outcome = await this.#client.call(id, { type: 'call_service', ...call }, this.#cause);
      if (outcome.type === 'applied') this.#memory.answers.set(exit, readJson(outcome.json).output);
    }
    await this.#go(commonsExit);
  }

  #pricing(price: number): Pricing {
    return { perEntry: null, perQuery: milli(price), split: { [this.#id]: ownersShare } };
  }
}
