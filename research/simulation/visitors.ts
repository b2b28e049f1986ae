/** The visitors of a simulated city: they keep the queue of souls filled, as long as there is room for more residents. */
import { indexes } from '../../actors/indexes.ts';
import { defaultFramework } from '../../actors/kinds/framework/built-in.ts';
import { command } from '../../actors/registry.ts';
import { queuedBy } from '../../actors/rules/birth/soul-queue.ts';
import { commons, locationActor, visitorActor } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import { must } from '../../engine/assert.ts';
import { contentHash } from '../../engine/ids.ts';
import type { Door } from './door.ts';

/** Souls that one visitor keeps waiting: fewer than the city lets one visitor have. */
const soulsEach = 6;

const fields = JSON.stringify({ aesthetic: 'moss', personality: 'brief' });

export class Visitors {
  readonly #door: Door;
  readonly ids: readonly string[];
  readonly #keep: number;

  constructor(door: Door, ids: readonly string[], keep: number) {
    this.#door = door;
    this.ids = ids;
    this.#keep = keep;
  }

  /** As many new visitors as are needed to keep so many souls waiting. */
  static async open(door: Door, keep: number): Promise<Visitors> {
    const ids: string[] = [];
    for (let n = 1; n <= Math.ceil(keep / soulsEach); n++) {
      const login = `visitor ${n}`;
      const event = { type: 'register_visitor', handle: `visitor-${n}`, login } as const;
      await door.submit(command(locationActor(commons), event, { caller: 'city' }));
      ids.push(must(door.look(view('visitor_of_login', { login })), login).id);
    }
    return new Visitors(door, ids, keep);
  }

  /** Souls that wait. */
  get waiting(): number {
    const queue = this.#door.city.state.index(indexes.soulQueue);
    return this.ids.reduce((sum, id) => sum + queue.count(queuedBy(id)), 0);
  }

  /** Writes what is missing, while fewer than `room` wait. `nextName`: how the next who is born is called. */
  async write(room: number, nextName: () => string): Promise<void> {
    const queue = this.#door.city.state.index(indexes.soulQueue);
    let { waiting } = this;
    for (const id of this.ids)
      for (let own = queue.count(queuedBy(id)); own < soulsEach; own++) {
        if (waiting >= Math.min(this.#keep, room)) return;
        await this.#create(id, nextName());
        waiting += 1;
      }
  }

  #create(id: string, name: string): Promise<unknown> {
    const { id: framework, schema } = defaultFramework.input;
    const soul = { name, framework, schema, soul: contentHash(fields), livedBy: 'me' } as const;
    const self = visitorActor(id);
    return this.#door.submit(command(self, { type: 'create_soul', ...soul }, { caller: self, contents: [fields] }));
  }
}
