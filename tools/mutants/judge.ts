/** Whether tests notice a mutant: the nearest first, until one is red or the time is over. */
import type { Imports } from './imports.ts';
import type { Mutant } from './mutant.ts';
import type { Run, Scratch } from './scratch.ts';

export type Verdict =
  | { readonly type: 'red'; readonly by: string }
  /** `of`: tests that reach the file; `ran`: those that were run. */
  | { readonly type: 'survived'; readonly ran: number; readonly of: number };

/** These need Chromium, or break what runs beside them. */
const otherRuns = /^test\/(browser|crash)\//;
/** Beyond its time a process is not ended at once: its present file may still end. */
const graceSeconds = 90;
/** Tests that took longer run after the others of their folder. */
const slowSeconds = 8;

export class Judge {
  readonly #imports: Imports;
  readonly #seconds: number;
  /** How long each test takes without a mutant; undefined when it is not green then: such a test proves nothing. */
  readonly #sound = new Map<string, number | undefined>();
  readonly #slow = new Set<string>();

  /** Seconds for one mutant; no test begins after them. */
  constructor(imports: Imports, seconds: number) {
    this.#imports = imports;
    this.#seconds = seconds;
  }

  async judge(mutant: Mutant, scratch: Scratch): Promise<Verdict> {
    const tests = this.#imports.testsOf(mutant.path).map((test) => test.path);
    const runs = this.#processesOf(tests.filter((path) => !otherRuns.test(path) && !this.#isUnsound(path)));
    const endsAt = Date.now() + this.#seconds * 1000;
    let ran = 0;
    for (const files of runs) {
      const seconds = (endsAt - Date.now()) / 1000;
      if (seconds <= 0) break;
      const run = await scratch.holding(mutant, () => scratch.test(files, seconds, seconds + graceSeconds));
      const by = run.begun.at(-1)?.path ?? files[0] ?? '';
      for (const { path, seconds } of run.begun) if (seconds > slowSeconds) this.#slow.add(path);
      if (run.end === 'green') ran += run.begun.length;
      else if (await this.#isByMutant(by, run, scratch)) return { type: 'red', by };
      else return await this.judge(mutant, scratch);
    }
    return { type: 'survived', ran, of: tests.length };
  }

  /** The files of a folder of tests share a process, as in `npm test`; the folder of the nearest comes first, its slow files last. */
  #processesOf(tests: readonly string[]): (readonly string[])[] {
    const folders = new Map<string, string[]>();
    for (const path of tests) {
      const [, folder = ''] = path.split('/');
      folders.set(folder, [...(folders.get(folder) ?? []), path]);
    }
    return [...folders.values()].map((files) =>
      files.sort((a, b) => Number(this.#slow.has(a)) - Number(this.#slow.has(b))),
    );
  }

  #isUnsound(path: string): boolean {
    return this.#sound.has(path) && this.#sound.get(path) === undefined;
  }

  /** A test that is red, or as slow, without the mutant too is not run again. */
  async #isByMutant(path: string, run: Run, scratch: Scratch): Promise<boolean> {
    if (!this.#sound.has(path)) {
      const { end, begun } = await scratch.test([path], this.#seconds, this.#seconds + graceSeconds);
      this.#sound.set(path, end === 'green' ? begun[0]?.seconds : undefined);
      if (end !== 'green') console.log(`${path} is ${end} without any mutant: left out`);
    }
    const seconds = this.#sound.get(path);
    if (seconds === undefined) return false;
    if (run.end === 'hung' && seconds > graceSeconds / 3) this.#sound.set(path, undefined);
    return !this.#isUnsound(path);
  }
}
