/** A pod with a service and somebody who calls it; its code ends when the test says so. */
import type { SandboxResult } from '../../actors/effects.ts';
import type { Outcome } from '../../engine/command.ts';
import type { Message } from '../../engine/effect.ts';
import { withoutPublicWorks } from '../world.ts';
import { calling, goTo, priced, rich, service } from './built-places.ts';
import { given, type Person, type Town } from './given-residents.ts';

export const priceOf = 3_000;
export const query = (place: string, rest: Partial<Message> = {}) => calling(place, { input: '{"n":1}', ...rest });

export const asks = (town: Town, name: string, event: Message): Promise<Outcome> =>
  town.world.city.submit({ to: town.actor(name), caller: town.actor(name), event, awaits: true });
export const answer = (outcome: Outcome | undefined) =>
  JSON.parse(outcome !== undefined && 'json' in outcome ? outcome.json : 'null') as unknown;
export const callsIn = (town: Town) => [...town.world.city.state.images.keys()].filter((id) => id.startsWith('call:'));

/** ada's pod with a service for 3 credits of which cleo gets a tenth; bo stands in it. */
export async function shop(bo: Person = rich) {
  const town = await given({ ada: rich, bo, cleo: rich }, withoutPublicWorks);
  const pricing = priced({ perQuery: priceOf, split: { [town.id('cleo')]: 0.1 } });
  const place = await service(town, 'ada', { name: 'shop', funding: 100_000, pricing });
  await goTo(town, 'bo', place);
  town.newEvents();
  return { town, place };
}

/** Runs of code end only when the test calls one of the returned functions. */
export function byHand(town: Town) {
  const ends: ((result: SandboxResult | Error) => void)[] = [];
  town.world.sandbox.comes = () =>
    new Promise((resolve, reject) =>
      ends.push((result) => (result instanceof Error ? reject(result) : resolve(result))),
    );
  return ends;
}
