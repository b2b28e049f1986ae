/** Judges some of the mutants of a target, which are drawn from a seed; those that do not compile are left out. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { Imports } from './imports.ts';
import { Judge, type Verdict } from './judge.ts';
import { type Mutant, mutantsOf } from './mutant.ts';
import { Scratch } from './scratch.ts';
import type { Target } from './targets.ts';

export interface SampleOptions {
  readonly root: string;
  /** All files of the tree. */
  readonly files: readonly string[];
  readonly target: Target;
  readonly count: number;
  readonly seed: number;
  /** Seconds for one mutant. */
  readonly seconds: number;
  /** How many are judged at the same time. */
  readonly jobs: number;
  readonly judged: (judged: Judged) => void;
}

export interface Judged {
  readonly mutant: Mutant;
  readonly verdict: Verdict;
  /** The lines that it changes, without and with it. */
  readonly without: string;
  readonly with: string;
}

export async function judgeSample(options: SampleOptions): Promise<{ uncompiled: number }> {
  const { root, files, seconds } = options;
  const drawn = new Drawn(options);
  const judge = new Judge(new Imports(root, files), seconds);
  await Promise.all(
    Array.from({ length: options.jobs }, async () => {
      const scratch = new Scratch(root, files);
      try {
        for (let mutant = drawn.next(scratch); mutant !== undefined; mutant = drawn.next(scratch)) {
          const verdict = await judge.judge(mutant, scratch);
          options.judged({ mutant, verdict, ...linesOf(mutant, scratch) });
        }
      } finally {
        scratch.remove();
      }
    }),
  );
  return { uncompiled: drawn.uncompiled };
}

/** Every place is equally likely, so that a file is drawn in proportion to its length. */
class Drawn {
  readonly #left: Mutant[];
  readonly #generator;
  #count: number;
  uncompiled = 0;

  constructor({ root, target, count, seed }: SampleOptions) {
    this.#count = count;
    this.#generator = xoroshiro128plus(seed);
    const all = target.files.flatMap((path) => mutantsOf(path, readFileSync(join(root, path), 'utf8')));
    this.#left = all.filter((mutant) => target.includes(mutant));
  }

  next(scratch: Scratch): Mutant | undefined {
    while (this.#count > 0 && this.#left.length > 0) {
      const [mutant] = this.#left.splice(uniformInt(this.#generator, 0, this.#left.length - 1), 1);
      if (mutant === undefined) continue;
      if (scratch.compiles(mutant)) {
        this.#count -= 1;
        return mutant;
      }
      this.uncompiled += 1;
    }
    return undefined;
  }
}

function linesOf(mutant: Mutant, scratch: Scratch): Pick<Judged, 'without' | 'with'> {
  const whole = scratch.textWith({ ...mutant, end: mutant.start, text: '' });
  const changed = scratch.textWith(mutant);
  const from = whole.lastIndexOf('\n', mutant.start - 1) + 1;
  const until = (text: string, end: number) => text.slice(from, (text.indexOf('\n', end) + 1 || text.length + 1) - 1);
  return { without: until(whole, mutant.end), with: until(changed, mutant.start + mutant.text.length) };
}
