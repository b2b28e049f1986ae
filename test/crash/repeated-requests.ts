/** Requests under keys of their own, each repeated under its key until its outcome is known. */
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fields } from '../../client/wire.ts';
import { type Asked, type Asking, ask } from './http-exchange.ts';
import { verdictOf } from './writers.ts';

const pauseMs = 50;

export class RepeatedRequests {
  readonly agent = new Agent({ keepAlive: true });
  #keys = 0;

  /** How many were asked. */
  get count(): number {
    return this.#keys;
  }

  nextKey(): string {
    return `settled-${++this.#keys}`;
  }

  /** The answer that settles it. */
  async settled(port: number, path: string, asking: Asking, key = this.nextKey()): Promise<Asked> {
    for (;;) {
      const asked = await ask(port, 'POST', path, { ...asking, key, agent: this.agent });
      const verdict = verdictOf(asked);
      if (verdict === 'done' || (verdict === 'nothing' && asked.body['error'] !== 'busy')) return asked;
      await sleep(pauseMs);
    }
  }

  /** The same, of what nobody can refuse. */
  async done(port: number, path: string, asking: Asking): Promise<Fields> {
    const asked = await this.settled(port, path, asking);
    if (asked.status >= 300) throw new Error(`${path}: ${asked.status} ${asked.text}`);
    return asked.body;
  }

  close(): void {
    this.agent.destroy();
  }
}
