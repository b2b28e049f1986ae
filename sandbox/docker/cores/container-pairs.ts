/**
 * Requests to Docker about core containers and their sidecars, each with its deadline. What Docker lists is the truth: the city remembers
 * none of them. The two containers of one soul are a pair, found by their labels.
 */
import type Docker from 'dockerode';
import type { ContainerInspectInfo } from 'dockerode';
import { create } from '../container.ts';
import type { Image } from '../image.ts';
import { assertOurs, having, labels } from '../labels.ts';
import { gone } from '../reaper.ts';
import { statusOf, withDeadline } from '../request-deadlines.ts';
import type { Uids } from '../uids.ts';
import { type CoreBounds, type CoreParts, coreOf, sidecarOf } from './core-cage.ts';

const askMsMax = 5_000;
const createMsMax = 15_000;
const startMsMax = 15_000;
/** Time for Docker to kill a container and say so. */
const killMsMax = 10_000;

/** Ids of the two containers; unset for one that is not there. */
export interface Pair {
  readonly sidecar?: string;
  readonly core?: string;
}

interface Found {
  readonly id: string;
  readonly soul: string;
  readonly part: keyof Pair;
}

export class Pairs {
  readonly #docker: Docker;
  readonly #city: string;
  readonly #allowed: CoreBounds;
  readonly #uids: Uids;

  constructor(docker: Docker, city: string, allowed: CoreBounds, uids: Uids) {
    this.#docker = docker;
    this.#city = city;
    this.#allowed = allowed;
    this.#uids = uids;
  }

  /** The pairs of the city, by soul, whatever their states. */
  async all(): Promise<ReadonlyMap<string, Pair>> {
    const pairs = new Map<string, Pair>();
    for (const { id, soul, part } of await this.#listed()) pairs.set(soul, { ...pairs.get(soul), [part]: id });
    return pairs;
  }

  async of(soul: string): Promise<Pair> {
    return Object.fromEntries((await this.#listed(soul)).map(({ id, part }) => [part, id]));
  }

  /** What Docker says of a container; `undefined` when it is gone. */
  async inspect(id: string): Promise<ContainerInspectInfo | undefined> {
    try {
      return await withDeadline('inspection', askMsMax, (abortSignal) =>
        this.#docker.getContainer(id).inspect({ abortSignal }),
      );
    } catch (error) {
      if (statusOf(error) === 404) return undefined;
      throw error;
    }
  }

  /** Resolves to the id of the new sidecar. `folder` is that of its city's socket. */
  async createSidecar(soul: string, folder: string, image: Image): Promise<string> {
    return this.#create((uid) => sidecarOf({ uid, city: this.#city, soul }, folder, image));
  }

  /** Resolves to the id of the new core container. */
  async createCore(parts: CoreParts): Promise<string> {
    return this.#create((uid) => coreOf({ uid, city: this.#city, soul: parts.wanted.soul }, parts, this.#allowed));
  }

  /** Starts a container; one that runs already is left as it is. */
  async start(id: string): Promise<void> {
    const start = (abortSignal: AbortSignal) => this.#docker.getContainer(id).start({ abortSignal });
    await withDeadline('start', startMsMax, start).catch(unless(304));
  }

  /** Resolves when it has ended. */
  async kill(id: string): Promise<void> {
    await withDeadline('kill', killMsMax, async (abortSignal) => {
      const container = this.#docker.getContainer(id);
      await container.kill({ abortSignal }).catch(unless(404, 409));
      await container.wait({ condition: 'not-running', abortSignal }).catch(unless(404));
    });
  }

  /** Removes both containers of the soul, the core container first. */
  async remove(soul: string): Promise<void> {
    const found = await this.#listed(soul);
    for (const part of ['core', 'sidecar'] as const)
      await Promise.all(found.map(({ id, ...its }) => (its.part === part ? gone(this.#docker, id) : undefined)));
  }

  async #create(optionsOf: (uid: number) => Promise<Docker.ContainerCreateOptions>): Promise<string> {
    return withDeadline('creation', createMsMax, (signal) =>
      this.#uids.find(async (uid) => (await create(this.#docker, await optionsOf(uid), signal)).id),
    );
  }

  /** All containers of the city, or those of one soul. */
  async #listed(soul?: string): Promise<readonly Found[]> {
    const label = [having(labels.coreCity, this.#city), ...(soul === undefined ? [] : [having(labels.soul, soul)])];
    const listed = await withDeadline('list of containers', askMsMax, (abortSignal) =>
      this.#docker.listContainers({ all: true, filters: { label }, abortSignal }),
    );
    for (const { Labels } of listed) {
      assertOurs(labels.coreCity, this.#city, Labels);
      if (soul !== undefined) assertOurs(labels.soul, soul, Labels);
    }
    return listed.map(({ Id, Labels }) => ({
      id: Id,
      soul: Labels[labels.soul] ?? '',
      part: Labels[labels.part] === 'core' ? 'core' : 'sidecar',
    }));
  }
}

/** Ignores answers with these statuses, which say that it is so already. */
function unless(...statuses: readonly number[]): (error: unknown) => void {
  return (error) => {
    if (!statuses.some((status) => statusOf(error) === status)) throw error;
  };
}
