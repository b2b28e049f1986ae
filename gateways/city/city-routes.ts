/** The routes of the City API, listed by subject. */
import { type HistoryReading, historyReading } from '../credits/account-history.ts';
import type { GatewayOptions, SandboxAbout } from '../gateway.ts';
import { SlidingLog } from '../limits/sliding-log.ts';
import type { Route } from '../route/route.ts';
import { frameworkRoutes } from '../routes/frameworks.ts';
import { catalogueRoutes } from '../services/catalogue.ts';
import type { ServiceCalls } from '../services/service-calls.ts';
import { serviceRoutes as globalServiceRoutes, type Offered } from '../services/service-routes.ts';
import type { Cameras } from '../stations/cameras.ts';
import { connectionRoutes } from './routes/connections.ts';
import { creditRoutes } from './routes/credits.ts';
import { eventRoutes } from './routes/events.ts';
import { houseRoutes } from './routes/house.ts';
import { jobRoutes } from './routes/jobs.ts';
import { legacyRoutes } from './routes/legacy.ts';
import { locationRoutes } from './routes/location.ts';
import { ownRoutes } from './routes/me.ts';
import { meshRoutes } from './routes/mesh.ts';
import { podRoutes } from './routes/pods.ts';
import { portalRoutes } from './routes/portals.ts';
import { residentRoutes } from './routes/residents.ts';
import { serviceRoutes } from './routes/services.ts';
import { thresholdRoutes } from './routes/threshold.ts';
import { visitorWordRoutes } from './routes/visitor-words.ts';
import { workshopRoutes } from './routes/workshops.ts';

/** The global services that residents can call. */
export interface GlobalServices {
  readonly offered: readonly Offered[];
  readonly calls: ServiceCalls;
}

/** What the routes are made with. */
type Ground = Pick<GatewayOptions, 'settings' | 'clock' | 'sandbox' | 'cameras' | 'postings'>;

/** Everything that residents can ask. `services`: unset in a city without any. */
export function allCityRoutes(
  { settings, clock, sandbox, cameras, postings }: Ground,
  services?: GlobalServices,
): readonly Route[] {
  const thoughts = new SlidingLog(settings.thoughtsPerMinute, settings.rateNamesMax, () => clock.elapsed());
  const own = cityRoutes(sandbox, thoughts, cameras, historyReading(settings, postings));
  return [...own, ...eventRoutes(settings), ...(services === undefined ? [] : routesOfServices(services))];
}

const routesOfServices = ({ offered, calls }: GlobalServices): readonly Route[] => [
  ...catalogueRoutes(offered),
  ...globalServiceRoutes(offered, calls),
];

export const cityRoutes = (
  sandbox: (() => Promise<SandboxAbout>) | undefined,
  thoughts: SlidingLog,
  cameras: Cameras,
  reading: HistoryReading,
): readonly Route[] => [
  ...ownRoutes(thoughts),
  ...locationRoutes,
  ...houseRoutes,
  ...workshopRoutes(sandbox),
  ...connectionRoutes,
  ...podRoutes,
  ...serviceRoutes,
  ...meshRoutes,
  ...creditRoutes(reading),
  ...residentRoutes,
  ...jobRoutes,
  ...portalRoutes(cameras),
  ...visitorWordRoutes,
  ...thresholdRoutes,
  ...legacyRoutes,
  ...frameworkRoutes,
];
