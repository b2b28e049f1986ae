/** A city with founded residents: what they do, what the city then shows of them, and which events it publishes. */

import type { ResidentContext } from '../../actors/kinds/resident/messages.ts';
import { commons, homeOf, residentActor } from '../../actors/rules/place/names.ts';
import { must } from '../../engine/assert.ts';
import type { Outcome } from '../../engine/command.ts';
import type { Message } from '../../engine/effect.ts';
import type { ActorId } from '../../engine/ids.ts';
import { balanceAt } from '../../engine/state/ledger.ts';
import { act, found, openWorld, type World, type WorldOptions } from '../world.ts';

/** How a resident is when a test begins; credits in millicredits, lifespan in ticks. All stand in the Commons unless at home. */
export interface Person {
  readonly credits?: number;
  readonly lifespan?: number;
  readonly atHome?: boolean;
}

/** An event as its audience hears it. */
export interface PublishedEvent {
  readonly type: string;
  readonly category: string;
  readonly location: string | null;
  readonly actor: string | null;
  readonly subject: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly audience: readonly string[];
}

export class Town {
  readonly world: World;
  readonly #ids: ReadonlyMap<string, string>;
  #read = 0;

  constructor(world: World, ids: ReadonlyMap<string, string>) {
    this.world = world;
    this.#ids = ids;
  }

  /** The identifier of the resident founded under this name. */
  id(name: string): string {
    return must(this.#ids.get(name), name);
  }

  actor(name: string): ActorId {
    return residentActor(this.id(name));
  }

  home(name: string): string {
    return homeOf(this.id(name));
  }

  when(name: string, event: Message): Promise<Outcome> {
    return act(this.world.city, this.id(name), event);
  }

  async ticks(count: number): Promise<void> {
    for (let n = 0; n < count; n++) await this.world.city.tick();
  }

  state(name: string): string {
    return must(this.world.city.state.imageOf(this.actor(name)), name).state;
  }

  context(name: string): ResidentContext {
    return must(this.world.city.state.imageOf(this.actor(name)), name).context as ResidentContext;
  }

  balance(name: string): number {
    const { state } = this.world.city;
    return balanceAt(state.account(this.actor(name)), state.counters.tick);
  }

  /** Events since the last call, without `tick.completed`. */
  newEvents(): PublishedEvent[] {
    const fresh = this.world.store.events.slice(this.#read);
    this.#read += fresh.length;
    return fresh
      .filter(({ type }) => type !== 'tick.completed')
      .map(({ json, audience }) => ({ ...(JSON.parse(json) as Omit<PublishedEvent, 'audience'>), audience }));
  }

  types(): string[] {
    return this.newEvents().map(({ type, actor, subject }) => [type, actor ?? subject].join(' '));
  }
}

/** A town with these residents, founded in this order; events so far count as read. */
export async function given(people: Readonly<Record<string, Person>>, options: WorldOptions = {}): Promise<Town> {
  const world = await openWorld(options);
  const ids = new Map<string, string>();
  for (const [name, { credits, lifespan, atHome }] of Object.entries(people)) {
    const id = await found(world.city, name, credits, lifespan);
    ids.set(name, id);
    if (atHome !== true) await act(world.city, id, { type: 'move', exit: 'commons', max_toll: null });
  }
  const town = new Town(world, ids);
  town.newEvents();
  return town;
}

export const move = (exit: string): Message => ({ type: 'move', exit, max_toll: null });
export const say = (text: string): Message => ({ type: 'broadcast', text });
export const inCommons = `at:${commons}`;
export const refusal = (code: string, context: object = {}) => ({ type: 'refused', code, context, applied: false });
export const applied = { type: 'applied' };
