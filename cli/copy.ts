/** `civitas copy`: copies a whole city from one Postgres to another, checked by counts and checksums. The city must not run. */
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { readConfig } from '../config/settings.ts';
import { isPostgresUrl, notPostgresUrl } from '../config/units.ts';
import { LeaseHeld } from '../persistence/interface.ts';
import {
  cannotConnect,
  type DatabaseServer,
  databaseServer,
  isEmbedded,
} from '../persistence/postgres/city-database.ts';
import { holdsCity } from '../persistence/postgres/connections.ts';
import { type CopiedTable, copyCity, isSameDatabase } from '../persistence/postgres/copying.ts';
import { openPersistence } from '../persistence/postgres/persistence.ts';
import { openServiceStorage } from '../persistence/postgres/service-storage.ts';
import type { Service } from '../services/contract.ts';
import { servicesOf } from '../services/list.ts';

/** The two databases, as URLs; one that is unset is that of the settings. At least one is set. */
export interface CopyOptions {
  readonly from?: string;
  readonly to?: string;
  /** Overwrites a city that the target has. */
  readonly replace?: boolean;
}

export interface Copied {
  /** The names of the databases for the operator. */
  readonly from: string;
  readonly to: string;
  readonly tables: readonly CopiedTable[];
}

type Env = Readonly<Record<string, string | undefined>>;

/** Copies the city. Throws, with nothing changed at the target, when the city runs or an end is not what was meant. */
export async function copy(env: Env, { from, to, replace = false }: CopyOptions): Promise<Copied> {
  if (from === undefined && to === undefined)
    throw new Error('Say between what: --to <DATABASE_URL>, --from <DATABASE_URL>, or both.');
  for (const [option, url] of Object.entries({ '--from': from, '--to': to }))
    if (url !== undefined && !isPostgresUrl(url)) throw new Error(`${option} ${notPostgresUrl}`);
  const services = servicesOf(readConfig(env), Date.now).filter(({ migrations }) => migrations !== undefined);
  const ends = new Ends(services);
  let copied = false;
  try {
    const source = await ends.reach(
      settingsOf(env, from, to),
      'source',
      from === undefined ? 'DATABASE_URL' : '--from',
    );
    const target = await ends.reach(settingsOf(env, to, from), 'target', to === undefined ? 'DATABASE_URL' : '--to');
    if (await isSameDatabase(source.address, target.address))
      throw new Error(`Both ends are ${source.name}. Nothing was copied.`);
    if (!replace) await refuseFull(target);
    await ends.lease(source);
    await ends.lease(target);
    // Checked again: from here on no city can begin there.
    if (!replace) await refuseFull(target);
    const tables = await copyCity(source.address, target.address, () => ends.assertHeld(), services.map(idOf));
    copied = true;
    return { from: source.name, to: target.name, tables };
  } finally {
    await ends.close(copied);
  }
}

const idOf = ({ manifest }: Service): string => manifest.id;

/** The report: a line for each copied table, and what is left to do. */
export function reportOf({ from, to, tables }: Copied): string {
  const width = Math.max(...tables.map(({ name }) => name.length));
  const lines = tables.map(({ name, rows }) => `  ${name.padEnd(width)}  ${rows} rows`);
  return [
    `Copied from ${from} to ${to}; rows and checksums of both agree:`,
    ...lines,
    'The secrets of the city and of its services, and the tokens, stay in DATA_DIR: keep that folder. Start only one of the two from here on.',
  ].join('\n');
}

async function refuseFull(target: DatabaseServer): Promise<void> {
  if (!(await holdsCity(target.address))) return;
  throw new Error(
    `${target.name} holds a city already. Nothing was copied. Name another database, or add --replace to overwrite that city.`,
  );
}

/**
 * The settings with the database of `url`, or as they are. Where that would be the other end too, with the embedded one: `copy --to
 * "$DATABASE_URL"` copies the city of the data folder.
 */
function settingsOf(env: Env, url: string | undefined, other: string | undefined) {
  return readConfig({ ...env, DATABASE_URL: url ?? (env['DATABASE_URL'] === other ? undefined : env['DATABASE_URL']) });
}

/** Both databases, for as long as they are needed; closed in reverse. */
class Ends {
  readonly #services: readonly Service[];
  readonly #servers: DatabaseServer[] = [];
  readonly #leases: (() => Promise<void>)[] = [];
  #lost: string | undefined;

  constructor(services: readonly Service[]) {
    this.#services = services;
  }

  async reach(
    settings: ReturnType<typeof settingsOf>,
    part: 'source' | 'target',
    setting: string,
  ): Promise<DatabaseServer> {
    const { DATABASE_URL: url, DATA_DIR } = settings;
    const nowhere = (name: string) => new Error(`There is no city in ${name}. Nothing was copied.`);
    if (part === 'source' && url === undefined && !isEmbedded(DATA_DIR)) throw nowhere(DATA_DIR);
    const server = await databaseServer(settings, pino({ level: 'warn', base: null }));
    this.#servers.push(server);
    const holds = await holdsCity(server.address).catch((cause: unknown) =>
      url === undefined ? Promise.reject(cause) : cannotConnect(url, cause, setting),
    );
    if (part === 'source' && !holds) throw nowhere(server.name);
    return server;
  }

  /** Takes the lease, which keeps every city out, and brings the tables to this version. */
  async lease(server: DatabaseServer): Promise<void> {
    const persistence = await openPersistence({ address: server.address });
    this.#leases.push(() => persistence.close());
    await persistence.lease.acquire().catch((cause: unknown) => {
      if (!(cause instanceof LeaseHeld)) throw cause;
      throw new Error(`The city in ${server.name} is running (${cause.message}). Nothing was copied. Stop it first.`);
    });
    persistence.lease.onLost((reason) => {
      this.#lost = `${server.name}: ${reason}`;
    });
    for (const { manifest, migrations } of this.#services) {
      if (migrations === undefined) continue;
      await (await openServiceStorage(server.address, manifest.id, fileURLToPath(migrations))).close();
    }
  }

  /** Throws when another city has taken one of the leases meanwhile. */
  assertHeld(): void {
    if (this.#lost !== undefined) throw new Error(`${this.#lost}: nothing was copied. Stop that city first.`);
  }

  /** Leaves servers running that ran before, and removes one that was made for a copy that failed. */
  async close(copied: boolean): Promise<void> {
    for (const release of this.#leases.reverse()) await release();
    for (const server of this.#servers.reverse())
      await (server.attached ? server.leave() : server.isNew && !copied ? server.discard() : server.stop());
  }
}
