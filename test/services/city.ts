/** A city with every global service, over the real charts and an embedded Postgres. */
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { readConfig } from '../../config.ts';
import { ServiceCalls } from '../../gateways/services/calls.ts';
import { servicesIn } from '../../global-services.ts';
import { openServiceStorage } from '../../persistence/service-storage.ts';
import { openServices } from '../../services/opening.ts';
import { type StartedWorld, startedWorld } from '../gateways/started.ts';
import { postgresStores } from '../persistence/support.ts';
import { silentLog } from '../world.ts';

const stores = await postgresStores();

t.teardown(() => stores.stop());

/** `env`: settings of the city. */
export async function cityWithServices(t: Test, env: Readonly<Record<string, string>> = {}): Promise<StartedWorld> {
  const store = await stores.fresh();
  const services = servicesIn(readConfig(env), () => 1_900_000_000_000);
  const calls = new ServiceCalls({
    manifests: services.map(({ manifest }) => manifest),
    clock: { elapsed: () => performance.now() },
    log: silentLog,
    rateNamesMax: 100,
    answerKeptBytesMax: 1_048_576,
  });
  const close = await openServices(services, {
    storageOf: (id, migrations) => openServiceStorage(store.address, id, fileURLToPath(migrations)),
    secretOf: (id) => `the secret of ${id}`,
    attach: (id, { handlers }) => calls.attach(id, handlers),
  });
  t.teardown(async () => {
    await close();
    await store.remove();
  });
  const offered = services.map(({ manifest, skill }) => ({
    manifest,
    skill,
    referenceKey: `the secret of ${manifest.id}`,
  }));
  return startedWorld(t, { services: calls.performer() }, { services: { offered, calls } });
}
