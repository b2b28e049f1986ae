/**
 * The outside world of a simulated city. Code runs where the course wants it (`code-runs.ts`); else it comes to its end at once, keeps
 * nothing and answers nothing; in an outage it comes to nothing. Containers and the library say that it is done.
 *
 * What comes back waits until whoever drives the city lets it in: effects begin when their commit is durable, and if they ended at once the
 * order of turns would depend on how fast the journal is.
 */
import type { CoreRequest, EffectPerformers, SandboxResult, ServiceResult } from '../../actors/effects.ts';
import { contentHash } from '../../engine/ids.ts';
import type { Performed } from '../../engine/ports.ts';
import type { CodeRuns } from './code-runs.ts';

/** Code that came to its end, wrote nothing and returned nothing. */
export const finished: SandboxResult = {
  outcome: 'finished',
  exitCode: 0,
  stdout: '',
  stderr: '',
  truncated: false,
  durationMs: 7,
  output: null,
  reason: null,
  store: null,
};

/** What a city is answered whose sandbox does not answer. */
const lost: SandboxResult = { ...finished, outcome: 'lost', reason: 'the sandbox is away', durationMs: 0 };

/** The first and the last tick without a sandbox. */
export interface Outage {
  readonly from: number;
  readonly to: number;
}

export interface OutsideOptions {
  /** With it code runs. */
  readonly code?: CodeRuns | undefined;
  /** Whether there is no sandbox now; unset: there always is one. */
  readonly isOut?: () => boolean;
}

const served: ServiceResult = { type: 'served', cost: 0 };

/** The order in which effects began is that of their turns: their ends come in the same. */
export class Outside {
  #waiting: { readonly isReady: Promise<unknown>; readonly end: () => void }[] = [];
  #asked = 0;
  #ended = 0;
  readonly #code: CodeRuns | undefined;
  readonly #isOut: () => boolean;

  constructor({ code, isOut = () => false }: OutsideOptions = {}) {
    this.#code = code;
    this.#isOut = isOut;
  }

  /** To be told how many effects each turn asks for: they begin, and end, only when it is durable. */
  expect(effects: number): void {
    this.#asked += effects;
  }

  /** To be told when a city has been opened: what it had asked for before, and has begun again, has not ended. */
  expectBegun(): void {
    this.#asked = this.#ended + this.#waiting.length;
  }

  /** True while an effect that was asked for has not ended. */
  get isOpen(): boolean {
    return this.#asked > this.#ended;
  }

  /** Lets all ends in that wait, once code that still runs has come to its end; false when none waits. Rejects as it does. */
  async letIn(): Promise<boolean> {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { isReady } of waiting) await isReady;
    for (const { end } of waiting) end();
    this.#ended += waiting.length;
    return waiting.length > 0;
  }

  performers(): EffectPerformers {
    const nothing = () => this.#later({});
    const ready = (_id: string, { soul }: CoreRequest) => this.#later({ token: contentHash(`token of ${soul}`) });
    const once = { after: 'lost', failsAfterMs: Number.POSITIVE_INFINITY } as const;
    const again = { after: 'repeat', failsAfterMs: Number.POSITIVE_INFINITY } as const;
    return {
      'core.prepare': { ...again, perform: ready },
      'core.start': { ...again, perform: nothing },
      'core.remove': { ...again, perform: nothing },
      archive: { ...again, perform: nothing },
      service: { ...once, perform: () => this.#later(served) },
      sandbox: { ...once, perform: (id, request) => this.#runs(id, request) },
      'sandbox.prepare': { ...again, perform: nothing },
      'sandbox.remove': { ...again, perform: nothing },
    };
  }

  #later<Result>(result: Result): Promise<{ readonly result: Result }> {
    return this.#inTurn(Promise.resolve({ result }));
  }

  #runs(...asked: Parameters<CodeRuns['perform']>): Promise<Performed<SandboxResult>> {
    if (this.#isOut()) return this.#later(lost);
    return this.#code === undefined ? this.#later(finished) : this.#inTurn(this.#code.perform(...asked));
  }

  #inTurn<End>(isReady: Promise<End>): Promise<End> {
    // Whoever lets it in hears of it when it fails.
    isReady.catch(() => {});
    return new Promise((resolve) => this.#waiting.push({ isReady, end: () => resolve(isReady) }));
  }
}
