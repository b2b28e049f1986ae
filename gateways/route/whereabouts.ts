/** Whether a caller stands where the route requires, as far as its path tells. */
import { standsAt } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import type { City } from '../../engine/city-interface.ts';
import { parseWorkshopId } from '../../engine/ids.ts';
import type { Refused } from '../../engine/refusal.ts';
import { refused } from '../refusals/gateway-refusals.ts';
import { surroundingsOf } from '../services/surroundings.ts';
import type { Served } from '../transport/exchange.ts';
import type { Resident } from './auth.ts';
import type { Reach, Route } from './route.ts';

/** Undefined when the caller stands where it must, as far as the path alone tells. */
export async function awayFrom(
  city: City,
  route: Route,
  caller: Resident,
  exchange: Served,
): Promise<Refused | undefined> {
  if (route.at === 'workshop') return awayFromWorkshop(city, caller, exchange);
  if (route.at === 'portal') return awayFromPortals(city, caller);
  if (typeof route.at === 'object') return outOfReach(city, caller, route.at);
  return awayFromHome(route, caller);
}

async function outOfReach(city: City, caller: Resident, reach: Reach): Promise<Refused | undefined> {
  const { service, availability } = reach;
  const found = await surroundingsOf(city, caller);
  if (found.type === 'refused') return found;
  if (found.reachable.includes(availability)) return undefined;
  return refused('service_unavailable_here', { service, current: found.location });
}

function awayFromHome(route: Route, caller: Resident): Refused | undefined {
  if (route.at !== 'home' || caller.atHome) return undefined;
  return refused('location_required', { required: caller.home, current: caller.location });
}

async function awayFromPortals(city: City, caller: Resident): Promise<Refused | undefined> {
  const viewed = await city.view(view('portal_here', { resident: caller.id }));
  if (viewed.type === 'refused') return viewed;
  const { stations, location } = viewed.value;
  return stations.length > 0 ? undefined : refused('location_required', { required: 'portal', current: location });
}

/** Undefined also for an unknown workshop: the city refuses that, after the body was checked. */
async function awayFromWorkshop(city: City, caller: Resident, exchange: Served): Promise<Refused | undefined> {
  const workshop = parseWorkshopId(exchange.params['id'] ?? '');
  if (workshop === undefined) return undefined;
  const args = { workshop, resident: caller.id };
  const viewed = await city.view(view('workshop_place', args));
  if (viewed.type === 'refused') return viewed;
  const { required, current } = viewed.value;
  if (required === null || standsAt(current, required)) return undefined;
  return refused('location_required', { required, current });
}
