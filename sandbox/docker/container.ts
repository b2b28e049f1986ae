/**
 * One container of one place, from its creation to its end. It belongs to whoever holds it: `container-pool.ts` decides who.
 *
 * D1  The city attaches to it, and waits for its end, before it starts; it reads the stream until that ends.
 * D2  A job ends with the first answer to its id, with the end of the container, or at its deadline.
 * D3  When more comes than the bound of the stream, the city ends the stream first and the container second: in the other order Docker
 *     hangs.
 */

import { randomBytes } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { setImmediate as nextRound } from 'node:timers/promises';
import type Docker from 'dockerode';
import type { ContainerCreateOptions } from 'dockerode';
import { assert } from '../../engine/assert.ts';
import type { Job } from '../interface.ts';
import { limits } from '../limits.ts';
import { Wire } from './container-output.ts';
import { answerBytesMax, layingOf, type Message, messageOf, taskOf } from './protocol.ts';
import { settled, statusOf, withDeadline } from './request-deadlines.ts';
import { UidTaken } from './uids.ts';

/** Time for Docker to kill a container and say so. */
const killMsMax = 2_000;
/** Time between the end of a container's stream and Docker's word that it has ended, in either order. */
const endingMsMax = 1_000;
/** Time after the deadline of the code for the runner to kill it and answer: both share a processor. */
const answerMsMax = 1_000;
/** Bytes that an idle container may write. */
const idleBytesMax = 16_384;

/** How a job ended, as the city sees it. */
export type Report =
  /** The runner has answered. */
  | Exclude<Message, { readonly type: 'ready' }>
  | { readonly type: 'late' }
  | { readonly type: 'flooded' }
  /** The container is gone. `code` is `undefined` when Docker does not say. */
  | { readonly type: 'gone'; readonly code: number | undefined };

/** Files laid out in one round of the event loop, each of at most 64 KiB. */
const filesAtOnce = 4;

export class Container {
  readonly id: string;
  /** Resolves to the container's exit code when it is gone; to `undefined` when Docker does not say. */
  readonly ended: Promise<number | undefined>;
  /** Resolves when the runner is ready, or never will be. */
  readonly ready: Promise<void>;
  /** The version that the process for calls has loaded. */
  loaded: string | undefined;
  alive = true;
  /** True when the city ended the container. */
  wasEnded = false;
  /** True once the runner has said that it is ready: a later failure is not for want of a runner. */
  wasReady = false;
  #isAtWork = false;
  readonly #made: Docker.Container;
  readonly #wire: Wire;
  #onMessage: (message: Message) => void = () => {};
  #onFlood: () => void = () => {};

  private constructor(made: Docker.Container, stream: Duplex, exit: Promise<number | undefined>) {
    this.id = made.id;
    this.#made = made;
    const ready = latch();
    const closed = latch();
    this.#wire = new Wire(stream, {
      line: (line) => this.#hear(line, ready.set),
      flooded: () => this.#onFlood(),
      ended: closed.set,
    });
    this.#wire.allow(idleBytesMax);
    this.ended = this.#end(closed.wait, exit).finally(ready.set);
    this.ready = ready.wait;
  }

  /**
   * Creates and starts a container (D1). Rejects when Docker does; then there may be a container of that name all the same, but not with
   * `UidTaken`.
   */
  static async start(docker: Docker, options: ContainerCreateOptions, signal: AbortSignal): Promise<Container> {
    const made = await create(docker, options, signal);
    const stream = await made.attach({ stream: true, stdin: true, stdout: true, hijack: true, abortSignal: signal });
    const waiting = new AbortController();
    const exit = made.wait({ condition: 'next-exit', abortSignal: waiting.signal }).then(codeIn, () => undefined);
    const container = new Container(made, stream as Duplex, exit);
    // Docker may never say that it has ended: who no longer waits keeps no connection.
    void container.ended.finally(() => waiting.abort());
    try {
      await made.start({ abortSignal: signal });
    } catch (error) {
      waiting.abort();
      throw error;
    }
    return container;
  }

  /** Hands a job over. Its files go along unless the runner has them. */
  async perform(job: Job): Promise<Report> {
    assert(!this.#isAtWork, '[X2] a container has one job at a time');
    this.#isAtWork = true;
    const id = randomBytes(9).toString('base64url');
    const report = this.#reportOf(id, (job.runMsMax ?? limits.runMsMax) + answerMsMax);
    this.#wire.allow(answerBytesMax(job));
    if (job.task.type === 'run' || this.loaded !== job.version) await this.#lay(job);
    this.#wire.send(taskOf(job, id));
    const came = await report;
    this.#isAtWork = false;
    this.#onMessage = () => {};
    this.#onFlood = () => {};
    this.#wire.allow(idleBytesMax);
    this.loaded = came.type === 'ended' && came.warm && job.task.type === 'call' ? job.version : undefined;
    return came;
  }

  /** Many files are sent a few at a time, so that the city serves others in between. */
  async #lay(job: Job): Promise<void> {
    let sent = 0;
    for (const message of layingOf(job)) {
      this.#wire.send(message);
      if (++sent % filesAtOnce === 0) await nextRound();
    }
  }

  /** Ends the container (D3). Resolves when it has ended, or when Docker does not say so in time, and says which. */
  async end(): Promise<'ended' | 'unknown'> {
    this.alive = false;
    this.wasEnded = true;
    this.#wire.destroy();
    const kill = (abortSignal: AbortSignal) => this.#made.kill({ abortSignal });
    const obeyed = await withDeadline('kill', killMsMax, kill).then(
      () => true,
      // It has ended already, and is being removed.
      (error: unknown) => statusOf(error) === 404 || statusOf(error) === 409,
    );
    await settled(this.ended, killMsMax);
    return obeyed ? 'ended' : 'unknown';
  }

  /** Resolves once, with the first end of the job (D2). */
  #reportOf(id: string, msMax: number): Promise<Report> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve({ type: 'late' }), msMax);
      const done = (report: Report): void => {
        clearTimeout(timer);
        resolve(report);
      };
      this.#onMessage = (message) => {
        if (message.type !== 'ready' && message.id === id) done(message);
      };
      this.#onFlood = () => done({ type: 'flooded' });
      void this.ended.then((code) => done({ type: 'gone', code }));
    });
  }

  #hear(line: string, setReady: () => void): void {
    const message = messageOf(line);
    if (message?.type === 'ready') {
      this.wasReady = true;
      setReady();
    }
    if (message !== undefined) this.#onMessage(message);
  }

  async #end(closed: Promise<void>, exit: Promise<number | undefined>): Promise<number | undefined> {
    await Promise.race([closed, exit]);
    this.alive = false;
    await settled(closed, endingMsMax);
    const code = await settled(exit, endingMsMax);
    this.#wire.destroy();
    return code;
  }
}

/** Rejects with `UidTaken` when there is a container of that name. */
export async function create(
  docker: Docker,
  options: ContainerCreateOptions,
  abortSignal: AbortSignal,
): Promise<Docker.Container> {
  try {
    return await docker.createContainer({ ...options, abortSignal });
  } catch (error) {
    throw statusOf(error) === 409 ? new UidTaken(`there is a container ${options.name}`) : error;
  }
}

function latch(): { readonly wait: Promise<void>; readonly set: () => void } {
  let set = (): void => {};
  const wait = new Promise<void>((resolve) => {
    set = resolve;
  });
  return { wait, set };
}

function codeIn(answer: unknown): number | undefined {
  if (typeof answer !== 'object' || answer === null || !('StatusCode' in answer)) return undefined;
  return typeof answer.StatusCode === 'number' ? answer.StatusCode : undefined;
}
