/** The comparator without our engine: the same residents and houses as actors of XState's own kind, by `createActor`. */
import { type Actor, createActor } from 'xstate';
import { houseMachine } from '../../actors/kinds/location/house/machine.ts';
import { residentMachine } from '../../actors/kinds/resident/machine.ts';
import { homeOf } from '../../actors/rules/place/names.ts';
import type { ContentHash } from '../../engine/ids.ts';
import { at, foundingOf, rules } from './crowd.ts';

/** The facts that the engine fills in at delivery. */
export const facts = { tick: 0, at, settings: rules } as const;

/** The n-th resident, running. */
export function residentAlone(n: number): Actor<typeof residentMachine> {
  const { name, framework, soul, token, credits, lifespan } = foundingOf(n);
  const input = {
    id: `vera-${n}`,
    name: String(name),
    framework: String(framework),
    soul: String(soul) as ContentHash,
    token: String(token),
    mentor: null,
    generation: 0,
    credits: Number(credits),
    lifespan: Number(lifespan),
    facts,
  };
  return createActor(residentMachine, { input }).start();
}

/** Its house, running. */
export function houseAlone(n: number): Actor<typeof houseMachine> {
  const owner = `vera-${n}`;
  const input = { id: homeOf(owner), kind: 'house', name: `Vera ${n}'s house`, owner } as const;
  return createActor(houseMachine, { input }).start();
}
