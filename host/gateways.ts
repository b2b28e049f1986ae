/** Composition: the two gateways. They listen before there is a city, and end what is under way while it can still answer. */
import { createHmac } from 'node:crypto';
import type { Config } from '../config/settings.ts';
import type { CityEngine } from '../engine/city.ts';
import { type ActorId, contentHash, kindOf, NameMint } from '../engine/ids.ts';
import { Later } from '../engine/later.ts';
import type { Log } from '../engine/ports.ts';
import type { OpeningCity } from '../engine/starting-city.ts';
import type { GlobalServices } from '../gateways/city/city-routes.ts';
import { startCityApi } from '../gateways/city/start-city-api.ts';
import { FailedAnswers } from '../gateways/failed-answers.ts';
import type { Gateway, GatewayOptions } from '../gateways/gateway.ts';
import { RefusedTokens } from '../gateways/limits/refused-tokens.ts';
import type { Minds } from '../gateways/minds-status.ts';
import type { OpeningTables } from '../gateways/opening-tables.ts';
import { startPortal } from '../gateways/portal/start-portal.ts';
import { urlFor } from '../gateways/route/address.ts';
import { newRequestId } from '../gateways/route/request-id.ts';
import type { ServiceCalls } from '../gateways/services/service-calls.ts';
import { gatewaySettings } from '../gateways/settings.ts';
import { Cameras } from '../gateways/stations/cameras.ts';
import type { TickSpeed } from '../gateways/tick-speed.ts';
import type { Sandbox } from '../sandbox/interface.ts';
import type { CityCharts } from './charts.ts';
import { picturePainter } from './drawn-pictures/painter.ts';
import type { Lifecycle } from './lifecycle.ts';
import { startPages } from './pages.ts';
import { cannotListen } from './port-probe.ts';
import { systemClock } from './system-clock.ts';
import { Traces } from './traces.ts';

type Secrets = Pick<GatewayOptions, 'operatorTokenHash' | 'cursorKey' | 'networkKey'> & { readonly landSeed: string };

/** The secrets of the gateways: how they recognise the operator, and what they sign and hide with. */
export const gatewaySecrets = (adminToken: string, secret: string): Secrets => ({
  operatorTokenHash: contentHash(adminToken),
  cursorKey: createHmac('sha256', secret).update('cursors').digest('base64url'),
  networkKey: createHmac('sha256', secret).update('networks').digest('base64url'),
  landSeed: landSeedOf(new NameMint(secret)),
});

/** No name of the city is ever made of this number. */
const landNumber = 2 ** 50;

/** The seed of the land, which everybody may know: a name that follows from the secret, and from which the secret does not follow. */
export const landSeedOf = (names: NameMint): string => names.name(landNumber);

export interface GatewayParts extends Secrets {
  readonly services: GlobalServices;
  readonly minds: Minds;
  readonly tables: OpeningTables;
  readonly charts: CityCharts;
  readonly speed: TickSpeed;
}

export interface Gateways {
  readonly cityPort: number;
  readonly portalPort: number;
  /** Makes the City API listen for core containers. */
  readonly listenInside: () => Promise<number>;
  /** Closes both at once. May be called again. */
  readonly close: () => Promise<void>;
}

/** Starts the City API, then the Portal Gateway. Both answer `busy` until the city is open. */
export async function startGateways(
  config: Config,
  log: Log,
  life: Lifecycle,
  city: OpeningCity,
  sandbox: Sandbox,
  { services, minds, tables, charts, speed, ...secrets }: GatewayParts,
): Promise<Gateways> {
  const { HOST: host, CITY_PORT, PORTAL_PORT } = config;
  const onRefused = charts.refusedAtDoor;
  const common = { ...gatewayOptions(config, log, city, sandbox, tables), ...secrets, onRefused };
  const open: Gateway[] = [];
  const traces = new Traces({ newest: (asked, linksMax) => charts.causes(asked, linksMax) });
  const close = async () => {
    await Promise.all([traces.stop(), ...open.splice(0).map((gateway) => gateway.close())]);
  };
  const pages = await life.start(startPages, (build) => build.stop());
  const painter = await life.start(
    () => picturePainter(log),
    (it) => it?.close(),
  );
  const portal = new Later<Gateway>('the Portal Gateway');
  const portalPort = () => portal.ifThere?.port ?? PORTAL_PORT;
  const cityApi = await life.start(async () => {
    const starting = startCityApi({ ...common, services, port: CITY_PORT, portalPort });
    const gateway = await starting.catch((cause: unknown) => cannotListen(cause, host, CITY_PORT, 'CITY_PORT'));
    open.push(gateway);
    return gateway;
  }, close);
  await life.start(async () => {
    const manualTicks = config.TICK_CRON === 'manual';
    const cityUrl = urlFor(config.CITY_PUBLIC_URL, host, cityApi.port);
    const failingServices = () => services.calls.failing;
    const shown = { charts, trace: traces.trace, pastCharts: traces, pages: pages.folder, ...(painter && { painter }) };
    const own = { port: PORTAL_PORT, control: city, manualTicks, speed, cityUrl, failingServices, minds, ...shown };
    const starting = startPortal({ ...common, ...own, ...tables });
    const gateway = await starting.catch((cause: unknown) => cannotListen(cause, host, PORTAL_PORT, 'PORTAL_PORT'));
    open.push(gateway);
    return portal.set(gateway);
  }, close);
  return { cityPort: cityApi.port, portalPort: portalPort(), listenInside: () => cityApi.listenInside(), close };
}

/** The options of both gateways, without port and secrets. */
function gatewayOptions(config: Config, log: Log, city: OpeningCity, sandbox: Sandbox, tables: OpeningTables) {
  const settings = gatewaySettings(config);
  return {
    city,
    settings,
    failedAnswers: new FailedAnswers(),
    cameras: new Cameras(tables.pictures, settings),
    postings: tables.postings,
    refusedTokens: new RefusedTokens(settings, () => systemClock.elapsed()),
    host: config.HOST,
    clock: systemClock,
    log,
    requestId: newRequestId,
    ready: () => city.health.ready && tables.isAnswering,
    sandbox: () => sandbox.about(),
  };
}

/**
 * Ends open requests while the city can still answer them; callers of code that takes longer are answered `unknown`. Calls of global
 * services get more time, since half of a stream is worth nothing; then each is ended by a turn of its own that takes nothing.
 */
export function endRequests(config: Config, city: CityEngine, calls: ServiceCalls, gateways: Gateways): Promise<void> {
  const isOfService = (actor: ActorId) => kindOf(actor) === 'service-call';
  const timers = [
    setTimeout(() => city.answerWaiting((actor) => !isOfService(actor)), config.DRAIN_MS / 6),
    setTimeout(() => calls.close(), (config.DRAIN_MS * 8) / 18),
    setTimeout(() => city.answerWaiting(), (config.DRAIN_MS * 9) / 18),
  ];
  return gateways.close().finally(() => timers.forEach(clearTimeout));
}
