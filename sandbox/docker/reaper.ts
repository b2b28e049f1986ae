/**
 * Removes containers by label (X3). What Docker lists is the truth; what the city remembers may date from before a crash, its own or
 * Docker's.
 */
import type Docker from 'dockerode';
import { assert } from '../../engine/assert.ts';
import type { Log } from '../../engine/ports.ts';
import { assertOurs, having, labels } from './labels.ts';
import { statusOf, withDeadline, wordsOf } from './request-deadlines.ts';

/** Delay before what could not be removed is tried again. */
const againMs = 5_000;
const listMsMax = 5_000;
const removeMsMax = 5_000;
/** A removal that Docker has begun already ends at some time: Docker is asked so often whether it has. */
const asksMax = 50;
const askEveryMs = 40;

interface Found {
  readonly id: string;
  readonly name: string;
  readonly place: string;
}

/** Containers of this city, running or not; only those of `place` when it is given. */
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

/** Keeps Docker's containers in line with those that the city uses. */
export class Reaper {
  readonly #docker: Docker;
  readonly #city: string;
  readonly #log: Log;
  /** Names of containers in use, from before they are created until they have ended. These are not removed. */
  readonly #used = new Set<string>();
  #again: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(docker: Docker, city: string, log: Log) {
    this.#docker = docker;
    this.#city = city;
    this.#log = log;
  }

  /** True when the name was free: then it is in use from here on. */
  use(name: string): boolean {
    if (this.#used.has(name)) return false;
    this.#used.add(name);
    return true;
  }

  unuse(name: string): void {
    this.#used.delete(name);
  }

  /** Gives up a container whose start failed: it may exist all the same, now or later. */
  abandon(name: string): void {
    this.#used.delete(name);
    void this.#removeNamed(name).catch(() => this.sweepAgain());
  }

  /** Not by its name alone: by now a container of another city may have that name. */
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

  /** Sweeps after a delay, once, however many ask. */
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

  /** For work that is repeated anyway: later, or when Docker is back. */
  async #quietly(work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => {
      this.#log.warn({ why: wordsOf(error) }, 'containers may be left');
      this.sweepAgain();
    });
  }
}

/** Removes all of them in parallel. Resolves when they are gone; one that cannot be removed is logged and left to the next sweep. */
async function reap(docker: Docker, found: readonly Found[], log: Log): Promise<void> {
  const removals = found.map(({ id }) =>
    gone(docker, id).catch((error: unknown) => log.warn({ why: wordsOf(error) }, 'a container resists')),
  );
  await Promise.all(removals);
}

/** Resolves when the container is gone. Docker refuses to remove what it is removing already, and says "not found" once that is done. */
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
