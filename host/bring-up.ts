/**
 * Composition: the parts of a city. `bringUp` lists them in the order in which they are started; they are stopped in reverse, on SIGTERM,
 * on SIGINT or when one of them does not start (OP13).
 */
import type { Config } from '../config/settings.ts';
import { contentHash } from '../engine/ids.ts';
import type { Log } from '../engine/ports.ts';
import { OpeningCity } from '../engine/starting-city.ts';
import { OpeningTables } from '../gateways/opening-tables.ts';
import { TickSpeed } from '../gateways/tick-speed.ts';
import type { DataFolder } from '../persistence/data-folder.ts';
import { openSandbox } from '../sandbox/choose.ts';
import { farewell } from './banner.ts';
import { CityCharts } from './charts.ts';
import { startChores } from './chores.ts';
import { CoreContainers } from './core-containers.ts';
import { startDatabase } from './database.ts';
import { startEngine } from './engine.ts';
import { foundFirst, foundingIn } from './founding/founders.ts';
import { endRequests, gatewaySecrets, startGateways } from './gateways.ts';
import { globalServices, openGlobalServices, servicesIn } from './global-services.ts';
import { greet } from './greet.ts';
import type { Lifecycle } from './lifecycle.ts';
import { CityMinds } from './minds/city-minds.ts';
import { systemClock } from './system-clock.ts';
import { startTimetable } from './timetable.ts';

/** The global services of a city. */
export type ServiceList = typeof servicesIn;

/** Starts all parts and opens the city, with these global services. */
export async function bringUp(
  config: Config,
  log: Log,
  life: Lifecycle,
  { folder, cluster }: { readonly folder: DataFolder; readonly cluster: Promise<unknown> },
  list: ServiceList = servicesIn,
): Promise<void> {
  const { label, secret } = identityOf(folder, config.CITY_SEED);
  const running = await life.start(
    () => openSandbox(sandboxOptions(config, label, log)),
    ({ sandbox }) => sandbox.close(),
  );
  // They answer `busy` until the city is open.
  const [opening, tables, minds] = [new OpeningCity(), new OpeningTables(), new CityMinds(config, log)];
  const [charts, speed] = [new CityCharts(), new TickSpeed()];
  const services = list(config, () => systemClock.now(), opening);
  const global = globalServices(config, log, folder, services);
  const gateways = await startGateways(config, log, life, opening, running.sandbox, {
    ...{ services: global, minds, tables, charts, speed },
    ...gatewaySecrets(config.ADMIN_TOKEN ?? folder.operatorToken(), secret),
  });
  const inside = { ...running, ...gateways, city: label, folder: folder.path };
  const cores = await CoreContainers.begin(config, log, life, inside);
  await cluster;
  const { persistence, books, address } = await startDatabase(config, log, life);
  tables.open({ ...persistence, postings: books });
  const performers = await openGlobalServices(life, { folder, address, events: persistence.events }, services, global);
  const parts = { ...running, ...performers, cores, persistence, secret, folder, charts };
  const city = await startEngine(config, log, life, parts);
  folder.keep();
  life.atEnd((inOrder) => farewell(city.health, inOrder, log));
  await startChores(config, life, city, running.sandbox, { ...persistence, books }, log);
  await cores.keep(life, city);
  await foundFirst(city, folder, foundingIn(config));
  await life.start(
    () => startTimetable({ config, log, city, folder, speed, housekeeping: persistence.housekeeping }),
    (stop) => stop(),
  );
  await life.start(
    () => opening.open(city),
    () => endRequests(config, city, global.calls, gateways),
  );
  await minds.start(life, { city, folder, cityPort: gateways.cityPort });
  await greet(config, log, city, folder, running.sandbox, gateways);
}

/**
 * The city's secret, and the label that tells its containers from another's. A fork has the secret of the city that it was forked from, so
 * labels come from the id of the folder; those of an older folder came from the secret, and stay.
 */
function identityOf(folder: DataFolder, seed: string | undefined): { readonly label: string; readonly secret: string } {
  const label = folder.id(() => contentHash(folder.secret(seed)).slice(0, 16));
  return { label, secret: folder.secret(seed) };
}

const sandboxOptions = (config: Config, label: string, log: Log): Parameters<typeof openSandbox>[0] => ({
  which: config.SANDBOX,
  city: label,
  warmMax: config.SANDBOX_WARM_MAX,
  jobsMax: config.SANDBOX_JOBS_MAX,
  image: config.SANDBOX_IMAGE,
  uidBase: config.SANDBOX_UID_BASE,
  log,
});
