/**
 * Composition: what a city is made of, brought up in order and down in reverse. Config, data folder, database, lease,
 * gateways (answering `busy`), engine, founders, ticks; on SIGTERM or SIGINT the other way round (OP13).
 */
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setImmediate as nextRound, setTimeout as pause } from 'node:timers/promises';
import { schedule } from 'node-cron';
import { pino } from 'pino';
import { genesis, kinds, views } from './actors/index.ts';
import { isInUse } from './actors/place/ended.ts';
import { codePlaceActor, placeActor } from './actors/place/names.ts';
import { imageOf } from './actors/registry.ts';
import { greeting } from './cli/banner.ts';
import { warningsOf } from './cli/config-print.ts';
import { standingOf } from './cli/port-probe.ts';
import { type Config, engineBounds, readConfig } from './config.ts';
import { CityEngine } from './engine/city.ts';
import { type ContentHash, contentHash } from './engine/ids.ts';
import type { Clock, Log } from './engine/ports.ts';
import { OpeningCity } from './engine/starting-city.ts';
import { foundFirst, foundFounders, livingFounders, nobodyLives } from './founding/founders.ts';
import { startCityApi } from './gateways/city/start.ts';
import type { Gateway, GatewayOptions } from './gateways/gateway.ts';
import { startPortal } from './gateways/portal/start.ts';
import { RefusedTokens } from './gateways/refused-tokens.ts';
import { type GatewaySettings, gatewayDefaults } from './gateways/settings.ts';
import { AnotherCity, cannotConnect, databaseServer, refuseSecondCity } from './persistence/city-database.ts';
import { DataFolder } from './persistence/data-folder.ts';
import { LeaseHeld } from './persistence/interface.ts';
import { openPersistence } from './persistence/open.ts';
import { openSandbox } from './sandbox/open.ts';
import { sandboxPerformers } from './sandbox/performers.ts';
import type { Sandbox } from './sandbox/port.ts';

const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  yield: () => nextRound(),
  sleep: (ms) => pause(ms, undefined, { ref: false }),
};

/** Things to undo, newest first. */
type Undo = () => Promise<void> | void;

/** The city, once it is open. */
interface Open {
  city?: CityEngine;
  /** Why it could not be opened. */
  failure?: unknown;
}

/** Starts the city and keeps it running until a signal ends it. Exits the process itself. */
export async function start(): Promise<void> {
  const config = readConfig(process.env);
  const log: Log = pino({ level: config.LOG_LEVEL, base: null, redact: ['token', '*.token'] });
  for (const warning of warningsOf(process.env)) log.warn({}, warning);
  const undo: Undo[] = [];
  const open: Open = {};
  let ending = false;
  const end = (code: number) => {
    if (ending) return;
    ending = true;
    void bringDown(undo, log, config.DRAIN_MS).then((inOrder) => {
      if (code === 0) farewell(open.city, inOrder, log);
      process.exit(code);
    });
  };
  process.on('SIGTERM', () => end(0));
  process.on('SIGINT', () => end(0));
  try {
    await bringUp(config, log, open, undo, end);
  } catch (cause) {
    open.failure = cause;
    log.error({ cause: cause instanceof Error ? cause.message : String(cause) }, 'the city could not start');
    end(1);
  }
}

async function bringUp(config: Config, log: Log, open: Open, undo: Undo[], end: (code: number) => void): Promise<void> {
  const folder = new DataFolder(config.DATA_DIR);
  undo.push(() => {
    if (open.city !== undefined) folder.keep();
    else if (!isInTheWay(open.failure)) folder.unmake();
  });
  const adminToken = config.ADMIN_TOKEN ?? folder.operatorToken();
  const secret = folder.secret(config.CITY_SEED);
  const opening = new OpeningCity();
  const { sandbox, jobsMax } = await openSandbox({
    which: config.SANDBOX,
    city: contentHash(secret).slice(0, 16),
    warmMax: config.SANDBOX_WARM_MAX,
    jobsMax: config.SANDBOX_JOBS_MAX,
    image: config.SANDBOX_IMAGE,
    uidBase: config.SANDBOX_UID_BASE,
    log,
  });
  undo.push(() => sandbox.close());
  const gateways = await openGateways(
    config,
    log,
    opening,
    sandbox,
    {
      operatorTokenHash: contentHash(adminToken),
      cursorKey: createHmac('sha256', secret).update('cursors').digest('base64url'),
    },
    undo,
  );
  const persistence = await openDatabase(config, log, open, undo, end);

  const city = await CityEngine.open({
    kinds,
    views,
    genesis,
    performers: sandboxPerformers({
      sandbox,
      contents: (hashes) => persistence.events.contents(hashes),
      // As of the last turn; no job begins before there is a city.
      storeOf: (place) => (open.city === undefined ? null : storeOf(open.city, place)),
      jobsMax,
    }),
    settings: config.rules,
    secret,
    journal: persistence.journal,
    checkpoints: persistence.checkpoints,
    events: persistence.events,
    keys: persistence.keys,
    clock: systemClock,
    log,
    ...engineBounds(config),
    onFatal: (reason, evidence, cause) => {
      const name = 'batch' in evidence ? `unwritten-batch-${evidence.batch}` : `unwritten-turn-${evidence.turn}`;
      const file = folder.keepEvidence(name, evidence);
      log.error({ reason, file, cause: String(cause) }, 'what was done cannot be written: the city ends here');
      process.exit(1);
    },
  });
  open.city = city;
  undo.push(() => city.close(config.DRAIN_MS / 3));
  sweepSandbox(sandbox, city, log, undo);
  folder.keep();
  await foundFirst(city, folder);
  opening.open(city);
  startTime(config, log, city, folder, persistence, undo);
  // Down first, while the city can still answer what is under way; who waits for code that takes longer is told so.
  undo.push(() => {
    const told = setTimeout(() => city.tellWaiting(), config.DRAIN_MS / 6);
    return gateways.close().finally(() => clearTimeout(told));
  });
  const { cityPort, portalPort } = gateways;
  const { tick, actors } = city.health;
  log.info({ cityPort, portalPort, tick, actors }, 'the city is open');
  const founders = await livingFounders(city, folder);
  process.stdout.write(
    greeting({
      version: versionOf(),
      host: config.HOST,
      cityPort,
      portalPort,
      sandbox: (await sandbox.about()).sandbox,
      operatorTokenFile: config.ADMIN_TOKEN === undefined ? folder.operatorTokenFile : null,
      founders,
      comeBack: config.REFOUND === 1 && config.TICK_CRON !== 'manual' && (await nobodyLives(city)),
    }),
  );
}

/** Another city may have read what this start has made: it stays. */
const isInTheWay = (failure: unknown): boolean => failure instanceof AnotherCity || failure instanceof LeaseHeld;

interface Gateways {
  readonly cityPort: number;
  readonly portalPort: number;
  /** Safe to call again. */
  readonly close: () => Promise<void>;
}

async function openGateways(
  config: Config,
  log: Log,
  city: OpeningCity,
  sandbox: Sandbox,
  secrets: Pick<GatewayOptions, 'operatorTokenHash' | 'cursorKey'>,
  undo: Undo[],
): Promise<Gateways> {
  let requests = 0;
  const boot = Date.now().toString(36);
  const settings = settingsOf(config);
  const common: Omit<GatewayOptions, 'port'> = {
    city,
    settings,
    refusedTokens: new RefusedTokens(settings, () => systemClock.elapsed()),
    host: config.HOST,
    ...secrets,
    clock: systemClock,
    log,
    requestId: () => {
      requests += 1;
      return `${boot}-${requests.toString(36)}`;
    },
    ready: () => city.health.ready,
    sandbox: () => sandbox.about(),
  };
  const started: Gateway[] = [];
  const close = async () => {
    await Promise.all(started.splice(0).map((gateway) => gateway.close()));
  };
  undo.push(close);
  let portalPort = config.PORTAL_PORT;
  const cityApi = await startCityApi({ ...common, port: config.CITY_PORT, portalPort: () => portalPort }).catch(
    (cause: unknown) => cannotListen(cause, config.HOST, config.CITY_PORT, 'CITY_PORT'),
  );
  started.push(cityApi);
  const portal = await startPortal({
    ...common,
    port: config.PORTAL_PORT,
    control: city,
    manualTicks: config.TICK_CRON === 'manual',
  }).catch((cause: unknown) => cannotListen(cause, config.HOST, config.PORTAL_PORT, 'PORTAL_PORT'));
  started.push(portal);
  portalPort = portal.port;
  return { cityPort: cityApi.port, portalPort, close };
}

const settingsOf = (config: Config): GatewaySettings => ({
  ...gatewayDefaults,
  drainMsMax: config.DRAIN_MS / 3,
  residentRatePerMinute: config.RESIDENT_RATE_PER_MINUTE,
  strangerRatePerMinute: config.STRANGER_RATE_PER_MINUTE,
  resumeEventsMax: config.RESUME_EVENTS_MAX,
  prices: {
    broadcast: config.MESSAGE_PRICE,
    whisper: config.MESSAGE_PRICE,
    shout: config.SHOUT_PRICE,
    letter: config.LETTER_PRICE,
  },
});

/** Throws, with who listens there and what to do about it. `setting` names the variable that moves the port. */
async function cannotListen(cause: unknown, host: string, port: number, setting: string): Promise<never> {
  const standing = await standingOf(host, port);
  const at = `${host}:${port}`;
  if (standing.type === 'city')
    throw new AnotherCity(`${at} is in use by another civitas. Stop that one, or set ${setting} to a free port.`, {
      cause,
    });
  if (standing.type === 'other')
    throw new Error(`${at} is in use by something else. Stop it, or set ${setting} to a free port.`, { cause });
  if (standing.type === 'refused')
    throw new Error(`${at} cannot be listened on (${standing.reason}). Correct ${setting} or HOST.`, { cause });
  throw cause;
}

async function openDatabase(config: Config, log: Log, open: Open, undo: Undo[], end: (code: number) => void) {
  await refuseSecondCity(config);
  const server = await databaseServer(config, log);
  let held = false;
  undo.push(() => {
    if (!held) return server.leave();
    return server.isNew && open.city === undefined ? server.discard() : server.stop();
  });
  const persistence = await openPersistence({ address: server.address }).catch((cause: unknown) =>
    config.DATABASE_URL === undefined ? Promise.reject(cause) : cannotConnect(config.DATABASE_URL, cause),
  );
  undo.push(() => persistence.close());
  await persistence.lease.acquire();
  held = true;
  persistence.lease.onLost((reason) => {
    log.error({ reason }, 'another city has taken the lease: this one ends here');
    held = false;
    end(1);
  });
  return persistence;
}

/** Milliseconds between two looks for containers whose place has ended. */
const sweepMs = 60_000;

/** What the code of the place keeps, as of the last turn. */
function storeOf(city: CityEngine, place: string): ContentHash | null {
  return imageOf({ image: (id) => city.state.images.get(id) }, codePlaceActor(place))?.context.store ?? null;
}

/** Nothing of ours outlives its place (X3). */
function sweepSandbox(sandbox: Sandbox, city: CityEngine, log: Log, undo: Undo[]): void {
  const lives = (place: string) => {
    const image = city.state.images.get(placeActor(place));
    return image !== undefined && isInUse(image);
  };
  const sweep = () =>
    void sandbox
      .reconcile(lives)
      .catch((cause: unknown) => log.warn({ cause: String(cause) }, 'the sandbox was not swept'));
  sweep();
  const timer = setInterval(sweep, sweepMs);
  undo.push(() => clearInterval(timer));
}

/** What comes back by the clock: ticks, checkpoints, forgetting old keys. */
function startTime(
  config: Config,
  log: Log,
  city: CityEngine,
  folder: DataFolder,
  persistence: Awaited<ReturnType<typeof openDatabase>>,
  undo: Undo[],
): void {
  const failed = (what: string) => (cause: unknown) => log.error({ cause: String(cause) }, `${what} failed`);
  const tasks = [
    schedule('17 * * * *', () => void persistence.housekeeping.pruneKeys(Date.now()).catch(failed('pruning keys'))),
  ];
  if (config.TICK_CRON !== 'manual')
    tasks.push(schedule(config.TICK_CRON, () => void tick(config, log, city, folder).catch(failed('a tick'))));
  undo.push(async () => {
    for (const task of tasks) await task.stop();
  });
  if (config.CHECKPOINT_SECONDS === 0) return;
  const timer = setInterval(
    () => void city.checkpoint().catch(failed('a checkpoint')),
    config.CHECKPOINT_SECONDS * 1000,
  );
  undo.push(() => clearInterval(timer));
}

/** A tick of the clock; a city in which nobody lives first gets its founders again. */
async function tick(config: Config, log: Log, city: CityEngine, folder: DataFolder): Promise<void> {
  if (city.paused) return;
  if (config.REFOUND === 1 && (await nobodyLives(city)))
    log.info({ founded: await foundFounders(city, folder, true) }, 'nobody lived: the founders are back');
  await city.tick();
}

/** Newest first, everything within the bound; what fails does not keep the rest from ending. True when all went well. */
async function bringDown(undo: Undo[], log: Log, withinMs: number): Promise<boolean> {
  const all = (async () => {
    let inOrder = true;
    for (const step of undo.reverse()) {
      try {
        await step();
      } catch (cause) {
        inOrder = false;
        log.error({ cause: String(cause) }, 'a part did not end cleanly');
      }
    }
    return inOrder;
  })();
  return await Promise.race([all, pause(withinMs, false)]);
}

/** The last line of the log: whether anything is left for the next start to mend. */
function farewell(city: CityEngine | undefined, inOrder: boolean, log: Log): void {
  if (city === undefined) return;
  const { tick, turn, committedTurn } = city.health;
  if (inOrder && committedTurn === turn) log.info({ tick, turn }, 'the city has closed in order');
  else log.warn({ tick, turn, committedTurn }, 'the city has closed, not in order: the next start recovers');
}

function versionOf(): string {
  const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string };
  return version;
}
