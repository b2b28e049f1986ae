/**
 * Removes containers by label (X3). What Docker lists is the truth; what the city remembers may be of before a crash,
 * its own or Docker's.
 */
import type Docker from 'dockerode';
import { assert } from '../../engine/assert.ts';
import type { Log } from '../../engine/ports.ts';
import { assertOurs, having, labels } from './labels.ts';
import { statusOf, withDeadline, wordsOf } from './request-deadlines.ts';

/** After something could not be removed, until it is tried again. */
const againMs = 5_000;
const listMsMax = 5_000;
const removeMsMax = 5_000;
/** A removal that Docker has begun already ends at some time: asked again so often. */
const asksMax = 50;
const askEveryMs = 40;

interface Found {
  readonly id: string;
  readonly name: string;
  readonly place: string;
}

/** Containers of this city, running or not; of one place when it is given. */
export async function containersOf(docker: Docker, city: string, place?: string): Promise<readonly Found[]> {
  const label = [having(labels.city, city), ...(place === undefined ? [] : [having(labels.place, place)])];
  const listed = await withDeadline('list of containers', listMsMax, (abortSignal) =>
    docker.listContainers({ all: true, filters: { label }, abortSignal }),
  );
  for (const { Labels } of listed) {
    assertOurs(labels.city, city, Labels);
    if (place !== undefined) assertOurs(labels.place, place, Labels);
  }
  return listed.map(({ Id, Names, Labels }) => ({
    id: Id,
    name: (Names[0] ?? '').replace(/^\//, ''),
    place: Labels[labels.place] ?? '',
  }));
}

/** Keeps Docker's list and the city's idea of it together. */
export class Reaper {
  readonly #docker: Docker;
  readonly #city: string;
  readonly #log: Log;
  /** Names of containers in use, from before they are created until they have ended: these are left alone. */
  readonly #used = new Set<string>();
  #again: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(docker: Docker, city: string, log: Log) {
    this.#docker = docker;
    this.#city = city;
    this.#log = log;
  }

  /** Says whether the name was free: then it is in use from here on. */
  use(name: string): boolean {
    if (this.#used.has(name)) return false;
    this.#used.add(name);
    return true;
  }

  unuse(name: string): void {
    this.#used.delete(name);
  }

  /** One whose start went wrong: it may be there all the same, or come to be there later. */
  abandon(name: string): void {
    this.#used.delete(name);
    void this.#removeNamed(name).catch(() => this.sweepAgain());
  }

  /** Never by its name alone: by now another city may have a container that is called so. */
  async #removeNamed(name: string): Promise<void> {
    const found = await containersOf(this.#docker, this.#city);
    await Promise.all(found.map((each) => (each.name === name ? gone(this.#docker, each.id) : undefined)));
  }

  /** Removes all containers of a place, used or not. */
  async remove(place: string): Promise<void> {
    await this.#quietly(async () => reap(this.#docker, await containersOf(this.#docker, this.#city, place), this.#log));
  }

  /** Removes what carries this city's label and is not in use. */
  async sweep(): Promise<void> {
    await this.#quietly(async () => {
      const found = await containersOf(this.#docker, this.#city);
      const strays = found.filter(({ name }) => !this.#used.has(name));
      await reap(this.#docker, strays, this.#log);
    });
  }

  /** Sweeps in a while: once, however many ask. */
  sweepAgain(): void {
    if (this.#closed || this.#again !== undefined) return;
    this.#again = setTimeout(() => {
      this.#again = undefined;
      void this.sweep();
    }, againMs).unref();
  }

  /** Removes every container of the city. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#again);
    await this.#quietly(async () => reap(this.#docker, await containersOf(this.#docker, this.#city), this.#log));
  }

  /** For what is done again anyway: in a while, or when Docker is back. */
  async #quietly(work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => {
      this.#log.warn({ why: wordsOf(error) }, 'containers may be left');
      this.sweepAgain();
    });
  }
}

/** Removes them all, side by side. Resolves when they are gone; what resists is logged and left to the next time. */
async function reap(docker: Docker, found: readonly Found[], log: Log): Promise<void> {
  const removals = found.map(({ id }) =>
    gone(docker, id).catch((error: unknown) => log.warn({ why: wordsOf(error) }, 'a container resists')),
  );
  await Promise.all(removals);
}

/** Docker refuses to remove what it is removing already, and says "not found" once that is done. */
export async function gone(docker: Docker, id: string): Promise<void> {
  assert(id !== '', '[X3] the id of a container that is removed');
  for (let ask = 0; ask < asksMax; ask += 1) {
    const status = await withDeadline('removal', removeMsMax, (abortSignal) =>
      docker.getContainer(id).remove({ force: true, v: true, abortSignal }),
    ).then(() => 404, statusOrThrow);
    if (status === 404) return;
    await new Promise((resolve) => setTimeout(resolve, askEveryMs));
  }
  throw new Error(`still being removed: ${id.slice(0, 12)}`);
}

function statusOrThrow(error: unknown): number {
  const status = statusOf(error);
  if (status === 404 || status === 409) return status;
  throw error;
}
