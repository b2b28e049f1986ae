/** The Portal Gateway, by which visitors and the operator reach the city (contract surface b, port 3002). */
import type { CityControl } from '../../engine/city-interface.ts';
import { type Gateway, type GatewayOptions, listen, open } from '../gateway.ts';
import { LookUpLimit } from '../limits/look-up-limit.ts';
import { RateLimit } from '../limits/rate-limit.ts';
import type { Tables } from '../opening-tables.ts';
import type { UrlFor } from '../route/address.ts';
import type { FailingServices } from '../services/failing-services.ts';
import type { TickSpeed } from '../tick-speed.ts';
import { SocketServer } from '../transport/socket.ts';
import { openVisitors } from '../visitors/open-visitors.ts';
import { type Built, followBuild } from './built-pages.ts';
import { chroniclePages } from './chronicle-pages.ts';
import { placesOf, templateOf } from './chronicle-sources.ts';
import { cityPages } from './city-pages.ts';
import { KeptPictures, type Painter } from './drawn-pictures/kept-pictures.ts';
import { type OriginOf, originOf } from './drawn-pictures/paths.ts';
import { portalFeed, portalFeedPaths } from './feed/feed-paths.ts';
import { PortalFeed } from './feed/portal-feed.ts';
import { openStations } from './open-stations.ts';
import { pagesForPeople } from './page-answers.ts';
import { nothingPage } from './plain-pages.ts';
import { portalRoutes } from './portal-routes.ts';
import { InspectionStreams } from './routes/inspection.ts';
import { type Charts, noCharts } from './routes/machines.ts';
import type { PastCharts } from './routes/past-machines.ts';
import type { Trace } from './routes/why.ts';

export interface PortalOptions extends GatewayOptions, Omit<Tables, 'pictures' | 'postings'> {
  readonly control: CityControl;
  /** Only the operator drives ticks. */
  readonly manualTicks: boolean;
  /** Unset where nothing but the operator drives ticks. */
  readonly speed?: TickSpeed;
  /** The address of the City API; unset where it is not to be shown. */
  readonly cityUrl?: UrlFor;
  /** From which the land follows; unset: the land of no city. */
  readonly landSeed?: string;
  readonly failingServices: FailingServices;
  /** The charts as they are drawn and observed; unset where there are none. */
  readonly charts?: Charts;
  /** Opens the past to say what led to something; unset where it is not opened. */
  readonly trace?: Trace;
  /** Opens the past to say who was in which state; unset where it is not opened. */
  readonly pastCharts?: PastCharts;
  /** Draws the pictures of pages and of the map; unset where none are drawn. */
  readonly painter?: Painter;
  /** The folder of the built pages; unset where there are none. */
  readonly pages?: Promise<string>;
}

/** For browsers: no answer is a page, runs anything, is framed, guessed at, cached, or read from another site. */
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
  const { charts = noCharts, control } = options;
  const inspections = new InspectionStreams(control, (kind, actor) => charts.inspect(kind, actor));
  const { city, settings, clock, log } = options;
  const { painter } = options;
  const pictures = painter && new KeptPictures({ painter, settings, clock, tick: () => control.health.tick, log });
  const built = followBuild(options.pages, log);
  const pictureOrigin = painter && originOf(settings.portalOrigin);
  const opened = open(options, {
    name: 'portal',
    title: 'Civitas Portal Gateway',
    description: 'Where visitors meet the city and its operator looks after it.',
    paths: portalFeedPaths,
    feed: portalFeed,
    routes: portalRoutes({
      ...{ ...options, accounts, cityUrl: options.cityUrl, inspections, stations: stations.routes },
      pictures,
    }),
    pages: [
      ...pagesForPeople({
        ...{ built, city, notice: options.past?.notice },
        subjects: subjectsOf(options),
        landSeed: options.landSeed,
        chartsArePublic: settings.chartsArePublic,
        pictureOrigin,
      }),
      ...cityPages(options.cityUrl),
      ...chronicleOf(options, built, pictureOrigin),
    ],
    nothing: nothingPage,
    answerHeaders,
    sessions,
  });
  const sockets = new SocketServer(opened.server, settings, () => clock.elapsed());
  const now = () => clock.now();
  const feed = new PortalFeed({ city, sockets, settings, log, sessions, now });
  return listen(options, opened, () => {
    stations.heartbeats.close();
    feed.close();
    inspections.close();
  });
}

const chronicleOf = (options: PortalOptions, built: () => Built, pictureOrigin: OriginOf | undefined) =>
  chroniclePages({
    rows: options.chronicle,
    template: () => templateOf(built()),
    places: () => placesOf(options.city),
    tick: () => options.control.health.tick,
    elapsed: () => options.clock.elapsed(),
    notice: options.past?.notice,
    pictureOrigin,
  });

/** Look-ups for pages of residents are limited as other public requests are, but counted separately. */
const subjectsOf = ({ settings, clock }: PortalOptions) => ({
  looks: new LookUpLimit(settings.residentLookUpsMax),
  limit: new RateLimit(settings.anonymousLooksPerMinute, settings.rateNamesMax, () => clock.elapsed()),
});
