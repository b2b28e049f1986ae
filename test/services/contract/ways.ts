/** A city with one service, in its own process or behind HTTP, called as residents call it; and what its handlers then got. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { must } from '../../../engine/assert.ts';
import { ServiceCalls } from '../../../gateways/services/service-calls.ts';
import { gatewayDefaults } from '../../../gateways/settings.ts';
import { openServiceStorage, schemaNameOf } from '../../../persistence/postgres/service-storage.ts';
import type { AnyOperation, Handler, Manifest, OpenService, ServiceCall, Storage } from '../../../services/contract.ts';
import { remote } from '../../../services/remote/client.ts';
import { serverOf } from '../../../services/remote/server.ts';
import { type Answer, type Asker, startedWorld } from '../../gateways/started-gateways.ts';
import { type PostgresStore, postgresStores } from '../../persistence/support.ts';
import { silentLog } from '../../world.ts';
import type { Given, Known, Sample, Subject } from './subjects.ts';

const stores = await postgresStores();

t.teardown(() => stores.stop());

export const ways = ['in process', 'over HTTP'] as const;
export type Way = (typeof ways)[number];

const key = 'a key of thirty-two characters ok';

/** What a handler got. */
export interface Heard {
  readonly operation: string;
  readonly call: ServiceCall;
}

/** Who asks, and its token. */
export interface Caller extends Asker {
  readonly token: string;
}

export interface Standing {
  readonly manifest: Manifest;
  readonly calls: ServiceCalls;
  /** The service itself, in whatever process. */
  readonly opened: OpenService;
  /** What the city calls. */
  readonly handlers: Readonly<Record<string, Handler>>;
  readonly heard: Heard[];
  /** Names of the headers of each request to a service behind HTTP. */
  readonly headers: string[][];
  /** In the place of every handler of the service, when set. */
  instead: Handler | undefined;
  readonly url: string;
  readonly store: PostgresStore;
  /** Somebody new, with credits. */
  resident(): Promise<Caller>;
  ask(who: Asker, operation: string, given: Given, headers?: Record<string, string>): Promise<Answer>;
  /** Everything that the service keeps, but for the keys of calls. */
  kept(): Promise<string>;
  /** Opens the tables of the service once more. */
  reopen(): Promise<void>;
}

const below = ({ id }: Manifest) => `/v1/global-services/${id}`;

export function pathOf(manifest: Manifest, { path }: AnyOperation, { params = {}, query = {} }: Given): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  return `${below(manifest)}${filled}${search === '' ? '' : `?${search}`}`;
}

export async function standing(t: Test, subject: Subject, way: Way): Promise<Standing> {
  const { service, prepare } = subject;
  // Wherever one stands: what a place allows is no matter of the service.
  const manifest: Manifest = { ...service.manifest, availability: 'everywhere' };
  const { store, storage, reopen } = await storageFor(t, subject);
  const opened = await service.open({ storage, secret: 'secret' });
  t.teardown(() => opened.close());
  await prepare?.(opened);
  const heard: Heard[] = [];
  const headers: string[][] = [];
  const spied = { ...opened, handlers: spiedOn(opened, heard, () => made.instead) };
  const outer = way === 'in process' ? spied : await behindHttp(t, manifest, spied, headers);
  const calls = callsOf(manifest);
  calls.attach(manifest.id, outer.handlers);
  const services = { offered: [{ manifest, skill: service.skill, pseudonymKey: 'key' }], calls };
  const settings = { ...gatewayDefaults, residentRatePerMinute: 1_000_000 };
  const world = await startedWorld(t, { services: calls.performer() }, { services, settings });
  let residents = 0;
  const made: Standing = {
    ...{ manifest, calls, opened, heard, headers, store, reopen, url: world.url, handlers: outer.handlers },
    instead: undefined,
    resident: async () => {
      const name = `Ada ${++residents}`;
      return { ...(await world.resident(name, 100_000)), token: `token of ${name}` };
    },
    ask: (who, name, given, more) => {
      const operation = must(manifest.operations[name], name);
      const path = pathOf(manifest, operation, given);
      return operation.method === 'GET' ? who.get(path) : who.post(path, given.body ?? {}, more);
    },
    kept: () => rowsOf(store, manifest.id),
  };
  return made;
}

const spiedOn = (opened: OpenService, heard: Heard[], instead: () => Handler | undefined) =>
  Object.fromEntries(
    Object.entries(opened.handlers).map(([operation, handle]) => {
      const spy: Handler = (call) => {
        heard.push({ operation, call });
        return (instead() ?? handle)(call);
      };
      return [operation, spy];
    }),
  );

/** Its clock moves a minute with each look: no rate is ever reached. */
function callsOf(manifest: Manifest): ServiceCalls {
  let now = 0;
  const elapsed = () => {
    now += 60_000;
    return now;
  };
  const manifests = [manifest];
  return new ServiceCalls({
    ...{ manifests, clock: { elapsed }, log: silentLog, rateNamesMax: 100, answerKeptBytesMax: 1_048_576 },
  });
}

async function storageFor(t: Test, { service: { manifest, migrations } }: Subject) {
  const store = await stores.fresh();
  t.teardown(() => store.remove());
  if (migrations === undefined) return { store, storage: noTables, reopen: () => Promise.resolve() };
  const open = () => openServiceStorage(store.address, manifest.id, fileURLToPath(migrations));
  const storage = await open();
  t.teardown(() => storage.close());
  return { store, storage, reopen: async () => (await open()).close() };
}

const noTables: Storage = { run: () => Promise.reject(new Error('it has no tables')) };

async function behindHttp(t: Test, manifest: Manifest, service: OpenService, headers: string[][]) {
  const server = serverOf({ manifest, service, key, now: Date.now, path: '/some/where' });
  const listening = createServer((request, response) => {
    headers.push(Object.keys(request.headers).sort());
    server.emit('request', request, response);
  });
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    listening.closeAllConnections();
    return new Promise((resolve) => listening.close(resolve));
  });
  const url = `http://127.0.0.1:${(listening.address() as AddressInfo).port}/some/where`;
  return remote(manifest, { url, key, skill: '' }).open({ storage: noTables, secret: '' });
}

/** Marks of who was forgotten are left out: they go by themselves. */
async function rowsOf(store: PostgresStore, id: string): Promise<string> {
  const schema = schemaNameOf(id);
  const tables = await store.sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = ${schema} and table_name not in ('once', 'migration') order by 1`;
  const texts = tables.map(async ({ name }) => {
    const rows = await store.sql<{ text: string }[]>`
      select one::text as text from ${store.sql(`${schema}.${name}`)} as one
      where to_jsonb(one) ->> 'forgotten_at' is null order by 1`;
    return [name, ...rows.map(({ text }) => text)].join('\n');
  });
  return (await Promise.all(texts)).join('\n');
}

/** A request that was made and answered, and what was known before it. */
export interface Made {
  readonly sample: Sample;
  readonly given: Given;
  readonly answer: Answer;
  readonly known: Known;
}

/** Makes the sound requests one after the other. */
export async function run(at: Standing, { samples }: Subject, who: Asker): Promise<readonly Made[]> {
  const answers = new Map<string, Answer['body']>();
  const known: Known = { own: who.id, answers };
  const made: Made[] = [];
  for (const sample of samples) {
    const given = sample.asks(known);
    const answer = await at.ask(who, sample.operation, given);
    answers.set(sample.operation, answer.body);
    made.push({ sample, given, answer, known });
  }
  return made;
}
