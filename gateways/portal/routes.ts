/** Every path of the Portal Gateway: a line each. */
import type { CityControl } from '../../engine/city-interface.ts';
import type { Route } from '../route.ts';
import type { FailingServices } from '../services/failures.ts';
import { Repeats } from './repeats.ts';
import { foundResident } from './routes/residents.ts';
import { timeRoutes } from './routes/time.ts';
import { upkeepRoutes } from './routes/upkeep.ts';

export function portalRoutes(
  control: CityControl,
  manualTicks: boolean,
  failingServices: FailingServices,
): readonly Route[] {
  return [foundResident, ...timeRoutes(control, manualTicks, new Repeats()), ...upkeepRoutes(control, failingServices)];
}
