/** The routes of the City API, listed by subject. */
import type { SandboxAbout } from '../gateway.ts';
import type { SlidingLog } from '../limits/sliding-log.ts';
import type { Route } from '../route/route.ts';
import { frameworkRoutes } from '../routes/frameworks.ts';
import type { Cameras } from '../stations/cameras.ts';
import { connectionRoutes } from './routes/connections.ts';
import { creditRoutes } from './routes/credits.ts';
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
import { workshopRoutes } from './routes/workshops.ts';

export const cityRoutes = (
  sandbox: (() => Promise<SandboxAbout>) | undefined,
  thoughts: SlidingLog,
  cameras: Cameras,
): readonly Route[] => [
  ...ownRoutes(thoughts),
  ...locationRoutes,
  ...houseRoutes,
  ...workshopRoutes(sandbox),
  ...connectionRoutes,
  ...podRoutes,
  ...serviceRoutes,
  ...meshRoutes,
  ...creditRoutes,
  ...residentRoutes,
  ...jobRoutes,
  ...portalRoutes(cameras),
  ...thresholdRoutes,
  ...legacyRoutes,
  ...frameworkRoutes,
];
