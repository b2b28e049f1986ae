/** The routes of the Portal Gateway, a line each. */
import type { CityControl } from '../../engine/city-interface.ts';
import type { Clock, PostingReader } from '../../engine/ports.ts';
import type { ChronicleRows } from '../chronicle/chronicle-rows.ts';
import { historyReading } from '../credits/account-history.ts';
import type { FailedAnswers } from '../failed-answers.ts';
import { LookUpLimit } from '../limits/look-up-limit.ts';
import { SlidingLog } from '../limits/sliding-log.ts';
import type { Minds } from '../minds-status.ts';
import type { TickRows } from '../overview/tick-rows.ts';
import type { UrlFor } from '../route/address.ts';
import type { Route } from '../route/route.ts';
import { frameworkRoutes } from '../routes/frameworks.ts';
import type { FailingServices } from '../services/failing-services.ts';
import type { GatewaySettings } from '../settings.ts';
import type { Cameras } from '../stations/cameras.ts';
import { TickSpeed } from '../tick-speed.ts';
import type { Accounts } from '../visitors/accounts.ts';
import type { KeptPictures } from './drawn-pictures/kept-pictures.ts';
import { Scenes } from './drawn-pictures/scenes.ts';
import { IdempotentOperations } from './idempotent-operations.ts';
import { MapNow } from './map-now.ts';
import { actorRoute } from './routes/actor.ts';
import { actorTurns } from './routes/actor-turns.ts';
import { chronicleRoute, lineageRoute, newsRoute } from './routes/chronicle.ts';
import { dashboardRoutes } from './routes/dashboard.ts';
import { drawnPictureRoutes } from './routes/drawn-pictures.ts';
import { seriesRoutes } from './routes/economy.ts';
import { goalRoutes } from './routes/goals.ts';
import type { InspectionStreams } from './routes/inspection.ts';
import { type Charts, machineRoutes, noCharts } from './routes/machines.ts';
import { maintenanceRoutes } from './routes/maintenance.ts';
import { mapRoute } from './routes/map.ts';
import { getOwnResident } from './routes/own-residents.ts';
import { noPastCharts, type PastCharts, pastMachineRoutes } from './routes/past-machines.ts';
import { getPublicPlace, getPublicResident } from './routes/public.ts';
import { foundResident, replaceToken } from './routes/residents.ts';
import { soulRoutes } from './routes/souls.ts';
import { timeRoutes } from './routes/time.ts';
import { visitorJobRoutes } from './routes/visitor-jobs.ts';
import { visitorPictureRoutes } from './routes/visitor-pictures.ts';
import { visitorWordRoutes } from './routes/visitor-words.ts';
import { visitorRoutes } from './routes/visitors.ts';
import { fundResident, getAccountHistory, getNotifications, getWalletHistory, grantCredits } from './routes/wallet.ts';
import { noTrace, type Trace, whyRoutes } from './routes/why.ts';

export interface PortalRoutes {
  readonly control: CityControl;
  /** Only the operator drives ticks. */
  readonly manualTicks: boolean;
  /** Unset where nothing but the operator drives ticks. */
  readonly speed?: TickSpeed;
  readonly accounts: Accounts;
  readonly tickRows: TickRows;
  readonly chronicle: ChronicleRows;
  /** Unset where no books are kept. */
  readonly postings?: PostingReader;
  /** The address of the City API; unset where it is not configured. */
  readonly cityUrl: UrlFor | undefined;
  readonly failingServices: FailingServices;
  readonly failedAnswers: FailedAnswers;
  /** From which the land follows; unset: the land of no city. */
  readonly landSeed?: string;
  /** Unset where no pictures are drawn. */
  readonly pictures?: KeptPictures | undefined;
  /** Unset where there are no minds. */
  readonly minds?: Minds;
  /** Unset where no charts are drawn. */
  readonly charts?: Charts;
  /** Unset where no past is opened. */
  readonly trace?: Trace;
  readonly pastCharts?: PastCharts;
  readonly clock: Pick<Clock, 'elapsed' | 'now'>;
  readonly settings: Pick<
    GatewaySettings,
    'residentLookUpsMax' | 'activityLookUpsMax' | 'visitorWordsPerMinute' | 'rateNamesMax' | 'drawnPictureKeptMs'
  >;
  readonly cameras: Cameras;
  readonly inspections: InspectionStreams;
  /** Routes of portal stations. */
  readonly stations: readonly Route[];
}

const noMinds: Minds = { about: null, standing: () => null };

export function portalRoutes(of: PortalRoutes): readonly Route[] {
  const { control, manualTicks, accounts, tickRows, cityUrl, minds = noMinds, charts = noCharts, clock, stations } = of;
  const { residentLookUpsMax, visitorWordsPerMinute, rateNamesMax } = of.settings;
  const words = new SlidingLog(visitorWordsPerMinute, rateNamesMax, () => clock.elapsed());
  const speed = of.speed ?? new TickSpeed();
  const past = of.pastCharts ?? noPastCharts;
  const map = new MapNow(of);
  return [
    foundResident,
    replaceToken,
    ...frameworkRoutes,
    ...timeRoutes({ control, manualTicks, speed, repeats: new IdempotentOperations() }),
    ...maintenanceRoutes({ ...of, minds, speed }),
    ...visitorRoutes(accounts),
    ...soulRoutes(cityUrl, minds),
    grantCredits,
    fundResident,
    getNotifications,
    ...historyRoutes(of),
    ...visitorWordRoutes(words),
    ...visitorPictureRoutes({ words, cameras: of.cameras, now: () => clock.now(), settings: of.settings }),
    ...visitorJobRoutes(words),
    getOwnResident(new LookUpLimit(residentLookUpsMax)),
    getPublicResident(control, of.chronicle, new LookUpLimit(residentLookUpsMax)),
    getPublicPlace(control),
    mapRoute(map),
    ...picturesOf(of, map),
    ...dashboardRoutes(control),
    ...machineRoutes(charts),
    of.inspections.route,
    actorRoute({ charts, clock, looks: new LookUpLimit(residentLookUpsMax) }),
    actorTurns(control, past),
    ...whyRoutes({ control, trace: of.trace ?? noTrace }),
    ...pastMachineRoutes(control, past),
    ...seriesRoutes(tickRows),
    ...chronicleRoutes(of),
    ...stations,
  ];
}

function historyRoutes({ postings, settings }: PortalRoutes): readonly Route[] {
  return [getWalletHistory, getAccountHistory].map((route) => route(historyReading(settings, postings)));
}

function chronicleRoutes({ chronicle, control, clock, settings }: PortalRoutes): readonly Route[] {
  const looks = () => new LookUpLimit(settings.residentLookUpsMax);
  const now = { tick: () => control.health.tick, elapsed: () => clock.elapsed() };
  return [
    chronicleRoute(chronicle),
    newsRoute(chronicle, now, looks()),
    lineageRoute(chronicle, looks()),
    ...goalRoutes(chronicle, looks()),
  ];
}

function picturesOf({ chronicle, control, pictures, settings }: PortalRoutes, map: MapNow): readonly Route[] {
  const looks = new LookUpLimit(settings.residentLookUpsMax);
  const scenes = new Scenes({ map, chronicle, looks, tick: () => control.health.tick });
  return drawnPictureRoutes({ pictures, scenes, keptMs: settings.drawnPictureKeptMs });
}
