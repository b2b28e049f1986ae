/**
 * Workshops and pods of the fake city: as much of building as its residents need to be checked by, with faults on demand. It runs no
 * code: it knows what residents write (`service-code.ts`) and answers as that would.
 */
import type { CityEvent } from '../../client/events.ts';
import { type Fields, fieldsOf, listOf, textOf } from '../../client/wire.ts';

export type BuildingsFault =
  /** A call is acknowledged, and what its code kept is lost. */
  | 'lose-count'
  /** A call that failed keeps what its code kept. */
  | 'keep-failed'
  /** A call costs more than was announced, and says so. */
  | 'dear-call'
  /** A deploy takes more than it costs. */
  | 'dear-deploy'
  /** The owner of a pod does not hear that it was called. */
  | 'mute-event'
  /** Somebody hears of a call who has nothing to do with it. */
  | 'leak-event'
  /** Credits that fund a pool do not reach it. */
  | 'lose-funds'
  /** A refused request changes the pod all the same. */
  | 'half-refuse'
  /** Code runs as if another version of it had been written. */
  | 'old-code';

export interface Dweller {
  readonly id: string;
  place: string;
  /** Millicredits. */
  balance: number;
}

interface FakePod {
  readonly id: string;
  readonly owner: string;
  readonly exit: string;
  readonly collaborators: unknown;
  status: 'workshop' | 'deployed';
  tier: string;
  name: string;
  pool: number;
  count: number;
  version: number;
  files: Fields;
  pricing: Fields;
}

interface Answer {
  readonly status: number;
  readonly body: Fields;
}

export interface Surroundings {
  /** Strikes once. */
  readonly strikes: (fault: BuildingsFault, after?: number) => boolean;
  /** Strikes again and again: some times nothing can be concluded. */
  readonly suffers: (fault: BuildingsFault) => boolean;
  readonly somebody: () => string;
  readonly tell: (event: Omit<CityEvent, 'seq' | 'at'>, to: readonly string[]) => void;
}

const square = 'city-commons';
const costs = new Map<unknown, number>([
  ['tiny', 20_000],
  ['small', 40_000],
]);

export class FakeBuildings {
  readonly #pods = new Map<string, FakePod>();
  readonly #around: Surroundings;
  #made = 0;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  /** Where an exit leads from here. */
  way(place: string, exit: string): string | undefined {
    const pod = [...this.#pods.values()].find((each) => each.exit === exit);
    return place === square ? pod?.id : undefined;
  }

  /** Undefined: nothing of its business. */
  answer(method: string, path: string, who: Dweller, body: Fields): Answer | undefined {
    const [, , area, id = '', act = ''] = path.split('/');
    if (method === 'GET') return this.#show(path, who, id, act);
    if (path === '/v1/workshops') return this.#open(who, body);
    if (path === '/v1/deploy') return this.#deploy(who, body);
    if (path === '/v1/connections/request') return refuse(403, 'location_required');
    if (path === '/v1/connections/close') return refuse(404, 'exit_not_found');
    if (area === 'pods' && (act === 'pricing' || act === 'access')) return this.#manage(id);
    if (area === 'credits' && id === 'pools') return this.#fund(who, act, body);
    if (area === 'services') return this.#call(who, id, body);
    return area === 'workshops' ? this.#work(who, id, act, body) : undefined;
  }

  #show(path: string, who: Dweller, id: string, act: string): Answer | undefined {
    if (path === '/v1/location/exits') {
      const pods = who.place === square ? [...this.#pods.values()].filter(({ status }) => status === 'deployed') : [];
      return ok({ items: pods.map((pod) => ({ id: pod.exit, to: pod.id, toll: 0 })), next_cursor: null });
    }
    const here = this.#pods.get(who.place);
    if (path === '/v1/services')
      return ok({ items: here === undefined ? [] : [{ id: here.id, per_query: here.pricing['per_query'] }] });
    const pod = this.#pods.get(path.startsWith('/v1/credits/pools/') ? act : id);
    if (pod === undefined) return undefined;
    if (act === 'code') return who.place === id ? ok({ files: pod.files }) : refuse(403, 'location_required');
    if (path.startsWith('/v1/pods/')) return ok(this.#whole(pod));
    return path.startsWith('/v1/credits/pools/') ? ok({ status: pod.status, balance: pod.pool / 1000 }) : undefined;
  }

  #open(who: Dweller, body: Fields): Answer {
    if (textOf(body['location']) !== '' || who.place !== square) return refuse(403, 'location_required');
    const id = `pod-${++this.#made}`;
    const funding = Number(fieldsOf(body['funding'])['initial_credits']) * 1000;
    const cost = (costs.get(body['tier']) ?? 0) / 2 + funding;
    if (cost > who.balance) return refuse(402, 'insufficient_credits');
    who.balance -= cost;
    const { tier, name, access } = body;
    const made = {
      id,
      owner: who.id,
      exit: `exit_${id}`,
      collaborators: access,
      tier: textOf(tier),
      name: textOf(name),
    };
    this.#pods.set(id, { ...made, status: 'workshop', pool: funding, count: 0, version: 0, files: {}, pricing: {} });
    this.#news('workshop.created', id, who.id, {}, [who.id]);
    return { status: 201, body: this.#answered(id, who) };
  }

  #deploy(who: Dweller, body: Fields): Answer {
    const pod = this.#pods.get(textOf(body['source']));
    if (pod === undefined) return refuse(404, 'not_found');
    if (pod.status === 'deployed') return refuse(422, 'invalid_request');
    const funding = Number(fieldsOf(body['funding'])['initial_credits']) * 1000;
    const cost = (costs.get(pod.tier) ?? 0) + 2_000 + funding;
    if (cost > who.balance) return refuse(402, 'insufficient_credits');
    who.balance -= cost + (this.#around.strikes('dear-deploy', 2) ? 5 : 0);
    pod.status = 'deployed';
    pod.pool += funding;
    pod.pricing = fieldsOf(body['pricing']);
    this.#news('pod.deployed', pod.id, who.id, {}, [who.id]);
    this.#news('connection.opened', `req_${pod.id}`, '', { request_id: `req_${pod.id}`, exit_id: pod.exit }, [who.id]);
    return { status: 201, body: this.#answered(pod.id, who) };
  }

  #manage(id: string): Answer {
    const pod = this.#pods.get(id);
    if (pod !== undefined && this.#around.suffers('half-refuse')) pod.name += '!';
    return refuse(422, 'invalid_request');
  }

  #fund(who: Dweller, id: string, body: Fields): Answer {
    const pod = this.#pods.get(id);
    const amount = Math.round(Number(body['amount']) * 1000);
    if (pod === undefined) return refuse(404, 'not_found');
    if (amount > who.balance) return refuse(402, 'insufficient_credits');
    who.balance -= amount;
    if (!this.#around.strikes('lose-funds', 3)) pod.pool += amount;
    this.#news('pool.funded', id, who.id, {}, [who.id, pod.owner]);
    return ok({ id, balance: pod.pool / 1000, connection_bought: false, your_balance: who.balance / 1000 });
  }

  #work(who: Dweller, id: string, act: string, body: Fields): Answer {
    const pod = this.#pods.get(id);
    if (pod === undefined) return refuse(404, 'not_found');
    if (who.place !== id) return refuse(403, 'location_required');
    const version = this.#around.suffers('old-code') ? pod.version + 1 : pod.version;
    if (act === 'run') return ok({ exit_code: 0, stdout: `version ${version}, ${version + 2}\n`, timed_out: false });
    const files = fieldsOf(body['files']);
    const written = /version = (\d+)/.exec(textOf(files['index.js']))?.[1];
    if (written === undefined) return refuse(422, 'invalid_request');
    pod.version = Number(written);
    pod.files = files;
    return ok({ id, status: pod.status, entry: 'index.js', files: Object.keys(files).sort() });
  }

  #call(who: Dweller, id: string, body: Fields): Answer {
    const pod = this.#pods.get(id);
    if (pod === undefined || who.place !== id) return refuse(403, 'location_required');
    const price = Math.round(Number(pod.pricing['per_query']) * 1000);
    if (Number(body['max_price'] ?? 5) * 1000 < price - 0.5) return refuse(409, 'price_changed');
    const { op, a, b, said } = fieldsOf(body['input']);
    const isKept = op !== 'fail' || this.#around.strikes('keep-failed', 1);
    const isLost = this.#around.strikes('lose-count', 10);
    if (isKept && !isLost) pod.count++;
    const outcome = op === 'fail' ? 'failed' : 'finished';
    const hearers = this.#around.strikes('mute-event', 10) ? [who.id] : [who.id, pod.owner];
    if (this.#around.suffers('leak-event')) hearers.push(this.#around.somebody());
    this.#news('service.called', id, who.id, { outcome }, hearers);
    if (op === 'fail') return refuse(502, 'service_failed', { outcome });
    const charged = price + (this.#around.suffers('dear-call') ? 1 : 0);
    who.balance -= charged;
    this.#share(pod, charged);
    const answer = op === 'add' ? Number(a) + Number(b) : said;
    const output = { count: pod.count + (isLost ? 1 : 0), version: pod.version, caller: who.id, answer };
    return ok({ output, charged: charged / 1000, balance: who.balance / 1000, duration_ms: 1 });
  }

  /** Everyone who shares in what a pod earns, by `pay`. */
  pay: (to: string, amount: number) => void = () => undefined;

  #share(pod: FakePod, amount: number): void {
    pod.pool += amount;
    for (const [to, fraction] of Object.entries(fieldsOf(pod.pricing['revenue_split']))) {
      const part = Math.floor(amount * Number(fraction));
      pod.pool -= part;
      this.pay(to, part);
    }
  }

  #news(type: CityEvent['type'], subject: string, actor: string, data: Fields, to: readonly string[]): void {
    this.#around.tell({ type, actor, subject, location: subject, data }, [...new Set(to)]);
  }

  #answered(id: string, who: Dweller): Fields {
    const pod = this.#pods.get(id);
    return pod === undefined ? {} : { ...this.#whole(pod), balance: who.balance / 1000 };
  }

  #whole(pod: FakePod): Fields {
    const { id, owner, status, tier, name, collaborators, pricing } = pod;
    const link = { exit_id: pod.exit, request_id: `req_${id}`, from: square, to: id, bidirectional: true };
    const burn = (costs.get(tier) ?? 0) / 80_000;
    return {
      id,
      owner,
      representative: owner,
      status,
      tier,
      name,
      collaborators: listOf(collaborators),
      pricing: { ...pricing, input_description: null },
      location: square,
      exit_id: pod.exit,
      pool: { balance: pod.pool / 1000, burn_per_tick: status === 'workshop' ? burn : burn * 2 },
      connections: status === 'deployed' ? [link] : [],
    };
  }
}

const ok = (body: Fields): Answer => ({ status: 200, body });
const refuse = (status: number, error: string, more: Fields = {}): Answer => ({
  status,
  body: { error, message: error, applied: false, ...more },
});
