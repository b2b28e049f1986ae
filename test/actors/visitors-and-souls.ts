/** Visitors and their souls, for tests: a visitor writes one, a resident adopts it. */

import type { MessageOf } from '../../actors/facts.ts';
import { defaultFramework } from '../../actors/kinds/framework/built-in.ts';
import type { SoulContext } from '../../actors/kinds/soul/messages.ts';
import type { VisitorCommands } from '../../actors/kinds/visitor/messages.ts';
import { command } from '../../actors/registry.ts';
import { commons, locationActor, soulActor, visitorActor } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import { must } from '../../engine/assert.ts';
import type { Outcome, ViewRequest } from '../../engine/command.ts';
import { contentHash } from '../../engine/ids.ts';
import type { World } from '../world.ts';

type City = World['city'];

/** Registers a visitor of this login, perhaps from a network, and returns its id. */
export async function visitorIn(city: City, login = 'one', network?: string): Promise<string> {
  const from = network === undefined ? {} : { network };
  const event = { type: 'register_visitor', handle: 'eve', login, ...from } as const;
  await city.submit(command(locationActor(commons), event, { caller: 'city' }));
  const viewed = await city.view(view('visitor_of_login', { login }));
  return String(Object(viewed.type === 'shown' ? viewed.value : {})['id']);
}

/** The visitor does something; the answer is what the view shows. */
export const visits = (
  city: City,
  visitor: string,
  event: MessageOf<VisitorCommands>,
  reply: ViewRequest = view('visitor', { id: visitor }),
  contents: readonly string[] = [],
): Promise<Outcome> => {
  const self = visitorActor(visitor);
  return city.submit(command(self, event, { caller: self, reply, contents }));
};

const fields = JSON.stringify({ aesthetic: 'moss', personality: 'brief' });

export const creating = (name = 'Wren', more: Partial<VisitorCommands['create_soul']> = {}) => ({
  type: 'create_soul' as const,
  name,
  framework: defaultFramework.input.id,
  schema: defaultFramework.input.schema,
  soul: contentHash(fields),
  livedBy: 'me' as const,
  ...more,
});

export const creates = (
  city: City,
  visitor: string,
  name?: string,
  more: Partial<VisitorCommands['create_soul']> = {},
): Promise<Outcome> => visits(city, visitor, creating(name, more), view('soul_created', { visitor }), [fields]);

/** Creates a soul and returns its public id. */
export async function soulOf(city: City, visitor: string, name?: string): Promise<string> {
  const outcome = await creates(city, visitor, name);
  if (outcome.type !== 'applied') throw new Error(`no soul: ${outcome.code}`);
  return String(JSON.parse(outcome.json)['id']);
}

/** The soul as it is kept; throws when it has left. */
export function keptSoul(city: City, soulId: string): { readonly state: string; readonly context: SoulContext } {
  const id = must(city.state.index('souls').first(soulId), soulId);
  const { state, context } = must(city.state.images.get(soulActor(id.slice('soul:'.length))), id);
  return { state, context: context as SoulContext };
}

/** A resident adopts the first of the queue, for as little as it may. */
export const adopting = { type: 'adopt', donation: null };

/** Publishes a framework of containers; returns a function that notifies the city whether these can run. */
export async function boxes(city: City, id = 'boxed'): Promise<(isAvailable: boolean) => Promise<Outcome>> {
  const { schema } = creating();
  const terms = { id, name: 'Boxed', description: schema, schema, runtime: boxRuntime, lifespan: 60 };
  await city.submit(command(locationActor(commons), { type: 'publish_framework', ...terms }, { caller: 'operator' }));
  return (isAvailable) =>
    city.submit(command(locationActor(commons), { type: 'containers.available', isAvailable }, { caller: 'city' }));
}

export const boxRuntime = { type: 'container', image: 'one', command: [], env: {} } as const;

/** Creates a soul of it, and returns its public id. */
export async function boxedSoul(city: City, visitor: string, name = 'Boxed'): Promise<string> {
  const outcome = await creates(city, visitor, name, { framework: 'boxed' });
  if (outcome.type !== 'applied') throw new Error(`no soul: ${outcome.code}`);
  return String(JSON.parse(outcome.json)['id']);
}

/** Its container is ready, or cannot be made ready. */
export async function prepared(city: City, soul: string): Promise<void> {
  while (keptSoul(city, soul).state === 'adopted') await new Promise((next) => setImmediate(next));
}
