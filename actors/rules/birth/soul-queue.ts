/**
 * The queue of souls: first created, first adopted. Souls that cannot live here now, or are quarantined, keep their place and are passed
 * over (SO2).
 */
import type { Facts } from '../../../engine/actor-kind.ts';
import { type ActorId, nameOf } from '../../../engine/ids.ts';
import { indexes } from '../../indexes.ts';
import { frameworkStates } from '../../kinds/framework/state.ts';
import { type ActorReader, imageOf } from '../../registry.ts';
import { canRun } from './framework-terms.ts';

/** The key of every soul that waits. */
export const everySoul = 'queued';

/** The key of the framework's souls that wait and can be adopted. */
export const soulsFor = (framework: string): string => `queued for ${framework}`;

const idDigits = 12;

/** The name of the actor with this number: the order of names is that of numbers. */
export const soulName = (number: number): string => String(number).padStart(idDigits, '0');

/** Keys of the souls that can be adopted now: one for each framework, also a withdrawn one, that can run here now. */
export const adoptableNow = (city: ActorReader & Pick<Facts, 'members'>): readonly string[] =>
  frameworkStates
    .flatMap((state) => city.members(indexes.frameworks, state, Number.POSITIVE_INFINITY))
    .flatMap((id) => {
      const framework = imageOf(city, id);
      return framework !== undefined && canRun(city, framework) ? [soulsFor(nameOf(id))] : [];
    });

/** The soul that the next adoption brings into the city; null when none waits. */
export function nextSoul(city: ActorReader & Pick<Facts, 'members'>): ActorId<'soul'> | null {
  const firsts = adoptableNow(city).flatMap((key) => city.members(indexes.soulQueue, key, 1));
  return firsts.sort()[0] ?? null;
}

/** The key of the visitor's souls that wait. */
export const queuedBy = (visitor: string): string => `queued by ${visitor}`;

/** The key of the souls that wait from all accounts of one network. */
export const queuedFrom = (network: string): string => `queued from ${network}`;

/** How many places of a queue of this length anybody can take. The last half is for visitors without a waiting soul (SO10). */
export const sharedPlaces = (waitingMax: number): number => Math.ceil(waitingMax / 2);
