/** Opens every service of the list in order, and closes them in reverse. */
import type { OpenService, Service, Storage } from './contract.ts';
import type { Hearing } from './hearing.ts';

/** What the city provides for services. */
export interface ServiceGround {
  /** The tables of a service, brought to the version of its migrations. */
  storageOf(id: string, migrations: URL): Promise<Storage & { close(): Promise<void> }>;
  secretOf(id: string): string;
  /** What residents were there to hear. */
  readonly hearing?: Hearing;
  /** Called when the service can be called. */
  attach(id: string, opened: OpenService): void;
}

/** Rejects as the first service that cannot be opened. Resolves to a function that closes them. */
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
      const opened = await service.open({
        storage,
        secret: ground.secretOf(id),
        ...(ground.hearing && { hearing: ground.hearing }),
      });
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
