/** Opens every service of the list, in its order; what was opened is closed in the reverse of it. */
import type { OpenService, Service, Storage } from './contract.ts';

/** What the city has for services. */
export interface ServiceGround {
  /** Its tables, brought to the version of its migrations. */
  storageOf(id: string, migrations: URL): Promise<Storage & { close(): Promise<void> }>;
  secretOf(id: string): string;
  /** From here on it may be called. */
  attach(id: string, opened: OpenService): void;
}

/** Rejects as the first service that cannot be opened does. Resolves to the way to close them. */
export async function openServices(services: readonly Service[], ground: ServiceGround): Promise<() => Promise<void>> {
  const closing: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const end of closing.splice(0).toReversed()) await end();
  };
  try {
    for (const service of services) {
      const { id } = service.manifest;
      const storage = service.migrations === undefined ? noTables : await ground.storageOf(id, service.migrations);
      closing.push(() => storage.close());
      const opened = await service.open({ storage, secret: ground.secretOf(id) });
      closing.push(() => opened.close());
      ground.attach(id, opened);
    }
  } catch (cause) {
    await close();
    throw cause;
  }
  return close;
}

const noTables: Storage & { close(): Promise<void> } = {
  run: () => Promise.reject(new Error('this service has no migrations, and so no tables')),
  close: () => Promise.resolve(),
};
