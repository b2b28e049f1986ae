/** How the simulated economy looks into the city. */
import type { ActorReader } from '../../actors/registry.ts';
import type { AccountId } from '../../engine/ids.ts';
import { balanceAt } from '../../engine/state/ledger.ts';
import type { World } from '../world.ts';

/** By which actors are found. */
export const findsIn = ({ city }: World): ActorReader => ({ image: (id) => city.state.imageOf(id) });

/** What the account shows now. */
export function creditsOf({ city: { state } }: World, account: AccountId): number {
  return balanceAt(state.account(account), state.counters.tick) / 1000;
}
