/**
 * Docker as core containers need it: whether it answers, what its events say of containers, and whether a sidecar reaches the city on
 * this machine, which is tried before the first is made.
 */
import Docker from 'dockerode';
import type { Log } from '../../../engine/ports.ts';
import { type DockerEvent, DockerEventStream } from '../docker-events.ts';
import { type Image, ownImage } from '../image.ts';
import { labels } from '../labels.ts';
import { withDeadline, wordsOf } from '../request-deadlines.ts';
import { Uids, usualUidBase } from '../uids.ts';
import { Pairs } from './container-pairs.ts';
import type { CoreBounds } from './core-cage.ts';
import type { Forwarder } from './forwarder.ts';
import { type Heard, nothingHeard } from './program-end.ts';

/** Time for a sidecar to listen and to find the city's socket. */
const reachMsMax = 15_000;
/** The name of the way on which a sidecar is tried: no soul has it. */
const trial = 'trial';
/** Numbers of SIGINT, SIGKILL and SIGTERM, as Docker tells them. */
const ending = ['2', '9', '15'];

export interface EngineOptions {
  readonly city: string;
  readonly log: Log;
  readonly allowed: CoreBounds;
  /** The first uid of containers; unset: one that suits the engine. */
  readonly uidBase: number | undefined;
  /** Docker's socket; unset: what `DOCKER_HOST` says, or the usual one. */
  readonly socketPath?: string;
}

export interface EngineListener {
  /** Docker can be used, possibly again: events may have been missed meanwhile. */
  back(): void;
  away(): void;
  /** The container of this soul, or its sidecar, has ended. */
  ended(soul: string): void;
}

/** What is there while Docker answers. */
export interface Reached {
  readonly docker: Docker;
  readonly pairs: Pairs;
  readonly image: Image;
}

export class Engine {
  readonly #docker: Docker;
  readonly #options: EngineOptions;
  readonly #forwarder: Forwarder;
  readonly #listener: EngineListener;
  readonly #stream: DockerEventStream;
  /** What events said of containers since they were started, by id. */
  readonly #heard = new Map<string, Heard>();
  #reached: Reached | undefined;
  #reaching: Promise<void> | undefined;
  #isConnected = false;
  #isTried = false;

  constructor(options: EngineOptions, forwarder: Forwarder, listener: EngineListener) {
    const { socketPath, city, log } = options;
    this.#docker = socketPath === undefined ? new Docker() : new Docker({ socketPath });
    this.#options = options;
    this.#forwarder = forwarder;
    this.#listener = listener;
    const filters = { event: ['start', 'die', 'kill', 'oom', 'destroy'], label: [`${labels.coreCity}=${city}`] };
    this.#stream = new DockerEventStream(this.#docker, filters, {
      event: (event) => this.#hear(event),
      back: () => {
        this.#isConnected = true;
        void this.reach();
      },
      away: (why, againInMs) => {
        log.warn({ why, againInMs }, 'docker is away: core containers are not watched');
        this.#isConnected = false;
        this.#reached = undefined;
        listener.away();
      },
    });
  }

  async open(): Promise<void> {
    await this.#stream.open();
    await this.#reaching;
  }

  /** What is there, or `undefined` while Docker is away or cannot be used. */
  get reached(): Reached | undefined {
    return this.#reached;
  }

  heardOf(container: string): Heard {
    return this.#heard.get(container) ?? nothingHeard;
  }

  /** Tries to get what is needed. Resolves when that has succeeded or failed. */
  reach(): Promise<void> {
    if (!this.#isConnected || this.#reached !== undefined) return Promise.resolve();
    this.#reaching ??= this.#reach().finally(() => {
      this.#reaching = undefined;
    });
    return this.#reaching;
  }

  /** Starts a sidecar, and resolves when it passes connections on. */
  async startSidecar({ pairs }: Reached, id: string, soul: string): Promise<void> {
    await this.#forwarder.open(soul);
    const reached = this.#forwarder.reached(soul);
    await pairs.start(id);
    await withDeadline(`the sidecar of ${soul} does not pass on`, reachMsMax, () => reached);
  }

  close(): void {
    this.#stream.close();
  }

  async #reach(): Promise<void> {
    const { log, city, allowed, uidBase } = this.#options;
    try {
      const docker = this.#docker;
      const image = await ownImage(docker);
      const uids = new Uids(uidBase ?? (await usualUidBase(docker)));
      const reached = { docker, image, pairs: new Pairs(docker, city, allowed, uids) };
      if (!this.#isTried) await this.#try(reached);
      this.#isTried = true;
      if (!this.#isConnected) return;
      this.#reached = reached;
    } catch (error) {
      log.warn({ why: wordsOf(error) }, 'core containers cannot run here now');
      return;
    }
    this.#listener.back();
  }

  /** Rejects when a sidecar does not reach the city: the folder may not be one that Docker can mount. */
  async #try(reached: Reached): Promise<void> {
    const { pairs, image } = reached;
    await this.#forwarder.open(trial);
    try {
      const id = await pairs.createSidecar(trial, this.#forwarder.folderOf(trial), image);
      await this.startSidecar(reached, id, trial);
    } finally {
      await pairs.remove(trial);
      await this.#forwarder.remove(trial);
    }
  }

  #hear({ type, container, attributes }: DockerEvent): void {
    if (type === 'start' || type === 'destroy') {
      this.#heard.delete(container);
      return;
    }
    const heard = this.heardOf(container);
    const wasKilled = heard.wasKilled || (type === 'kill' && ending.includes(attributes['signal'] ?? ''));
    this.#heard.set(container, {
      hasDied: heard.hasDied || type === 'die',
      wasKilled,
      ranOut: heard.ranOut || type === 'oom',
    });
    if (type === 'die') this.#listener.ended(attributes[labels.soul] ?? '');
  }
}
