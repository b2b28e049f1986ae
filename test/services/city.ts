/** A city with every global service, over the real charts and an embedded Postgres. */
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { readConfig } from '../../config/settings.ts';
import { must } from '../../engine/assert.ts';
import type { ViewRequest } from '../../engine/command.ts';
import { ServiceCalls } from '../../gateways/services/service-calls.ts';
import { servicesIn } from '../../host/global-services.ts';
import { hearingOf } from '../../host/hearing.ts';
import { MemoryStore, memoryPersistence } from '../../persistence/memory/persistence.ts';
import { openServiceStorage } from '../../persistence/postgres/service-storage.ts';
import type { KeepsEntries } from '../../services/deceased.ts';
import { openServices } from '../../services/open-services.ts';
import { type StartedWorld, startedWorld } from '../gateways/started-gateways.ts';
import { postgresStores } from '../persistence/support.ts';
import { silentLog } from '../world.ts';

const stores = await postgresStores();

t.teardown(() => stores.stop());

export interface WorldWithServices extends StartedWorld {
  /** Of its library. */
  readonly entries: KeepsEntries;
}

/** `env`: settings of the city. */
export async function cityWithServices(
  t: Test,
  env: Readonly<Record<string, string>> = {},
): Promise<WorldWithServices> {
  const store = await stores.fresh();
  const memoryStore = new MemoryStore();
  let world: StartedWorld | undefined;
  const view = async <Value>(request: ViewRequest<Value>) => must(world, 'the city').city.view(request);
  const services = servicesIn(readConfig(env), () => 1_900_000_000_000, { view });
  const calls = new ServiceCalls({
    manifests: services.map(({ manifest }) => manifest),
    clock: { elapsed: () => performance.now() },
    log: silentLog,
    rateNamesMax: 100,
    answerKeptBytesMax: 1_048_576,
  });
  const { events } = memoryPersistence(memoryStore);
  let entries: KeepsEntries | undefined;
  const close = await openServices(services, {
    storageOf: (id, migrations) => openServiceStorage(store.address, id, fileURLToPath(migrations)),
    secretOf: (id) => `the secret of ${id}`,
    hearing: hearingOf(events),
    attach: (id, opened) => {
      calls.attach(id, opened.handlers);
      entries = opened.entries ?? entries;
    },
  });
  t.teardown(async () => {
    await close();
    await store.remove();
  });
  const offered = services.map(({ manifest, skill }) => ({
    manifest,
    skill,
    pseudonymKey: `the secret of ${manifest.id}`,
  }));
  world = await startedWorld(t, { services: calls.performer(), store: memoryStore }, { services: { offered, calls } });
  return { ...world, entries: must(entries, 'a library') };
}
