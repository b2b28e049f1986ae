/** The visitors of a simulated city: they keep the queue of souls filled, as long as there is room for more residents. */
import { indexes } from '../../actors/indexes.ts';
import { defaultFramework } from '../../actors/kinds/framework/built-in.ts';
import { command } from '../../actors/registry.ts';
import { queuedBy } from '../../actors/rules/birth/soul-queue.ts';
import { commons, locationActor, visitorActor } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import { must } from '../../engine/assert.ts';
import { contentHash } from '../../engine/ids.ts';
import type { EngineClient } from './engine-client.ts';

/** Souls that one visitor keeps waiting: fewer than the city lets one visitor have. */
const soulsEach = 6;

const brief = JSON.stringify({ aesthetic: 'moss', personality: 'brief' });

/** Who is to be born. `soul`: its fields as JSON, where it has its own. */
export interface Expected {
  readonly name: string;
  readonly soul?: string;
}

export class Visitors {
  readonly #client: EngineClient;
  readonly ids: readonly string[];
  readonly #keep: number;

  constructor(client: EngineClient, ids: readonly string[], keep: number) {
    this.#client = client;
    this.ids = ids;
    this.#keep = keep;
  }

  /** As many visitors as are needed to keep so many souls waiting; those of a simulation before this one write again. */
  static async open(client: EngineClient, keep: number): Promise<Visitors> {
    const ids: string[] = [];
    for (let n = 1; n <= Math.ceil(keep / soulsEach); n++) {
      const login = `visitor ${n}`;
      const known = () => client.look(view('visitor_of_login', { login }))?.id;
      if (known() === undefined) {
        const event = { type: 'register_visitor', handle: `visitor-${n}`, login } as const;
        await client.submit(command(locationActor(commons), event, { caller: 'city' }));
      }
      ids.push(must(known(), login));
    }
    return new Visitors(client, ids, keep);
  }

  /** Souls that wait. */
  get waiting(): number {
    const queue = this.#client.city.state.index(indexes.soulQueue);
    return this.ids.reduce((sum, id) => sum + queue.count(queuedBy(id)), 0);
  }

  /** Writes what is missing, while fewer than `room` wait. `next`: who is born next. */
  async write(room: number, next: () => Expected): Promise<void> {
    const queue = this.#client.city.state.index(indexes.soulQueue);
    let { waiting } = this;
    for (const id of this.ids)
      for (let own = queue.count(queuedBy(id)); own < soulsEach; own++) {
        if (waiting >= Math.min(this.#keep, room)) return;
        await this.#create(id, next());
        waiting += 1;
      }
  }

  /** The visitor fetches the token of the resident that was born of its soul, which has this hash. False when it is refused. */
  async fetchToken(visitor: string, soul: string, token: string): Promise<boolean> {
    const self = visitorActor(visitor);
    const outcome = await this.#client.submit(command(self, { type: 'fetch_token', soul, token }, { caller: self }));
    return outcome.type === 'applied';
  }

  #create(id: string, { name, soul: fields = brief }: Expected): Promise<unknown> {
    const { id: framework, schema } = defaultFramework.input;
    const soul = { name, framework, schema, soul: contentHash(fields), livedBy: 'me' } as const;
    const self = visitorActor(id);
    return this.#client.submit(command(self, { type: 'create_soul', ...soul }, { caller: self, contents: [fields] }));
  }
}
