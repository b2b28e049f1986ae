/** A city with a soul whose resident lives in a core container: before its adoption (`waiting`) and after (`inhabited`). */

import type { CoreEnded } from '../../actors/kinds/resident/messages.ts';
import { command } from '../../actors/registry.ts';
import { residentActor } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import type { ViewRequest } from '../../engine/command.ts';
import { rounds } from '../engine/held-journal.ts';
import { type FakeSandbox, type WorldOptions, withoutPublicWorks } from '../world.ts';
import { given, type Person, type Town } from './given-residents.ts';
import { adopting, boxedSoul, boxes, keptSoul, prepared, visitorIn } from './visitors-and-souls.ts';

type City = Town['world']['city'];
type People = Readonly<Record<string, Person>>;

export const rich = { credits: 1_000_000, lifespan: 288 };

/** A city that can run containers, with a visitor whose soul of one waits. */
export async function waiting(people: People = { ada: rich }, options: WorldOptions = {}) {
  const town = await given(people, { ...withoutPublicWorks, ...options });
  const { city, sandbox } = town.world;
  const eve = await visitorIn(city);
  const able = await boxes(city);
  await able(true);
  const soul = await boxedSoul(city, eve);
  return { town, city, sandbox, eve, able, soul };
}

/** The same, with the resident that was born of it. */
export async function inhabited(people: People = { ada: rich }, options: WorldOptions = {}) {
  const there = await waiting(people, options);
  await there.town.when('ada', adopting);
  await prepared(there.city, there.soul);
  await settled(there.city, child(there.city, there.soul));
  there.town.newEvents();
  return { ...there, child: child(there.city, there.soul) };
}

export const child = (city: City, soul: string): string => String(keptSoul(city, soul).context.resident);
export const imageOf = (city: City, id: string) => city.state.imageOf(residentActor(id));

/** Resolves when every outside effect that it asked for has ended. */
export async function settled(city: City, id: string): Promise<void> {
  while ((city.state.images.get(residentActor(id))?.calls.length ?? 0) > 0) await rounds(1);
}

export const ended = (how: CoreEnded['how'], reason = 'ended with code 1') =>
  ({ type: 'core.ended', how, reason }) as const;

export async function ends(city: City, id: string, how: CoreEnded['how'], reason?: string) {
  const outcome = await city.submit(command(residentActor(id), ended(how, reason), { caller: 'city' }));
  await settled(city, id);
  return outcome;
}

/** The outside effects of core containers that were asked for. */
export const asked = (sandbox: FakeSandbox): readonly string[] =>
  sandbox.asked.flatMap(({ effect }) => (effect.startsWith('core.') ? [effect.slice(5)] : []));

export const shown = async <Value>(city: City, request: ViewRequest<Value>) => {
  const viewed = await city.view(request);
  return viewed.type === 'shown' ? viewed.value : viewed;
};

export const wanted = (city: City, soul: string) => shown(city, view('core', { soul }));
