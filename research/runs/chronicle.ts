/** What a run tells of single residents, pods and postings: rows of tables, made of events and of sealed turns as they come. */
import { z } from 'zod';
import type { EventType } from '../../actors/event-types.ts';
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

/** Who did something, and to whom. */
type Met = readonly [string, string];

/** What is learnt of an event; who met whom in it, if anybody did. */
type Learn = (fields: EventFields, seq: number) => Met | undefined;

/** Of events whose data say who did something to whom. */
const between: Learn = ({ data }) => {
  const { from, to } = Between.parse(data);
  return [from, to];
};

type Add = (table: TableName, cells: readonly Cell[]) => void;

export class Chronicle {
  readonly #add: Add;
  readonly #lives: Map<string, Life>;
  readonly #pods: Map<string, Pod>;
  readonly #prices: Map<string, Price>;
  /** By the type of the event; those of other types are not read. */
  readonly #learns: Readonly<Partial<Record<string, Learn>>> = {
    'resident.born': (fields) => this.#born(fields),
    'resident.died': (fields, seq) => this.#died(fields, seq),
    'pod.deployed': (fields) => this.#deployed(fields),
    'pod.shut_down': ({ tick, subject }) => this.#change(subject, () => ({ endedTick: tick })),
    'service.called': (fields) => this.#called(fields),
    'job.completed': ({ data }) => {
      const { claimer, poster } = Worked.parse(data);
      return pairOf(claimer, poster);
    },
    'credits.transferred': between,
    'message.whisper': between,
    'message.direct': between,
    'resident.vouched': between,
  } satisfies Partial<Record<EventType, Learn>>;

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
    const learn = this.#learns[type];
    if (learn === undefined) return;
    const fields = EventFields.parse(JSON.parse(json));
    const met = learn(fields, seq);
    if (met !== undefined) this.#add('meetings', [fields.tick, seq, type, fields.location, ...met]);
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

  #born({ tick, subject, data }: EventFields): Met | undefined {
    const born = Born.parse(data);
    this.#lives.set(subject ?? '', { ...born, bornTick: tick });
    return pairOf(born.mentor, subject);
  }

  #died({ tick, subject, data }: EventFields, seq: number): undefined {
    const { name, cause, mentees } = Died.parse(data);
    const resident = subject ?? '';
    const life = this.#lives.get(resident);
    const age = life === undefined ? null : tick - life.bornTick;
    if (life !== undefined) this.#lives.set(resident, { ...life, end: { tick, cause } });
    this.#add('deaths', [tick, seq, resident, name, cause, age, mentees.length]);
  }

  #deployed({ tick, subject, data }: EventFields): undefined {
    const pod = subject ?? '';
    if (this.#pods.has(pod)) return;
    const { name, tier, owner } = Deployed.parse(data);
    this.#pods.set(pod, { name, tier, owner, deployedTick: tick, endedTick: null, calls: 0, charged: 0 });
  }

  #called({ data }: EventFields): Met | undefined {
    const { service, caller, outcome, charged } = Called.parse(data);
    if (outcome === 'finished')
      this.#change(service, (pod) => ({ calls: pod.calls + 1, charged: pod.charged + Math.round(charged * 1000) }));
    return pairOf(caller, this.#pods.get(service)?.owner ?? null);
  }

  #change(id: string | null, change: (pod: Pod) => Partial<Pod>): undefined {
    const pod = id ?? '';
    const before = this.#pods.get(pod);
    if (before !== undefined) this.#pods.set(pod, { ...before, ...change(before) });
  }

  #price(pod: string, { perQuery, perEntry }: Price, turn: number, tick: number): void {
    const before = this.#prices.get(pod);
    if (before?.perQuery === perQuery && before.perEntry === perEntry) return;
    this.#prices.set(pod, { perQuery, perEntry });
    this.#add('prices', [turn, tick, pod, perQuery, perEntry]);
  }
}

const pairOf = (one: string | null, other: string | null): Met | undefined =>
  one === null || other === null ? undefined : [one, other];
