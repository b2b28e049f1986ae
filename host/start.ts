/**
 * Composition: what a city is made of. `bringUp` reads in the order in which its parts are started; they are stopped in the
 * reverse of it, on SIGTERM, on SIGINT or when one of them does not start (OP13).
 */
import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import type { EffectPerformers } from '../actors/effects.ts';
import type { Finds } from '../actors/registry.ts';
import { storeOf } from '../actors/rules/code/sandbox.ts';
import { warningsOf } from '../config/print.ts';
import { type Config, readConfig } from '../config/settings.ts';
import { CityEngine } from '../engine/city.ts';
import type { CityOptions } from '../engine/city-options.ts';
import { type ActorId, contentHash, kindOf } from '../engine/ids.ts';
import type { Log } from '../engine/ports.ts';
import { OpeningCity } from '../engine/starting-city.ts';
import { type GlobalServices, startCityApi } from '../gateways/city/start.ts';
import { FailedAnswers } from '../gateways/failed-answers.ts';
import type { Gateway, GatewayOptions } from '../gateways/gateway.ts';
import { RefusedTokens } from '../gateways/limits/refused-tokens.ts';
import type { Minds } from '../gateways/minds.ts';
import { OpeningTables } from '../gateways/opening-tables.ts';
import { startPortal } from '../gateways/portal/start.ts';
import { urlFor } from '../gateways/route/address.ts';
import { newRequestId } from '../gateways/route/request-id.ts';
import type { ServiceCalls } from '../gateways/services/calls.ts';
import { gatewaySettings } from '../gateways/settings.ts';
import { Cameras } from '../gateways/stations/cameras.ts';
import { DataFolder } from '../persistence/data-folder.ts';
import { LeaseHeld, type Persistence } from '../persistence/interface.ts';
import { openPersistence } from '../persistence/open.ts';
import { AnotherCity, cannotConnect, databaseServer, refuseSecondCity } from '../persistence/postgres/city-database.ts';
import type { DatabaseAddress } from '../persistence/postgres/database.ts';
import { openSandbox } from '../sandbox/choose.ts';
import type { FetchTexts } from '../sandbox/contents.ts';
import type { Sandbox } from '../sandbox/interface.ts';
import { sandboxPerformers } from '../sandbox/performers.ts';
import { farewell, greeting } from './banner.ts';
import { startChores } from './chores.ts';
import { CoreContainers } from './core-containers.ts';
import { cityOptions } from './founding/city.ts';
import { foundFirst, livingFounders, nobodyLives } from './founding/founders.ts';
import { globalServices, openGlobalServices, servicesIn } from './global-services.ts';
import { Lifecycle } from './lifecycle.ts';
import { CityMinds } from './minds/city-minds.ts';
import { startPages } from './pages.ts';
import { cannotListen } from './port-probe.ts';
import { systemClock } from './system-clock.ts';
import { startTimetable } from './timetable.ts';

/** Starts the city, with these global services, and keeps it running until a signal ends it. Exits the process itself. */
export async function start(list: typeof servicesIn = servicesIn): Promise<void> {
  const config = readConfig(process.env);
  const log: Log = pino({ level: config.LOG_LEVEL, base: null, redact: ['token', '*.token'] });
  for (const warning of warningsOf(process.env)) log.warn({}, warning);
  const say = (why: string) => process.stderr.write(`${why}\n`);
  const exit = (code: number) => process.exit(code);
  const life = new Lifecycle({ log, stopMsMax: config.DRAIN_MS, sleep: pause, say, exit });
  process.on('SIGTERM', () => life.end(0));
  process.on('SIGINT', () => life.end(0));
  await life.run(() => bringUp(config, log, life, list));
}

async function bringUp(config: Config, log: Log, life: Lifecycle, list: typeof servicesIn): Promise<void> {
  const folder = await life.start(
    () => new DataFolder(config.DATA_DIR),
    (made) => {
      if (made.isKept) made.keep();
      else if (!isInTheWay(life.failure)) made.unmake();
    },
  );
  const secret = folder.secret(config.CITY_SEED);
  const running = await life.start(
    () => openSandbox(sandboxOptions(config, secret, log)),
    ({ sandbox }) => sandbox.close(),
  );
  // They answer `busy` until the city is open.
  const [opening, tables, minds] = [new OpeningCity(), new OpeningTables(), new CityMinds(config, log)];
  const services = list(config, () => systemClock.now(), opening);
  const global = globalServices(config, log, folder, services);
  const gateways = await startGateways(config, log, life, opening, running.sandbox, {
    services: global,
    minds,
    tables,
    ...secretsOf(config.ADMIN_TOKEN ?? folder.operatorToken(), secret),
  });
  const inside = { ...running, ...gateways, city: labelOf(secret), folder: folder.path };
  const cores = await CoreContainers.begin(config, log, life, inside);
  const { persistence, address } = await startDatabase(config, log, life, folder);
  tables.open(persistence);
  const performers = await openGlobalServices(life, { folder, address, events: persistence.events }, services, global);
  const city = await startEngine(config, log, life, { ...running, ...performers, cores, persistence, secret, folder });
  folder.keep();
  life.atEnd((inOrder) => farewell(city.health, inOrder, log));
  await startChores(life, city, running.sandbox, persistence.tickRows, log);
  await cores.keep(life, city);
  await foundFirst(city, folder);
  await life.start(
    () => startTimetable({ config, log, city, folder, housekeeping: persistence.housekeeping }),
    (stop) => stop(),
  );
  await life.start(
    () => opening.open(city),
    () => endRequests(config, city, global.calls, gateways),
  );
  await minds.start(life, { city, folder, cityPort: gateways.cityPort });
  await greet(config, log, city, folder, running.sandbox, gateways);
}

const secretsOf = (adminToken: string, secret: string): Secrets => ({
  operatorTokenHash: contentHash(adminToken),
  cursorKey: createHmac('sha256', secret).update('cursors').digest('base64url'),
  networkKey: createHmac('sha256', secret).update('networks').digest('base64url'),
});

/** Another city may have read what this start has made: it stays. */
const isInTheWay = (failure: unknown): boolean => failure instanceof AnotherCity || failure instanceof LeaseHeld;

const imagesOf = ({ state }: CityEngine): Finds => ({ image: (id) => state.images.get(id) });

/** Tells this city's containers from another's. */
const labelOf = (secret: string): string => contentHash(secret).slice(0, 16);

const sandboxOptions = (config: Config, secret: string, log: Log): Parameters<typeof openSandbox>[0] => ({
  which: config.SANDBOX,
  city: labelOf(secret),
  warmMax: config.SANDBOX_WARM_MAX,
  jobsMax: config.SANDBOX_JOBS_MAX,
  image: config.SANDBOX_IMAGE,
  uidBase: config.SANDBOX_UID_BASE,
  log,
});

type Secrets = Pick<GatewayOptions, 'operatorTokenHash' | 'cursorKey' | 'networkKey'>;

interface GatewayParts extends Secrets {
  readonly services: GlobalServices;
  readonly minds: Minds;
  readonly tables: OpeningTables;
}

interface Gateways {
  readonly cityPort: number;
  readonly portalPort: number;
  /** Of the City API. */
  readonly listenInside: () => Promise<number>;
  /** Closes both at once. Safe to call again. */
  readonly close: () => Promise<void>;
}

async function startGateways(
  config: Config,
  log: Log,
  life: Lifecycle,
  city: OpeningCity,
  sandbox: Sandbox,
  { services, minds, tables, ...secrets }: GatewayParts,
): Promise<Gateways> {
  const { HOST: host, CITY_PORT, PORTAL_PORT } = config;
  const common = { ...gatewayOptions(config, log, city, sandbox, tables), ...secrets };
  const open: Gateway[] = [];
  const close = async () => {
    await Promise.all(open.splice(0).map((gateway) => gateway.close()));
  };
  const pages = await life.start(startPages, (build) => build.stop());
  let portalPort = PORTAL_PORT;
  const cityApi = await life.start(async () => {
    const starting = startCityApi({ ...common, services, port: CITY_PORT, portalPort: () => portalPort });
    const gateway = await starting.catch((cause: unknown) => cannotListen(cause, host, CITY_PORT, 'CITY_PORT'));
    open.push(gateway);
    return gateway;
  }, close);
  const portal = await life.start(async () => {
    const manualTicks = config.TICK_CRON === 'manual';
    const cityUrl = urlFor(config.CITY_PUBLIC_URL, host, cityApi.port);
    const failingServices = () => services.calls.failing;
    const own = { port: PORTAL_PORT, control: city, manualTicks, cityUrl, failingServices, minds, pages: pages.folder };
    const starting = startPortal({ ...common, ...own, ...tables });
    const gateway = await starting.catch((cause: unknown) => cannotListen(cause, host, PORTAL_PORT, 'PORTAL_PORT'));
    open.push(gateway);
    return gateway;
  }, close);
  portalPort = portal.port;
  return { cityPort: cityApi.port, portalPort, listenInside: () => cityApi.listenInside(), close };
}

/** What both gateways are started with, but for the port and the secrets. */
function gatewayOptions(config: Config, log: Log, city: OpeningCity, sandbox: Sandbox, tables: OpeningTables) {
  const settings = gatewaySettings(config);
  return {
    city,
    settings,
    failedAnswers: new FailedAnswers(),
    cameras: new Cameras(tables.pictures, settings),
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
 * Ends what is under way while the city can still answer it; who waits for code that takes longer is told so. A global service
 * gets longer, for half of a stream is worth nothing; then its calls end by turns of their own, with nothing taken.
 */
function endRequests(config: Config, city: CityEngine, calls: ServiceCalls, gateways: Gateways): Promise<void> {
  const isOfService = (actor: ActorId) => kindOf(actor) === 'service-call';
  const timers = [
    setTimeout(() => city.tellWaiting((actor) => !isOfService(actor)), config.DRAIN_MS / 6),
    setTimeout(() => calls.close(), (config.DRAIN_MS * 10) / 18),
    setTimeout(() => city.tellWaiting(), (config.DRAIN_MS * 11) / 18),
  ];
  return gateways.close().finally(() => timers.forEach(clearTimeout));
}

/** The server, the connections to it, the lease. */
async function startDatabase(
  config: Config,
  log: Log,
  life: Lifecycle,
  folder: DataFolder,
): Promise<{ readonly persistence: Persistence; readonly address: DatabaseAddress }> {
  await refuseSecondCity(config);
  let held = false;
  const server = await life.start(
    () => databaseServer(config, log),
    (up) => {
      if (!held) return up.leave();
      return up.isNew && !folder.isKept ? up.discard() : up.stop();
    },
  );
  const persistence = await life.start(
    () =>
      openPersistence({ address: server.address }).catch((cause: unknown) =>
        config.DATABASE_URL === undefined ? Promise.reject(cause) : cannotConnect(config.DATABASE_URL, cause),
      ),
    (opened) => opened.close(),
  );
  await persistence.lease.acquire();
  persistence.probe.start();
  held = true;
  persistence.lease.onLost((reason) => {
    log.error({ reason }, 'another city has taken the lease: this one ends here');
    held = false;
    life.end(1);
  });
  return { persistence, address: server.address };
}

interface EngineParts extends Pick<EffectPerformers, 'archive' | 'service'> {
  readonly sandbox: Sandbox;
  readonly jobsMax: number;
  readonly cores: CoreContainers;
  readonly persistence: Persistence;
  readonly secret: string;
  readonly folder: DataFolder;
}

function startEngine(config: Config, log: Log, life: Lifecycle, parts: EngineParts): Promise<CityEngine> {
  const { sandbox, jobsMax, cores, persistence, secret, folder, archive, service } = parts;
  const { journal, checkpoints, events, keys } = persistence;
  let city: CityEngine | undefined;
  const contents: FetchTexts = (hashes) => events.contents(hashes);
  const sandboxes = sandboxPerformers({
    sandbox,
    contents,
    // As of the last turn; no job begins before there is a city.
    storeOf: (place) => (city === undefined ? null : storeOf(imagesOf(city), place)),
    jobsMax,
  });
  const performers: EffectPerformers = { ...sandboxes, ...cores.performers(contents), archive, service };
  const ports = { performers, journal, checkpoints, events, keys, clock: systemClock, log };
  const onFatal = endsHere(folder, log);
  return life.start(
    async () => {
      city = await CityEngine.open({ ...cityOptions(config), ...ports, secret, onFatal });
      return city;
    },
    (opened) => opened.close(config.DRAIN_MS / 3),
  );
}

/** Keeps what could not be written, and ends the process at once: nothing more may be done. */
function endsHere(folder: DataFolder, log: Log): CityOptions['onFatal'] {
  return (reason, evidence, cause) => {
    const name = 'batch' in evidence ? `unwritten-batch-${evidence.batch}` : `unwritten-turn-${evidence.turn}`;
    const file = folder.keepEvidence(name, evidence);
    log.error({ reason, file, cause: String(cause) }, 'what was done cannot be written: the city ends here');
    process.exit(1);
  };
}

async function greet(
  config: Config,
  log: Log,
  city: CityEngine,
  folder: DataFolder,
  sandbox: Sandbox,
  { cityPort, portalPort }: Gateways,
): Promise<void> {
  const { tick, actors } = city.health;
  log.info({ cityPort, portalPort, tick, actors }, 'the city is open');
  const founders = await livingFounders(city, folder);
  const about = {
    host: config.HOST,
    cityPort,
    portalPort,
    sandbox: (await sandbox.about()).sandbox,
    operatorTokenFile: config.ADMIN_TOKEN === undefined ? folder.operatorTokenFile : null,
    founders,
    minds: config.MINDS,
    comeBack: config.REFOUND === 1 && config.TICK_CRON !== 'manual' && (await nobodyLives(city)),
  };
  process.stdout.write(greeting(about));
}
