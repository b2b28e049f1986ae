/**
 * Birth, whoever causes it: the operator founds a resident at the Commons, or a resident adopts a soul. A newborn is numbered for the whole
 * city, gets a house and is at home there (BR1). Its own chart says what it does first with what it is given (`kinds/resident/living.ts`).
 */
import type { Settings } from '../../../engine/actor-kind.ts';
import type { Effect } from '../../../engine/effect.ts';
import { residentId } from '../../../engine/ids.ts';
import type { ResidentInput } from '../../kinds/resident/messages.ts';
import { spawn } from '../../registry.ts';
import { homeOf, locationActor, residentActor } from '../place/names.ts';
import { setting } from '../workshops/tiers.ts';

/** `number`: from the city's counter. */
interface Newborn {
  readonly name: string;
  readonly number: number;
}

const idOf = ({ name, number }: Newborn): string => residentId(name, number);

/** Millicredits that a newborn has from the treasury, unless the operator says how many (BR2). */
export const seedOf = (settings: Settings): number => setting(settings, 'NEWBORN_SEED_CREDITS');

/** Spawned before the resident who will live in it. */
export function buildHouse(newborn: Newborn): Effect {
  const owner = idOf(newborn);
  const id = homeOf(owner);
  return spawn(locationActor(id), { id, kind: 'house', name: `${newborn.name}'s house`, owner });
}

export function giveBirth({ number, ...born }: Newborn & Omit<ResidentInput, 'id'>): Effect {
  const id = idOf({ name: born.name, number });
  return spawn(residentActor(id), { id, ...born });
}
