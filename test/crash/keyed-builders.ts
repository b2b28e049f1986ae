/**
 * Callers who build: workshops, pods, connections between them, approvals, funding. Each request has a key and is repeated
 * until its answer is clear, so that the event table must hold just what was acknowledged, once.
 */
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type postgres from 'postgres';
import { commons, fieldsOf, listOf, textOf } from '../../client/wire.ts';
import type { SeededRandom } from '../../population/seeded-random.ts';
import type { CityProcess } from './city.ts';
import { type Asked, ask } from './http-exchange.ts';
import { verdictOf } from './writers.ts';

export interface Builder {
  readonly id: string;
  readonly token: string;
}

interface Act {
  readonly path: string;
  readonly body: object;
  /** The event of the act, and the builder who did it. */
  readonly event: string;
}

const pauseMs = 5;
const unclearPauseMs = 50;
const podsKept = 20;

export class Builders {
  /** Acknowledged acts, by event and builder: `<event> <id>`. */
  readonly done = new Map<string, number>();
  /** Requests that had to be repeated. */
  repeated = 0;
  refused = 0;
  readonly #city: CityProcess;
  readonly #builders: readonly Builder[];
  readonly #chance: SeededRandom;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #pods: string[] = [];
  #loops: Promise<void>[] = [];
  #stopped = false;
  #count = 0;

  constructor(city: CityProcess, builders: readonly Builder[], chance: SeededRandom) {
    this.#city = city;
    this.#builders = builders;
    this.#chance = chance;
  }

  start(): void {
    this.#loops = this.#builders.map((builder) => this.#build(builder));
  }

  /** Resolves when each has a clear answer to its last request. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#loops);
    this.#agent.destroy();
  }

  get answered(): number {
    return [...this.done.values()].reduce((sum, count) => sum + count, 0);
  }

  /** What the event table has that was not acknowledged, or has not and was. */
  async differences(sql: postgres.Sql<Record<string, never>>): Promise<string[]> {
    const rows = await sql<{ name: string; count: number }[]>`
      select type || ' ' || (body::json ->> 'actor') as name, count(*)::int as count from event
      where type in ('resident.arrived', 'workshop.created', 'pod.deployed', 'connection.requested', 'connection.approved', 'pool.funded')
        and (body::json ->> 'actor') is not null
      group by 1`;
    const counted = new Map(rows.map(({ name, count }) => [name, count]));
    return [...new Set([...counted.keys(), ...this.done.keys()])].flatMap((name) => {
      const [has, should] = [counted.get(name) ?? 0, this.done.get(name) ?? 0];
      return has === should ? [] : [`${name}: ${should} acknowledged, ${has} in the event table`];
    });
  }

  async #build(builder: Builder): Promise<void> {
    await this.#act(builder, { path: '/v1/location/move', body: { exit_id: 'commons' }, event: 'resident.arrived' });
    while (!this.#stopped) {
      const opened = await this.#act(builder, opening(`Shop ${this.#count}`));
      const source = textOf(opened?.body['id']);
      if (source !== '') await this.#deploy(builder, source);
      await this.#act(builder, asking(this.#chance.pick(this.#pods) ?? source));
      await this.#approve(builder);
      await this.#act(builder, funding(this.#chance.pick(this.#pods) ?? source, 1 + this.#chance.integerBelow(5)));
      await sleep(pauseMs);
    }
  }

  async #deploy(builder: Builder, source: string): Promise<void> {
    const body = { source, tier: 'tiny', connections: [{ from: commons }], funding: { initial_credits: 2 } };
    const deployed = await this.#act(builder, { path: '/v1/deploy', body, event: 'pod.deployed' });
    if (deployed === undefined) return;
    this.#pods.push(source);
    if (this.#pods.length > podsKept) this.#pods.shift();
  }

  async #approve(builder: Builder): Promise<void> {
    const { token } = builder;
    const { body } = await ask(this.#city.cityPort, 'GET', '/v1/connections/pending', { token, agent: this.#agent });
    const [first] = listOf(body['items']);
    if (first === undefined) return;
    const request = { request_id: textOf(fieldsOf(first)['request_id']) };
    await this.#act(builder, { path: '/v1/connections/approve', body: request, event: 'connection.approved' });
  }

  /** The answer, when it was applied. An unclear one is asked for again under the same key. */
  async #act({ id, token }: Builder, { path, body, event }: Act): Promise<Asked | undefined> {
    const key = `build-${++this.#count}`;
    for (;;) {
      const asked = await ask(this.#city.cityPort, 'POST', path, { token, body, key, agent: this.#agent });
      const verdict = verdictOf(asked);
      if (verdict === 'done') this.done.set(`${event} ${id}`, (this.done.get(`${event} ${id}`) ?? 0) + 1);
      if (verdict === 'done') return asked;
      if (verdict === 'nothing' && asked.status !== 503) {
        this.refused += 1;
        return undefined;
      }
      this.repeated += 1;
      await sleep(unclearPauseMs);
    }
  }
}

const opening = (name: string): Act => ({
  path: '/v1/workshops',
  body: { name, tier: 'tiny', funding: { initial_credits: 2 } },
  event: 'workshop.created',
});

const asking = (to: string): Act => ({
  path: '/v1/connections/request',
  body: { from_pod: 'current', to_pod: to },
  event: 'connection.requested',
});

const funding = (pod: string, amount: number): Act => ({
  path: `/v1/credits/pools/${pod}/fund`,
  body: { amount },
  event: 'pool.funded',
});
