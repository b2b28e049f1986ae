/**
 * A user of its own for each container. The kernel counts some things by user, whichever container they are held in:
 * inotify, watches of epoll, keys, pipes, waiting signals. Whoever shares a user can be starved by the other.
 *
 * U1  The name of a container says its uid, and Docker gives a name to one container at a time, until it is gone: so no two have the same
 *     uid, even if the other one belongs to another city or was left by an earlier process of this one.
 */
import { randomInt } from 'node:crypto';
import type Docker from 'dockerode';
import { assert, assertWhole } from '../../engine/assert.ts';
import { withDeadline } from './request-deadlines.ts';

/** Uids to choose from: ten times as many as containers can be warm, so that the same uid is seldom asked for twice. */
export const uidsMax = 10_000;
/** Above all uids that people, services and mapped containers have on a Linux machine. */
const usualBase = 1_879_048_192;
/** An engine that maps users knows 65,536 of them; on the host they map to others, that nobody else has. */
const mappedBase = 20_000;
/** Below `uidMin` are root and the services of the machine; above `uidMax` the kernel has no uids. */
const uidMin = 1_000;
const uidMax = 2 ** 32 - 2;
const askMsMax = 5_000;

/** Another container has this uid. */
export class UidTaken extends Error {
  override readonly name = 'UidTaken';
}

/** The name of the container whose user is `uid` (U1). Asserts that it is not root: that would be the worst that a container may have. */
export function nameOf(uid: number): string {
  assertWhole(uid, uidMin, '[U1] the user of a container');
  assert(uid <= uidMax, '[U1] a user that the kernel knows');
  return `civitas-${uid}`;
}

/** The first uid for an engine when the settings name none. */
export async function usualUidBase(docker: Docker): Promise<number> {
  const info: unknown = await withDeadline('info', askMsMax, () => docker.info());
  const options = typeof info === 'object' && info !== null && 'SecurityOptions' in info ? info.SecurityOptions : [];
  const maps = Array.isArray(options) && options.some((option) => /^name=(rootless|userns)/.test(String(option)));
  return maps ? mappedBase : usualBase;
}

export class Uids {
  readonly #base: number;
  /** Not always the first: two cities that start at one moment on one engine seldom ask for the same. */
  #next = randomInt(uidsMax);

  /** Gives `uidsMax` uids, from `base` on. */
  constructor(base: number) {
    assertWhole(base, uidMin, '[U1] the first user of containers');
    this.#base = base;
  }

  /** The result of `attempt` with the first uid for which it does not reject with `UidTaken`. */
  async find<T>(attempt: (uid: number) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await attempt(this.#another());
      } catch (error) {
        if (!(error instanceof UidTaken) || tries === uidsMax) throw error;
      }
    }
  }

  /** In rotation, so that a uid that was just returned is used last. */
  #another(): number {
    this.#next = (this.#next + 1) % uidsMax;
    return this.#base + this.#next;
  }
}
