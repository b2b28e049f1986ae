/**
 * Callers that say numbered things, every other under a key of its own, and keep what they were answered: the book that a check compares
 * with the event table afterwards.
 */
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type postgres from 'postgres';
import type { CityProcess } from './city.ts';
import { type Asked, ask } from './http-exchange.ts';

export interface Said {
  readonly token: string;
  readonly text: string;
  readonly key: string | undefined;
  /** Milliseconds of `performance.now()`. */
  readonly begunAt: number;
  readonly answeredAt: number;
  readonly first: Asked;
  /** The answer that settled it: the first, or that of a repeat under the same key. */
  last: Asked;
}

/** Whether something happened, by an answer. */
export type Verdict = 'done' | 'nothing' | 'unknown';

export function verdictOf({ status, body }: Asked): Verdict {
  if (status >= 200 && status < 300) return 'done';
  return body['applied'] === false ? 'nothing' : 'unknown';
}

const breathMs = 10;
const refusedPauseMs = 50;

export class Writers {
  readonly said: Said[] = [];
  readonly #city: CityProcess;
  readonly #tokens: readonly string[];
  readonly #agent = new Agent({ keepAlive: true });
  #loops: Promise<void>[] = [];
  #stopped = false;
  #count = 0;

  /** One writer for each token. */
  constructor(city: CityProcess, tokens: readonly string[]) {
    this.#city = city;
    this.#tokens = tokens;
  }

  start(): void {
    this.#loops = this.#tokens.map((token) => this.#write(token));
  }

  /** Resolves when each has its last answer. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#loops);
  }

  /** Repeats what stayed unknown and has a key until it is settled. */
  async settle(withinMs: number): Promise<void> {
    const giveUpAt = performance.now() + withinMs;
    for (const each of this.said)
      while (each.key !== undefined && verdictOf(each.last) === 'unknown' && performance.now() < giveUpAt) {
        each.last = await this.#send(each.token, each.text, each.key);
        if (verdictOf(each.last) !== 'done') await sleep(refusedPauseMs);
      }
  }

  close(): void {
    this.#agent.destroy();
  }

  /** What the event table has that it should not have, or has not. */
  async differences(sql: postgres.Sql<Record<string, never>>): Promise<string[]> {
    const rows = await sql<{ content: string; count: number }[]>`
      select content, count(*)::int as count from message_history group by content`;
    const counts = new Map(rows.map(({ content, count }) => [content, count]));
    return this.said.flatMap(({ text, last }) => {
      const count = counts.get(text) ?? 0;
      const verdict = verdictOf(last);
      const wanted = verdict === 'done' ? count === 1 : verdict === 'nothing' ? count === 0 : count <= 1;
      return wanted ? [] : [`${text}: answered ${last.status}, ${verdict}; ${count} times in the event table`];
    });
  }

  async #write(token: string): Promise<void> {
    while (!this.#stopped) {
      const number = ++this.#count;
      const text = `message ${number}.`;
      // Without a key no look-up comes before the turn.
      const key = number % 2 === 0 ? `key-${number}` : undefined;
      const begunAt = performance.now();
      const first = await this.#send(token, text, key);
      this.said.push({ token, text, key, begunAt, answeredAt: performance.now(), first, last: first });
      await sleep(verdictOf(first) === 'done' ? breathMs : refusedPauseMs);
    }
  }

  #send(token: string, message: string, key: string | undefined): Promise<Asked> {
    const asking = { token, body: { message }, agent: this.#agent };
    const keyed = key === undefined ? asking : { ...asking, key };
    return ask(this.#city.cityPort, 'POST', '/v1/mesh/broadcast', keyed);
  }
}
