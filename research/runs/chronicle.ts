/** What a run tells of single residents, pods and postings: rows of tables, made of events and of sealed turns as they come. */
import { z } from 'zod';
import { imageOf } from '../../actors/registry.ts';
import { podActor, residentActor } from '../../actors/rules/place/names.ts';
import type { FeedEvent } from '../../engine/command.ts';
import { kindOf, nameOf } from '../../engine/ids.ts';
import type { CityState } from '../../engine/state/city-state.ts';
import { balanceAt } from '../../engine/state/ledger.ts';
import type { Sealed } from '../../engine/turn/seal.ts';
import type { Cell, TableName } from './tables.ts';

interface Life {
  readonly name: string;
  readonly mentor: string | null;
  readonly bornTick: number;
  readonly end?: { readonly tick: number; readonly cause: string };
}

interface Pod {
  readonly name: string;
  readonly tier: string;
  readonly owner: string | null;
  readonly deployedTick: number;
  readonly endedTick: number | null;
  readonly calls: number;
  readonly charged: number;
}

interface Price {
  readonly perQuery: number;
  readonly perEntry: number | null;
}

/** All that a chronicle knows, as plain data. */
export interface Chronicled {
  readonly lives: ReadonlyMap<string, Life>;
  readonly pods: ReadonlyMap<string, Pod>;
  readonly prices: ReadonlyMap<string, Price>;
}

const nothing: Chronicled = { lives: new Map(), pods: new Map(), prices: new Map() };

const id = z.string();
const EventFields = z.object({
  tick: z.int(),
  location: id.nullable(),
  actor: id.nullable(),
  subject: id.nullable(),
  data: z.looseObject({}),
});
type EventFields = z.infer<typeof EventFields>;

const Born = z.object({ name: z.string(), mentor: id.nullable() });
const Died = z.object({ name: z.string(), cause: z.string(), mentees: z.array(id) });
const Deployed = z.object({ name: z.string(), tier: z.string(), owner: id.nullable() });
const Called = z.object({ service: id, caller: id, outcome: z.string(), charged: z.number() });
const Between = z.object({ from: id, to: id });
const Worked = z.object({ claimer: id, poster: id.nullable() });

/** Events whose data say who did something to whom. */
const between: ReadonlySet<string> = new Set([
  ...['credits.transferred', 'message.whisper', 'message.direct', 'resident.vouched'],
]);
const heeded: ReadonlySet<string> = new Set([
  ...['resident.born', 'resident.died', 'pod.deployed', 'pod.shut_down', 'service.called', 'job.completed'],
  ...between,
]);

type Add = (table: TableName, cells: readonly Cell[]) => void;

export class Chronicle {
  readonly #add: Add;
  readonly #lives: Map<string, Life>;
  readonly #pods: Map<string, Pod>;
  readonly #prices: Map<string, Price>;

  /** `chronicled`: by the one that this one goes on for. */
  constructor(add: Add, { lives, pods, prices }: Chronicled = nothing) {
    this.#add = add;
    this.#lives = new Map(lives);
    this.#pods = new Map(pods);
    this.#prices = new Map(prices);
  }

  get chronicled(): Chronicled {
    return { lives: this.#lives, pods: this.#pods, prices: this.#prices };
  }

  /** To be called with each event. */
  hear({ seq, type, json }: FeedEvent): void {
    if (!heeded.has(type)) return;
    const told = EventFields.parse(JSON.parse(json));
    this.#learn(type, seq, told);
    const met = this.#meeting(type, told);
    if (met !== undefined) this.#add('meetings', [told.tick, seq, type, told.location, ...met]);
  }

  /** To be called with each turn when it is sealed, in the tick. */
  note({ turn, postings, images }: Pick<Sealed, 'turn' | 'postings' | 'images'>, tick: number): void {
    for (const { from, to, amount, reason } of postings) this.#add('postings', [turn, tick, from, to, amount, reason]);
    for (const [actor] of images)
      if (kindOf(actor) === 'pod') {
        const pricing = imageOf({ image: (of) => images.get(of) }, podActor(nameOf(actor)))?.context.pricing;
        if (pricing !== undefined) this.#price(nameOf(actor), pricing, turn, tick);
      }
  }

  /** Adds what is known only at the end. */
  end(state: CityState): void {
    const { tick } = state.counters;
    const held = (account: Parameters<CityState['account']>[0]) => balanceAt(state.account(account), tick);
    for (const [resident, { name, mentor, bornTick, end }] of this.#lives) {
      const left = end === undefined ? held(residentActor(resident)) : null;
      this.#add('residents', [resident, name, mentor, bornTick, end?.tick, end?.cause, left]);
    }
    for (const [pod, { name, tier, owner, deployedTick, endedTick, calls, charged }] of this.#pods) {
      const left = endedTick === null ? held(podActor(pod)) : null;
      this.#add('pods', [pod, name, tier, owner, deployedTick, endedTick, calls, charged, left]);
    }
  }

  #learn(type: string, seq: number, { tick, subject, data }: EventFields): void {
    const of = subject ?? '';
    if (type === 'resident.born') this.#lives.set(of, { ...Born.parse(data), bornTick: tick });
    else if (type === 'resident.died') this.#died(of, seq, tick, Died.parse(data));
    else if (type === 'pod.deployed' && !this.#pods.has(of)) {
      const { name, tier, owner } = Deployed.parse(data);
      this.#pods.set(of, { name, tier, owner, deployedTick: tick, endedTick: null, calls: 0, charged: 0 });
    } else if (type === 'pod.shut_down') this.#change(of, () => ({ endedTick: tick }));
    else if (type === 'service.called') {
      const { service, outcome, charged } = Called.parse(data);
      if (outcome === 'finished')
        this.#change(service, (pod) => ({ calls: pod.calls + 1, charged: pod.charged + Math.round(charged * 1000) }));
    }
  }

  #died(resident: string, seq: number, tick: number, { name, cause, mentees }: z.infer<typeof Died>): void {
    const life = this.#lives.get(resident);
    const age = life === undefined ? null : tick - life.bornTick;
    if (life !== undefined) this.#lives.set(resident, { ...life, end: { tick, cause } });
    this.#add('deaths', [tick, seq, resident, name, cause, age, mentees.length]);
  }

  #change(pod: string, change: (pod: Pod) => Partial<Pod>): void {
    const before = this.#pods.get(pod);
    if (before !== undefined) this.#pods.set(pod, { ...before, ...change(before) });
  }

  #price(pod: string, { perQuery, perEntry }: Price, turn: number, tick: number): void {
    const before = this.#prices.get(pod);
    if (before?.perQuery === perQuery && before.perEntry === perEntry) return;
    this.#prices.set(pod, { perQuery, perEntry });
    this.#add('prices', [turn, tick, pod, perQuery, perEntry]);
  }

  /** Who did something, and to whom. */
  #meeting(type: string, { subject, data }: EventFields): readonly [string, string] | undefined {
    if (between.has(type)) {
      const { from, to } = Between.parse(data);
      return [from, to];
    }
    if (type === 'resident.born') return pairOf(Born.parse(data).mentor, subject);
    if (type === 'job.completed') {
      const { claimer, poster } = Worked.parse(data);
      return pairOf(claimer, poster);
    }
    if (type !== 'service.called') return undefined;
    const { caller, service } = Called.parse(data);
    return pairOf(caller, this.#pods.get(service)?.owner ?? null);
  }
}

const pairOf = (one: string | null, other: string | null): readonly [string, string] | undefined =>
  one === null || other === null ? undefined : [one, other];
