/**
 * The sandbox on Docker (`../interface.ts`): a container for each place that works, a runner in it, and a reaper behind all.
 * This file is what happens to a job, in order; how each step is done stands beside it.
 */
import Docker from 'dockerode';
import type { Log } from '../../engine/ports.ts';
import { failed, lost, nothingPrinted } from '../failed-outcomes.ts';
import type { About, Job, Outcome, Resources, Sandbox } from '../interface.ts';
import { cageOf } from './cage.ts';
import { Container, type Report } from './container.ts';
import { Pool } from './container-pool.ts';
import { type Image, imageOf } from './image.ts';
import { type Tried, tried } from './image-languages.ts';
import { refusal } from './job-refusal.ts';
import { OutOfMemoryEvents } from './out-of-memory-events.ts';
import { Reaper } from './reaper.ts';
import { settled, withDeadline, wordsOf } from './request-deadlines.ts';
import { outcomeOf } from './runner-outcome.ts';
import { Uids, UidTaken, usualUidBase } from './uids.ts';

/** Default time to get a container. With the runner's own time it fills `limits.graceMsMax`. */
const usualStartMsMax = 3_000;
/** A runner says within this time that it lacks the files; after it the job is not sent again. */
const againMsMax = 500;
/** Default time to kill a container that is late with its answer. If Docker takes longer, the code is not to blame for being late. */
const usualVerdictMsMax = 500;
/** Time to wait for the event that says why a container ended. */
const eventMsMax = 500;
/** Docker's exit code of a container that was killed, by the kernel or by anybody. */
const killed = 137;
/** Time for Docker to say that it is there. */
const answerMsMax = 2_000;

export interface DockerOptions {
  /** Tells the containers of this city from another's on the same Docker. */
  readonly city: string;
  /** Containers at the same time, at work or idle. */
  readonly warmMax: number;
  readonly log: Log;
  /** An image that Docker has, with `node` in it. Unset: one is made of the Node that runs the city. */
  readonly image?: string;
  /** The first of the `uidsMax` uids that containers run under; unset: one that suits the engine. */
  readonly uidBase?: number;
  /** Docker's socket; unset: what `DOCKER_HOST` says, or the usual one. */
  readonly socketPath?: string;
  /** Milliseconds to get a container: to wait for it, create it and start it. */
  readonly startMsMax?: number;
  /** Milliseconds to kill a container that is late with its answer. */
  readonly verdictMsMax?: number;
}

/** True when a Docker answers. */
export async function dockerAnswers(socketPath?: string): Promise<boolean> {
  return answers(dockerAt(socketPath)).then(
    () => true,
    () => false,
  );
}

export class DockerSandbox implements Sandbox {
  readonly #docker: Docker;
  readonly #options: DockerOptions;
  readonly #image: Image;
  readonly #about: About;
  readonly #uids: Uids;
  readonly #startMsMax: number;
  readonly #pool: Pool;
  readonly #events: OutOfMemoryEvents;
  readonly #reaper: Reaper;
  #closing: Promise<void> | undefined;

  private constructor(docker: Docker, options: DockerOptions, image: Image, about: About, uids: Uids) {
    this.#docker = docker;
    this.#options = options;
    this.#image = image;
    this.#about = about;
    this.#uids = uids;
    this.#startMsMax = options.startMsMax ?? usualStartMsMax;
    this.#pool = new Pool(options.warmMax, (place, resources, msMax) => this.#start(place, resources, msMax));
    this.#events = new OutOfMemoryEvents(docker, options.city, options.log, () => void this.#reaper.sweep());
    this.#reaper = new Reaper(docker, options.city, options.log);
  }

  /** Makes the image if need be, and removes what an earlier process of the city has left. Rejects when Docker does not answer. */
  static async open(options: DockerOptions): Promise<DockerSandbox> {
    const docker = dockerAt(options.socketPath);
    await answers(docker);
    const image = await imageOf(docker, options.image);
    const uids = new Uids(options.uidBase ?? (await usualUidBase(docker)));
    const found = options.image === undefined ? ownImage : await tried(docker, image, options.city, uids);
    if (found.isOpen)
      options.log.warn({ image: options.image }, 'the node of this image can be read: see SECURITY.md, Own images');
    const sandbox = new DockerSandbox(docker, options, image, aboutOf(found), uids);
    await sandbox.#events.open();
    return sandbox;
  }

  async about(): Promise<About> {
    return this.#about;
  }

  async prepare(place: string, resources: Resources): Promise<void> {
    if (this.#closing !== undefined || this.#pool.places().includes(place)) return;
    try {
      const container = await this.#pool.take(place, resources, this.#startMsMax);
      await settled(container.ready, this.#startMsMax);
      this.#pool.give(place, container);
    } catch (error) {
      this.#options.log.warn({ place, why: wordsOf(error) }, 'no container ahead of time');
    }
  }

  async execute(job: Job): Promise<Outcome> {
    const no = refusal(job) ?? this.#foreign(job);
    if (no !== undefined) return failed(no);
    if (this.#closing !== undefined) return lost('the sandbox is closed');
    try {
      const container = await this.#pool.take(job.place, job.resources, this.#startMsMax);
      return await this.#serve(job, container);
    } catch (error) {
      return lost(wordsOf(error));
    }
  }

  async remove(place: string): Promise<void> {
    await this.#pool.drop(place);
    await this.#reaper.remove(place);
  }

  async reconcile(lives: (place: string) => boolean): Promise<void> {
    await Promise.all(this.#pool.places().flatMap((place) => (lives(place) ? [] : [this.#pool.drop(place)])));
    await this.#reaper.sweep();
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#events.close();
    await this.#pool.close();
    await this.#reaper.close();
  }

  /** Runs a job in a container that is at work for nobody else, and decides what becomes of the container. */
  async #serve(job: Job, container: Container): Promise<Outcome> {
    const begun = performance.now();
    let isGood = false;
    try {
      const report = await this.#perform(job, container);
      isGood = report.type === 'ended' && !report.spent;
      return await this.#outcome(report, job, container, Math.round(performance.now() - begun));
    } finally {
      if (isGood) this.#pool.give(job.place, container);
      else void this.#pool.discard(job.place, container);
    }
  }

  async #perform(job: Job, container: Container): Promise<Report> {
    const begun = performance.now();
    const report = await container.perform(job);
    // The process for calls has ended since: the job is sent once more, with its files.
    const isAgain = report.type === 'unknown' && performance.now() - begun < againMsMax;
    return isAgain ? container.perform(job) : report;
  }

  async #outcome(report: Report, job: Job, container: Container, durationMs: number): Promise<Outcome> {
    switch (report.type) {
      case 'ended':
        return outcomeOf(report, job, durationMs);
      case 'late':
        return this.#afterSilence(container, durationMs);
      case 'flooded':
        return failed('the code floods the channel of its own answers', nothingPrinted(durationMs));
      case 'unknown':
      case 'broken':
        return failed(
          `the code could not be laid out: ${report.type === 'broken' ? report.reason : ''}`,
          nothingPrinted(durationMs),
        );
      case 'gone':
        return this.#afterEnd(report.code, container, durationMs);
    }
  }

  /** Not even the runner has answered: the code leaves it no processor time, or Docker hangs. */
  async #afterSilence(container: Container, durationMs: number): Promise<Outcome> {
    if (container.wasEnded) return lost('the sandbox was removed');
    if ((await settled(container.end(), this.#options.verdictMsMax ?? usualVerdictMsMax)) === 'ended')
      return { type: 'timed_out', ...nothingPrinted(durationMs) };
    this.#reaper.sweepAgain();
    return lost('Docker has stopped answering');
  }

  /** The container ended during the job. Its exit code does not say why: the event does. */
  async #afterEnd(code: number | undefined, container: Container, durationMs: number): Promise<Outcome> {
    if (container.wasEnded) return lost('the sandbox was removed');
    if (!container.wasReady) return lost(`the sandbox did not start (exit code ${code})`);
    if (await this.#events.starved(container.id, code === killed ? eventMsMax : 0))
      return { type: 'out_of_memory', ...nothingPrinted(durationMs) };
    if (code === undefined || code === killed) return lost('the container was lost');
    return failed(`the code brought its own runner down (exit code ${code})`, nothingPrinted(durationMs));
  }

  async #start(place: string, resources: Resources, msMax: number): Promise<Container> {
    return withDeadline('start', msMax, (signal) =>
      this.#uids.find((uid) => this.#startAs(uid, place, resources, signal)),
    );
  }

  async #startAs(uid: number, place: string, resources: Resources, signal: AbortSignal): Promise<Container> {
    const options = await cageOf(uid, place, this.#options.city, resources, this.#image);
    const { name } = options;
    if (!this.#reaper.use(name)) throw new UidTaken(name);
    const giveUp = () => this.#reaper.abandon(name);
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      const container = await Container.start(this.#docker, options, signal);
      void container.ended.finally(() => this.#reaper.unuse(name));
      return container;
    } catch (error) {
      if (error instanceof UidTaken) this.#reaper.unuse(name);
      else if (!signal.aborted) giveUp();
      throw error;
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
  }

  #foreign({ task }: Job): string | undefined {
    if (task.type === 'call' || /\.[cm]?js$/.test(task.entry)) return undefined;
    const speaksPython = this.#about.entries.some(({ language }) => language === 'Python');
    return task.entry.endsWith('.py') && speaksPython ? undefined : `this sandbox cannot run ${task.entry}`;
  }
}

function dockerAt(socketPath: string | undefined): Docker {
  return socketPath === undefined ? new Docker() : new Docker({ socketPath });
}

/**
 * Asks for a list of one container, a small request of the kind that is needed later. A daemon may answer a ping and be unable to do
 * more.
 */
async function answers(docker: Docker): Promise<void> {
  await withDeadline('anything', answerMsMax, (abortSignal) => docker.listContainers({ limit: 1, abortSignal }));
}

/** An image that is made here has no Python, and a Node that cannot be read. */
const ownImage: Tried = { hasPython: false, isOpen: false };

function aboutOf({ hasPython, isOpen }: Tried): About {
  return {
    sandbox: 'docker',
    entries: [
      { file: 'index.js', language: 'JavaScript' },
      ...(hasPython ? [{ file: 'main.py', language: 'Python' }] : []),
    ],
    cannot: [
      'It shares the kernel of its host with the city: a hole in the kernel is a way out.',
      'It does not reach any network.',
      ...(isOpen ? ['Its image lets code make system calls of its own, within what the container may.'] : []),
      'Calls are answered in JavaScript only.',
      'Between calls the code stands still, and processes that it has started are ended.',
    ],
  };
}
