/** The Portal Gateway: what visitors and the operator reach the city through (contract surface b, port 3002). */
import { readFileSync } from 'node:fs';
import type { CityControl } from '../../engine/city-interface.ts';
import type { UrlFor } from '../address.ts';
import { type Gateway, type GatewayOptions, listen, open } from '../gateway.ts';
import type { Tables } from '../opening-tables.ts';
import { htmlPage } from '../page.ts';
import type { FailingServices } from '../services/failures.ts';
import { SocketServer } from '../transport/socket.ts';
import { openVisitors } from '../visitors/open.ts';
import { PortalFeed } from './feed/feed.ts';
import { portalFeedPaths } from './feed/paths.ts';
import { portalRoutes } from './routes.ts';
import { openStations } from './stations.ts';

export interface PortalOptions extends GatewayOptions, Omit<Tables, 'pictures'> {
  readonly control: CityControl;
  /** Nothing but the operator drives ticks. */
  readonly manualTicks: boolean;
  /** Where the City API is reached; unset where nobody shall be told. */
  readonly cityUrl?: UrlFor;
  readonly failingServices: FailingServices;
}

const landing = readFileSync(new URL('web/index.html', import.meta.url), 'utf8');

/** Browsers come here: no answer is a page, runs anything, is framed, guessed at, kept, or read from another site. */
const answerHeaders = [
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['Referrer-Policy', 'no-referrer'],
  ['Cache-Control', 'no-store'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
] as const;

/** Opens the Portal Gateway; resolves once it listens. Rejects when the port is taken. */
export async function startPortal(options: PortalOptions): Promise<Gateway> {
  const { accounts, sessions } = openVisitors(options);
  const stations = openStations(options);
  const opened = open(options, {
    name: 'portal',
    title: 'Civitas Portal Gateway',
    description: 'Where visitors meet the city and its operator looks after it.',
    paths: portalFeedPaths,
    routes: portalRoutes({ ...options, accounts, cityUrl: options.cityUrl, stations: stations.routes }),
    pages: [htmlPage('/', landing)],
    answerHeaders,
    sessions,
  });
  const { city, control, settings, clock, log } = options;
  const sockets = new SocketServer(opened.server, settings, () => clock.elapsed());
  const now = () => clock.now();
  const feed = new PortalFeed({ city, sockets, settings, log, sessions, now }, control.health.seq);
  return listen(options, opened, () => {
    stations.heartbeats.close();
    feed.close();
  });
}
