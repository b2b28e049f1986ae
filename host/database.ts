/** Composition: the database of the city, and whether its server ends with the city. */
import type { Config } from '../config/settings.ts';
import { Bookkeeper } from '../engine/commit/bookkeeper.ts';
import type { Log } from '../engine/ports.ts';
import type { Persistence } from '../persistence/interface.ts';
import {
  cannotConnect,
  type DatabaseServer,
  databaseServer,
  refuseSecondCity,
} from '../persistence/postgres/city-database.ts';
import type { DatabaseAddress } from '../persistence/postgres/connections.ts';
import { openPersistence } from '../persistence/postgres/persistence.ts';
import { codeVersion } from './code-version.ts';
import type { Lifecycle } from './lifecycle.ts';
import { systemClock } from './system-clock.ts';

/** Opens the server, the connections to it, and the lease. Before the journal stands the bookkeeper, which is to be started. */
export async function startDatabase(
  config: Config,
  log: Log,
  life: Lifecycle,
): Promise<{ readonly persistence: Persistence; readonly books: Bookkeeper; readonly address: DatabaseAddress }> {
  await refuseSecondCity(config);
  const server = await life.start(
    async () => new HeldServer(await databaseServer(config, log)),
    (up) => up.end(),
  );
  const { address } = server;
  const persistence = await life.start(
    () =>
      openPersistence({ address, code: codeVersion() }).catch((cause: unknown) =>
        config.DATABASE_URL === undefined ? Promise.reject(cause) : cannotConnect(config.DATABASE_URL, cause),
      ),
    (opened) => opened.close(),
  );
  await persistence.lease.acquire();
  persistence.probe.start();
  server.hold();
  persistence.lease.onLost((reason) => {
    log.error({ reason }, 'another city has taken the lease: this one ends here');
    server.lose();
    life.end(1);
  });
  const { journal, postings: rows } = persistence;
  const books = new Bookkeeper({ journal, rows, clock: systemClock, log });
  return { persistence: { ...persistence, journal: books }, books, address };
}

/** A server, and whether this city has the lease on its database: only then this city may stop it. */
class HeldServer {
  readonly #server: DatabaseServer;
  #isHeld = false;

  constructor(server: DatabaseServer) {
    this.#server = server;
  }

  get address(): DatabaseAddress {
    return this.#server.address;
  }

  hold(): void {
    this.#isHeld = true;
  }

  lose(): void {
    this.#isHeld = false;
  }

  end(): Promise<void> {
    return this.#isHeld ? this.#server.stop() : this.#server.leave();
  }
}
