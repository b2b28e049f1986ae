/**
 * The queue of souls: first created, first adopted. Those that cannot live here now, or are quarantined, keep their place and are
 * passed over (SO2).
 */
import type { Facts } from '../../../engine/actor-kind.ts';
import { type ActorId, nameOf } from '../../../engine/ids.ts';
import { indexes } from '../../indexes.ts';
import { frameworkStates } from '../../kinds/framework/state.ts';
import { type Finds, imageOf } from '../../registry.ts';
import { canRun } from './framework-terms.ts';

/** The key under which every soul that waits stands. */
export const everySoul = 'queued';

/** Of a framework, those that wait and can be adopted. */
export const soulsFor = (framework: string): string => `queued for ${framework}`;

const idDigits = 12;

/** The name of the actor with this number: names are in the order of numbers. */
export const soulName = (number: number): string => String(number).padStart(idDigits, '0');

/**
 * Keys under which those stand whom somebody can adopt here and now: of each framework, also one that was withdrawn, that can run here
 * as it is now.
 */
export const adoptableNow = (city: Finds & Pick<Facts, 'members'>): readonly string[] =>
  frameworkStates
    .flatMap((state) => city.members(indexes.frameworks, state, Number.POSITIVE_INFINITY))
    .flatMap((id) => {
      const framework = imageOf(city, id);
      return framework !== undefined && canRun(city, framework) ? [soulsFor(nameOf(id))] : [];
    });

/** Whom the next who adopts brings into the city; null when nobody waits. */
export function nextSoul(city: Finds & Pick<Facts, 'members'>): ActorId<'soul'> | null {
  const firsts = adoptableNow(city).flatMap((key) => city.members(indexes.soulQueue, key, 1));
  return firsts.sort()[0] ?? null;
}

/** Of a visitor, those that wait. */
export const queuedBy = (visitor: string): string => `queued by ${visitor}`;

/** Of all accounts that one network opened, those that wait. */
export const queuedFrom = (network: string): string => `queued from ${network}`;

/** How many places of a queue of so many are anybody's; the others, its last half, are for visitors of whom nobody waits (SO10). */
export const sharedPlaces = (waitingMax: number): number => Math.ceil(waitingMax / 2);
