/** A sandbox that runs nothing and takes its time: what comes of each run is drawn when it begins, and comes when the test says so. */
import type { SandboxResult } from '../../actors/effects.ts';
import { contentHash } from '../../engine/ids.ts';
import { FakeSandbox, finished } from '../world.ts';
import type { Dice } from './dice.ts';

const kept = JSON.stringify({ visits: 1 });

/** Mostly it comes to its end; the rest in every other way. */
const ends: readonly [Partial<SandboxResult>, ...Partial<SandboxResult>[]] = [
  {},
  {},
  {},
  { output: '{"answer":42}', store: contentHash(kept) },
  { outcome: 'failed', exitCode: 1, stderr: 'it threw' },
  { outcome: 'timed_out' },
  { outcome: 'out_of_memory' },
  { outcome: 'lost', reason: 'the sandbox went away' },
];

export class SlowSandbox extends FakeSandbox {
  dice: Dice | undefined;
  override contents = [kept];
  #open: (() => void)[] = [];

  override comes = (): Promise<SandboxResult> => {
    const { dice } = this;
    if (dice === undefined) return Promise.resolve(finished);
    if (dice.oneIn(15)) return Promise.reject(new Error('no sandbox'));
    const result = { ...finished, ...dice.pick(ends) };
    if (dice.oneIn(2)) return Promise.resolve(result);
    return new Promise((resolve) => this.#open.push(() => resolve(result)));
  };

  /** Runs that have not come to their end. */
  get open(): number {
    return this.#open.length;
  }

  /** The oldest runs, so many, come to their end. */
  answer(count: number): void {
    for (const end of this.#open.splice(0, Math.min(count, this.#open.length))) end();
  }

  /** Nobody waits for them any more. */
  forget(): void {
    this.#open = [];
  }
}
