/**
 * Composition: what a city is made of, brought up in order and down in reverse. Config, data folder, database, lease,
 * gateways (answering `busy`), engine, founders, ticks; on SIGTERM or SIGINT the other way round (R17).
 */
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setImmediate as nextRound, setTimeout as pause } from 'node:timers/promises';
import { schedule } from 'node-cron';
import { pino } from 'pino';
import { genesis, kinds, views } from './actors/index.ts';
import { placeActor } from './actors/places.ts';
import { hasEnded } from './actors/sites.ts';
import { type Config, engineBounds, readConfig } from './config.ts';
import { CityEngine } from './engine/city.ts';
import { type ContentHash, contentHash } from './engine/ids.ts';
import { OpeningCity } from './engine/opening.ts';
import type { Clock, Log } from './engine/ports.ts';
import { type Founder, foundFounders, livingFounders, nobodyLives } from './founders.ts';
import { startCityApi } from './gateways/city/start.ts';
import type { Gateway, GatewayOptions } from './gateways/gateway.ts';
import { startPortal } from './gateways/portal/start.ts';
import { gatewayDefaults } from './gateways/settings.ts';
import { DataFolder } from './persistence/data-folder.ts';
import { startEmbedded } from './persistence/embedded.ts';
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

/** Starts the city and keeps it running until a signal ends it. Exits the process itself. */
export async function start(): Promise<void> {
  const config = readConfig(process.env);
  const log: Log = pino({ level: config.LOG_LEVEL, base: null, redact: ['token', '*.token'] });
  const undo: Undo[] = [];
  let ending = false;
  const end = (code: number) => {
    if (ending) return;
    ending = true;
    void bringDown(undo, log, config.DRAIN_MS).then(() => process.exit(code));
  };
  process.on('SIGTERM', () => end(0));
  process.on('SIGINT', () => end(0));
  try {
    await bringUp(config, log, undo, end);
  } catch (cause) {
    log.error({ cause: cause instanceof Error ? cause.message : String(cause) }, 'the city could not start');
    end(1);
  }
}

async function bringUp(config: Config, log: Log, undo: Undo[], end: (code: number) => void): Promise<void> {
  const folder = new DataFolder(config.DATA_DIR);
  const adminToken = config.ADMIN_TOKEN ?? folder.operatorToken();
  const opening = new OpeningCity();
  const { sandbox, jobsMax } = await openSandbox({
    which: config.SANDBOX,
    city: contentHash(folder.secret(config.CITY_SEED)).slice(0, 16),
    warmMax: config.SANDBOX_WARM_MAX,
    jobsMax: config.SANDBOX_JOBS_MAX,
    image: config.SANDBOX_IMAGE,
    log,
  });
  undo.push(() => sandbox.close());
  const gateways = await openGateways(config, log, opening, sandbox, contentHash(adminToken), undo);
  const persistence = await openDatabase(config, log, undo, end);

  const secret = folder.secret(config.CITY_SEED);
  /** Jobs ask for what is kept as of the last turn; none begins before there is a city. */
  const open: { city?: CityEngine } = {};
  const city = await CityEngine.open({
    kinds,
    views,
    genesis,
    performers: sandboxPerformers({
      sandbox,
      contents: (hashes) => persistence.events.contents(hashes),
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
  await foundFounders(city, folder);
  opening.open(city);
  startTime(config, log, city, folder, persistence, undo);
  // Down first, while the city can still answer what is under way.
  undo.push(gateways.close);
  log.info(
    {
      cityPort: gateways.cityPort,
      portalPort: gateways.portalPort,
      tick: city.health.tick,
      actors: city.health.actors,
    },
    'the city is open',
  );
  greet(config, gateways, folder, await livingFounders(city, folder));
}

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
  operatorTokenHash: string,
  undo: Undo[],
): Promise<Gateways> {
  let requests = 0;
  const boot = Date.now().toString(36);
  const common: Omit<GatewayOptions, 'port'> = {
    city,
    settings: {
      ...gatewayDefaults,
      drainMsMax: config.DRAIN_MS / 3,
      residentRatePerMinute: config.RESIDENT_RATE_PER_MINUTE,
      addressWriteRatePerMinute: config.ADDRESS_WRITES_PER_MINUTE,
      prices: {
        broadcast: config.MESSAGE_PRICE,
        whisper: config.MESSAGE_PRICE,
        shout: config.SHOUT_PRICE,
        letter: config.LETTER_PRICE,
      },
    },
    host: config.HOST,
    operatorTokenHash,
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
  const cityApi = await startCityApi({ ...common, port: config.CITY_PORT });
  started.push(cityApi);
  const portal = await startPortal({
    ...common,
    port: config.PORTAL_PORT,
    control: city,
    manualTicks: config.TICK_CRON === 'manual',
  });
  started.push(portal);
  return { cityPort: cityApi.port, portalPort: portal.port, close };
}

async function openDatabase(config: Config, log: Log, undo: Undo[], end: (code: number) => void) {
  const embedded =
    config.DATABASE_URL === undefined ? await startEmbedded({ dataDir: config.DATA_DIR, log }) : undefined;
  let held = false;
  if (embedded !== undefined) undo.push(() => (held ? embedded.stop() : embedded.leave()));
  const address = embedded === undefined ? (config.DATABASE_URL ?? '') : { ...embedded.connection };
  const persistence = await openPersistence({ address });
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
  return (city.state.images.get(placeActor(place))?.context['store'] as ContentHash | null | undefined) ?? null;
}

/** Nothing of ours outlives its place (X3). */
function sweepSandbox(sandbox: Sandbox, city: CityEngine, log: Log, undo: Undo[]): void {
  const lives = (place: string) => {
    const image = city.state.images.get(placeActor(place));
    return image !== undefined && !hasEnded(image);
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

/** Newest first, everything within the bound; what fails does not keep the rest from ending. */
async function bringDown(undo: Undo[], log: Log, withinMs: number): Promise<void> {
  const all = (async () => {
    for (const step of undo.reverse()) {
      try {
        await step();
      } catch (cause) {
        log.error({ cause: String(cause) }, 'a part did not end cleanly');
      }
    }
  })();
  await Promise.race([all, pause(withinMs)]);
}

function greet(config: Config, ports: Gateways, folder: DataFolder, founders: readonly Founder[]): void {
  const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string };
  const host = config.HOST === '0.0.0.0' ? '127.0.0.1' : config.HOST;
  const base = `http://${host}:${ports.cityPort}`;
  const lines = [
    `civitas ${version}`,
    `  City API        ${base}  (how to live here: ${base}/SKILL.md)`,
    `  Portal Gateway  http://${host}:${ports.portalPort}`,
    config.ADMIN_TOKEN === undefined
      ? `  Operator token  ${folder.operatorTokenFile}`
      : '  Operator token  from ADMIN_TOKEN',
  ];
  for (const { id, tokenFile } of founders) lines.push(`  Founder         ${id}, token in ${tokenFile}`);
  const [first] = founders;
  if (first !== undefined)
    lines.push('', `  curl -s ${base}/v1/me -H "Authorization: Bearer $(cat ${first.tokenFile})"`);
  process.stdout.write(`${lines.join('\n')}\n`);
}
