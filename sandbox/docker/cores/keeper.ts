/**
 * Core containers on Docker (`../../core-containers.ts`, X5): for each soul a container for its program and a sidecar, kept as a pair. This
 * file is what is done with one pair, in order; how each step is done stands beside it.
 *
 * CK1  One thing at a time is done with one pair. What is done is decided by what Docker says of it then, not by what was
 *      heard before: an event only makes the keeper look.
 * CK2  The program starts when its sidecar passes on, and never without: it cannot find the city closed.
 */
import { type ContentHash, contentHash } from '../../../engine/ids.ts';
import type { CoreListener, Cores, StandingOf, WantedCore } from '../../core-containers.ts';
import { imageIdOf } from '../image.ts';
import { labels } from '../labels.ts';
import { withDeadline, wordsOf } from '../request-deadlines.ts';
import { tokenIn } from './core-cage.ts';
import { Engine, type EngineOptions, type Reached } from './docker-engine.ts';
import { Forwarder, type ForwarderOptions } from './forwarder.ts';
import { Phases } from './pair-phases.ts';
import { endOf } from './program-end.ts';
import { RestartBackoff } from './restart-backoff.ts';
import { SerialQueues } from './serial-queues.ts';

/** Time between the end of a container and its inspection: an event that says why it died may follow its end. */
const settleMs = 300;
/** Time for Docker to answer when a container is wanted: the city may have started before it. */
const engineMsMax = 30_000;
const lookMs = 100;
/** Docker's exit codes of a command that cannot be run, and of one that is not there. */
const unstartable = [126, 127];

export interface CoresOptions extends EngineOptions, ForwarderOptions {
  /** Residents that may live in containers at once. */
  readonly coresMax: number;
  readonly newToken: () => string;
  readonly listener: CoreListener;
}

export class DockerCores implements Cores {
  readonly #options: CoresOptions;
  readonly #forwarder: Forwarder;
  readonly #engine: Engine;
  readonly #queues = new SerialQueues();
  readonly #backoff = new RestartBackoff();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #phases = new Phases();
  #standingOf: StandingOf | undefined;
  #wasAvailable: boolean | undefined;
  /** Resolves when Docker has been tried once. */
  readonly tried: Promise<void>;
  #closed = false;

  private constructor(options: CoresOptions) {
    this.#options = options;
    this.#forwarder = new Forwarder(options);
    this.#engine = new Engine(options, this.#forwarder, {
      back: () => void this.#lookAtAll(),
      away: () => this.#tellAvailable(),
      ended: (soul) => this.#later(settleMs, () => this.#lookAt(soul)),
    });
    this.tried = this.#engine.open();
  }

  /** Begins to try Docker, and repeats until it answers. Throws when no socket can be made. */
  static begin(options: CoresOptions): DockerCores {
    return new DockerCores(options);
  }

  get isAvailable(): boolean {
    return this.#engine.reached !== undefined && this.#phases.count < this.#options.coresMax;
  }

  async prepare(wanted: WantedCore): Promise<ContentHash> {
    const { soul, image } = wanted;
    return this.#queues.run(soul, async () => {
      this.#phases.making(soul);
      try {
        const reached = await this.#reached();
        const kept = await this.#keptToken(reached, wanted);
        const token = kept ?? (await this.#make(reached, wanted));
        this.#phases.made(soul);
        return contentHash(token);
      } catch (error) {
        this.#options.log.warn({ soul, image, why: wordsOf(error) }, 'no container could be made for a resident');
        await this.#removeAll(soul).finally(() => this.#phases.notMade(soul));
        throw error;
      } finally {
        this.#tellAvailable();
      }
    });
  }

  async start(soul: string): Promise<void> {
    this.#phases.want(soul);
    if (this.#engine.reached === undefined) throw new Error('Docker does not answer');
    await this.#queues
      .run(soul, () => this.#look(soul))
      .catch((error: unknown) => {
        this.#warn(soul)(error);
        throw error;
      });
  }

  async remove(soul: string): Promise<void> {
    this.#phases.forget(soul);
    this.#backoff.forget(soul);
    await this.#queues.run(soul, () => this.#removeAll(soul)).catch(this.#warn(soul));
    this.#tellAvailable();
  }

  async reconcile(standingOf: StandingOf): Promise<void> {
    this.#standingOf = standingOf;
    await this.#engine.reach();
    await this.#lookAtAll();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#engine.close();
    for (const timer of this.#timers) clearTimeout(timer);
    await this.#forwarder.close();
  }

  /** The token of a container that was made for exactly this request, and can be started. */
  async #keptToken({ pairs }: Reached, wanted: WantedCore): Promise<string | undefined> {
    const { core, sidecar } = await pairs.of(wanted.soul);
    const found = core === undefined ? undefined : await pairs.inspect(core);
    const isWhole =
      found?.Config.Labels[labels.wanted] === hashOf(wanted) &&
      sidecar !== undefined &&
      found.HostConfig.NetworkMode === `container:${sidecar}`;
    return isWhole ? tokenIn(found.Config.Env) : undefined;
  }

  /** Makes a pair in place of whatever is there. Resolves to the token that lies in it. */
  async #make(reached: Reached, wanted: WantedCore): Promise<string> {
    const { soul } = wanted;
    const { pairs } = reached;
    await this.#removeAll(soul);
    this.#phases.see((await pairs.all()).keys());
    if (this.#phases.count > this.#options.coresMax) throw new Error('as many residents live in containers as may');
    const image = await imageIdOf(reached.docker, wanted.image);
    await this.#forwarder.open(soul);
    const sidecar = await pairs.createSidecar(soul, this.#forwarder.folderOf(soul), reached.image);
    // A sidecar that cannot start is found out before anybody is born.
    await this.#engine.startSidecar(reached, sidecar, soul);
    const token = this.#options.newToken();
    await pairs.createCore({ wanted, hash: hashOf(wanted), token, image, sidecar });
    return token;
  }

  async #lookAtAll(): Promise<void> {
    const reached = this.#engine.reached;
    if (reached === undefined || this.#standingOf === undefined) return this.#tellAvailable();
    try {
      this.#phases.see((await reached.pairs.all()).keys());
      const known = new Set([...this.#phases.souls, ...this.#forwarder.souls()]);
      await Promise.all([...known].map((soul) => this.#lookAt(soul)));
    } catch (error) {
      this.#options.log.warn({ why: wordsOf(error) }, 'core containers could not be looked at');
    }
    this.#tellAvailable();
  }

  /** Never rejects: a failure is tried again at the next reconciliation. */
  async #lookAt(soul: string): Promise<void> {
    await this.#queues.run(soul, () => this.#look(soul)).catch(this.#warn(soul));
  }

  async #look(soul: string): Promise<void> {
    const reached = this.#engine.reached;
    if (this.#closed || reached === undefined || this.#standingOf === undefined) return;
    const standing = await this.#standingOf(soul);
    if (standing === 'unwanted') {
      this.#phases.unwant(soul);
      await this.#removeAll(soul);
      return;
    }
    await this.#forwarder.open(soul);
    if (standing === 'lived in') await this.#tend(reached, soul);
  }

  /** Does what the state of the pair asks for (CK1). */
  async #tend(reached: Reached, soul: string): Promise<void> {
    const { pairs } = reached;
    const pair = await pairs.of(soul);
    const core = pair.core === undefined ? undefined : await pairs.inspect(pair.core);
    if (core === undefined || pair.sidecar === undefined)
      throw new Error('the container is gone, and its token with it');
    const { Id: id, State } = core;
    const whole = { core: id, sidecar: pair.sidecar };
    if (State.Running) {
      if (await this.#isJoined(reached, whole, State.StartedAt)) return void this.#phases.unwant(soul);
      // The network of the core container has ended with its sidecar.
      await pairs.kill(id);
      return this.#runAgain(reached, soul, whole);
    }
    if (State.Status === 'created' && !unstartable.includes(State.ExitCode)) return this.#run(reached, soul, whole);
    const end = endOf(State, this.#engine.heardOf(id));
    if (end.how === 'interrupted') return this.#runAgain(reached, soul, whole);
    if (end.how === 'finished' && this.#phases.isWanted(soul)) return this.#run(reached, soul, whole);
    const which = `${id} ${State.FinishedAt}`;
    if (this.#phases.visitorLine(soul) === which) return;
    await this.#options.listener.ended(soul, end);
    this.#phases.tell(soul, which);
  }

  /** False when the sidecar was started after the core container: then they are in different networks. */
  async #isJoined({ pairs }: Reached, { sidecar }: Whole, since: string): Promise<boolean> {
    const found = await pairs.inspect(sidecar);
    return found?.State.Running === true && Date.parse(found.State.StartedAt) <= Date.parse(since);
  }

  /** Starts again a program that somebody has ended, with a delay when that happens repeatedly. */
  async #runAgain(reached: Reached, soul: string, pair: Whole): Promise<void> {
    const waitMs = this.#backoff.waitMs(soul, performance.now());
    if (waitMs > 0) return this.#later(waitMs, () => this.#lookAt(soul));
    this.#backoff.started(soul, performance.now());
    await this.#run(reached, soul, pair);
  }

  /** The sidecar first (CK2). */
  async #run(reached: Reached, soul: string, { core, sidecar }: Whole): Promise<void> {
    const { pairs } = reached;
    const beside = await pairs.inspect(sidecar);
    if (beside?.State.Running !== true) await this.#engine.startSidecar(reached, sidecar, soul);
    this.#phases.unwant(soul);
    await pairs.start(core).catch(async (error: unknown) => {
      const code = (await pairs.inspect(core))?.State.ExitCode ?? 0;
      if (!unstartable.includes(code)) throw error;
      await this.#options.listener.ended(soul, { how: 'crashed', reason: `could not be started (code ${code})` });
    });
  }

  async #removeAll(soul: string): Promise<void> {
    const reached = this.#engine.reached;
    if (reached === undefined) return;
    await reached.pairs.remove(soul);
    await this.#forwarder.remove(soul);
    this.#phases.removed(soul);
  }

  /** Resolves once Docker answers; rejects when that takes too long. */
  async #reached(): Promise<Reached> {
    return withDeadline('the engine', engineMsMax, async (signal) => {
      for (;;) {
        const reached = this.#engine.reached;
        if (reached !== undefined) return reached;
        if (signal.aborted || this.#closed) throw new Error('Docker does not answer');
        await new Promise((resolve) => setTimeout(resolve, lookMs));
      }
    });
  }

  #tellAvailable(): void {
    const { isAvailable } = this;
    if (this.#closed || isAvailable === this.#wasAvailable) return;
    this.#wasAvailable = isAvailable;
    this.#options.listener.available(isAvailable);
  }

  #warn(soul: string): (error: unknown) => void {
    return (error) => this.#options.log.warn({ soul, why: wordsOf(error) }, 'a core container is not as it should be');
  }

  #later(ms: number, work: () => Promise<void>): void {
    if (this.#closed) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void work();
    }, ms).unref();
    this.#timers.add(timer);
  }
}

/** The ids of both containers. */
interface Whole {
  readonly core: string;
  readonly sidecar: string;
}

function hashOf({ soul, about, image, command, env }: WantedCore): ContentHash {
  return contentHash(JSON.stringify([soul, about, image, command, env]));
}
