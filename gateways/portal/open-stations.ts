/** The Portal Gateway's part in portal stations: their routes, and the watch over their heartbeats. */
import type { GatewayOptions } from '../gateway.ts';
import { SlidingLog } from '../limits/sliding-log.ts';
import type { Route } from '../route/route.ts';
import { Heartbeats } from '../stations/heartbeats.ts';
import { cameraRoutes } from './routes/camera.ts';
import { stationWorkRoutes } from './routes/station-work.ts';
import { stationRoutes } from './routes/stations.ts';

export interface OpenedStations {
  readonly routes: readonly Route[];
  readonly heartbeats: Heartbeats;
}

/** The watch begins at once and goes on until it is closed (`heartbeats`). */
export function openStations(
  options: Pick<GatewayOptions, 'city' | 'settings' | 'cameras' | 'clock' | 'log'>,
): OpenedStations {
  const { settings, cameras, clock } = options;
  const heartbeats = new Heartbeats(options);
  const visits = new SlidingLog(settings.stationVisitsPerMinute, settings.rateNamesMax, () => clock.elapsed());
  const work = stationWorkRoutes(heartbeats, cameras, () => clock.now(), settings.stationSilentMs);
  const routes = [...stationRoutes(heartbeats, visits, settings), ...cameraRoutes(cameras, settings), ...work];
  return { routes, heartbeats };
}
