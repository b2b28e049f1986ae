/** By which tokens minds of a simulated city act: those of founders are known, those of the born their visitors fetch. */
import { z } from 'zod';
import { view } from '../../actors/views.ts';
import { must } from '../../engine/assert.ts';
import type { FeedEvent } from '../../engine/command.ts';
import { contentHash } from '../../engine/ids.ts';
import type { EngineClient } from './engine-client.ts';
import type { Visitors } from './visitors.ts';

const Born = z.object({ data: z.object({ soul: z.string(), resident: z.string() }) });
const address = /^to:visitor:(.+)$/;

interface Written {
  readonly soul: string;
  readonly visitor: string;
}

export class MindTokens {
  readonly #client: EngineClient;
  readonly #visitors: Visitors;
  readonly #founders = new Map<string, string>();
  readonly #born = new Map<string, Written>();

  constructor(client: EngineClient, visitors: Visitors) {
    this.#client = client;
    this.#visitors = visitors;
    client.city.subscribe((items) => {
      for (const item of items) if (item.type === 'event' && item.event.type === 'soul.born') this.#hear(item.event);
    });
  }

  /** Somebody was founded with this token. */
  founded(token: string): void {
    this.#founders.set(must(this.#client.look(view('token', { hash: contentHash(token) })), token).id, token);
  }

  /** Of a resident that lives; undefined where its visitor gets none. */
  async of(resident: string): Promise<string | undefined> {
    const known = this.#founders.get(resident);
    const written = this.#born.get(resident);
    this.#founders.delete(resident);
    this.#born.delete(resident);
    if (known !== undefined || written === undefined) return known;
    const token = `token of ${resident}`;
    const { visitor, soul } = written;
    return (await this.#visitors.fetchToken(visitor, soul, contentHash(token))) ? token : undefined;
  }

  #hear({ audience, json }: FeedEvent): void {
    const visitor = audience.flatMap((topic) => address.exec(topic)?.[1] ?? [])[0];
    const { resident, soul } = Born.parse(JSON.parse(json)).data;
    if (visitor !== undefined) this.#born.set(resident, { soul, visitor });
  }
}
