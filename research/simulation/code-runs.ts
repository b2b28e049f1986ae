/**
 * Code of residents in a simulated city: it runs in the embedded sandbox, by the city's clock and by chance of the effect that asks for it,
 * so that another run of the same simulation runs it alike.
 *
 * SM5  What code answers depends on its job, the tick and the seed alone. A job that is lost, as none is unless the machine has no memory
 *      left or one function of the interpreter's own takes minutes (`new Array(2 ** 32 - 1).join('x')`), ends the simulation.
 */
import { createHash } from 'node:crypto';
import type { SandboxRequest, SandboxResult } from '../../actors/effects.ts';
import { storeOf } from '../../actors/rules/code/sandbox-facts.ts';
import type { CityEngine } from '../../engine/city.ts';
import type { Clock, Performed } from '../../engine/ports.ts';
import type { FetchTexts } from '../../sandbox/contents.ts';
import { EmbeddedSandbox } from '../../sandbox/embedded/embedded-sandbox.ts';
import type { FixedTime } from '../../sandbox/interface.ts';
import { sandboxPerformers } from '../../sandbox/performers.ts';

/** Milliseconds of wall time: nobody else waits, so that what takes as long is stuck. */
const patienceMs = 300_000;
/** How long every run is said to have taken. */
const durationMs = 7;

export interface CodeRunsOptions {
  readonly seed: number;
  readonly clock: Clock;
  readonly contents: FetchTexts;
  /** The city whose code it is, once there is one: no job begins before. */
  readonly city: () => CityEngine;
}

export class CodeRuns {
  readonly #sandbox: EmbeddedSandbox;
  readonly #run: (id: string, request: SandboxRequest) => Promise<Performed<SandboxResult>>;
  /** One job after the other: none waits for its turn by the clock. */
  #last: Promise<unknown> = Promise.resolve();

  static async open(options: CodeRunsOptions): Promise<CodeRuns> {
    const bounds = { workersMax: 1, waitMsMax: patienceMs, startMsMax: patienceMs };
    return new CodeRuns(await EmbeddedSandbox.open(bounds), options);
  }

  private constructor(sandbox: EmbeddedSandbox, { seed, clock, contents, city }: CodeRunsOptions) {
    this.#sandbox = sandbox;
    const performers = sandboxPerformers({
      sandbox,
      contents,
      storeOf: (place) => storeOf({ image: (id) => city().state.images.get(id) }, place),
      jobsMax: 1,
      fixedTimeOf: (id): FixedTime => ({ now: clock.now(), seed: seedOf(seed, id) }),
    });
    this.#run = performers.sandbox.perform;
  }

  perform(id: string, request: SandboxRequest): Promise<Performed<SandboxResult>> {
    const ended = this.#last.then(() => this.#performNow(id, request));
    this.#last = ended.catch(() => {});
    return ended;
  }

  async #performNow(id: string, request: SandboxRequest): Promise<Performed<SandboxResult>> {
    const { result, ...rest } = await this.#run(id, request);
    if (result.outcome === 'lost') throw new Error(`code of ${request.place} was lost: ${result.reason}`);
    return { ...rest, result: { ...result, durationMs } };
  }

  close(): Promise<void> {
    return this.#sandbox.close();
  }
}

/** 32 bits of the SHA-256 of the run's seed and the effect's id (SM5). */
const seedOf = (seed: number, id: string): number =>
  createHash('sha256').update(`${seed} ${id}`).digest().readUInt32BE();
