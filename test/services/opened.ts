/** A service as the city opens it, over a database of its own on an embedded Postgres, and called as the gateway calls it. */
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { must } from '../../engine/assert.ts';
import { openServiceStorage } from '../../persistence/postgres/service-storage.ts';
import type {
  CallKey,
  Service,
  ServiceCaller,
  ServiceOutcome,
  ServiceParts,
  ServiceRefusal,
  Storage,
} from '../../services/contract.ts';
import { type PostgresStore, postgresStores } from '../persistence/support.ts';

const stores = await postgresStores();

t.teardown(() => stores.stop());

/** What a request brings. */
interface Request {
  readonly params?: object;
  readonly query?: object;
  readonly body?: object;
  readonly key?: CallKey;
}

/** What came of a free call: its body, or why there is none. */
type Result = Record<string, unknown> | ServiceRefusal;

export interface Opened {
  readonly storage: Storage;
  /** The whole database, with every right. */
  readonly store: PostgresStore;
  /**
   * Calls an operation for somebody who is told apart by this name, after the operation's own schemas have parsed what came.
   * Throws where they refuse it, and where they refuse the answer.
   */
  call(operation: string, caller: string, request?: Request): Promise<ServiceOutcome>;
  /** The same for a free call that does not stream: what its caller reads. */
  free(operation: string, caller: string, request?: Request): Promise<Result>;
  /** Closes it and opens it again on the same database. */
  reopen(): Promise<void>;
}

/** Opens a service that has tables; it is closed and its database removed when the test has ended. */
export async function opened(t: Test, service: Service, parts: Partial<ServiceParts> = {}): Promise<Opened> {
  const store = await stores.fresh();
  let running = await start(service, store, parts);
  t.teardown(async () => {
    await running.close();
    await store.remove();
  });
  const call: Opened['call'] = async (operation, name, request = {}) => {
    const declared = must(service.manifest.operations[operation], operation);
    const handle = must(running.handlers[operation], operation);
    const { params = {}, query = {}, body = {} } = request;
    const parsed = {
      params: declared.params?.parse(params) ?? {},
      query: declared.query?.parse(query) ?? {},
      body: declared.body?.parse(body) ?? {},
    };
    const outcome = await handle({
      ...parsed,
      given: { params, query, body },
      caller: callerOf(service, name),
      key: request.key ?? null,
      hold: declared.price === 'free' ? 0 : declared.price.hold(parsed),
      balance: 0,
      signal: new AbortController().signal,
    });
    if (outcome.type === 'answer') declared.answer.parse(outcome.body({ charged: 0, balance: 0 }));
    return outcome;
  };
  return {
    get storage() {
      return running.storage;
    },
    store,
    call,
    free: async (operation, name, request) => {
      const outcome = await call(operation, name, request);
      if (outcome.type === 'stream') throw new Error('a free call does not stream');
      return outcome.type === 'answer' ? { ...outcome.body({ charged: 0, balance: 0 }) } : outcome;
    },
    reopen: async () => {
      await running.close();
      running = await start(service, store, parts);
    },
  };
}

const callerOf = ({ manifest }: Service, name: string): ServiceCaller => ({
  pseudonym: `pseudonym of ${name}`,
  resident: manifest.knowsResidentBecause === undefined ? '' : name,
});

async function start(service: Service, store: PostgresStore, parts: Partial<ServiceParts>) {
  const { manifest, migrations } = service;
  const folder = fileURLToPath(must(migrations, 'migrations'));
  const storage = await openServiceStorage(store.address, manifest.id, folder);
  const { handlers, close } = await service.open({ storage, secret: 'secret', ...parts });
  return { storage, handlers, close: () => close().finally(() => storage.close()) };
}
