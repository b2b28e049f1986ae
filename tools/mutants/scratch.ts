/** A copy of the tree for one mutant at a time; the working tree never changes. */
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Mutant } from './mutant.ts';
import { TypeCheck } from './type-check.ts';

/** How tests ended: `hung` when they had to be killed. */
export interface Run {
  readonly end: 'green' | 'red' | 'hung';
  /** The files that were begun, in order, and how long each took. */
  readonly begun: readonly { readonly path: string; readonly seconds: number }[];
}

const runner = join(import.meta.dirname, 'run-tests.ts');

export class Scratch {
  readonly #home = mkdtempSync(join(tmpdir(), 'civitas-mutants-'));
  readonly #tree = join(this.#home, 'tree');
  readonly #checks = new Map<boolean, TypeCheck>();

  constructor(root: string, files: readonly string[]) {
    for (const path of files) {
      const copy = join(this.#tree, path);
      mkdirSync(dirname(copy), { recursive: true });
      copyFileSync(join(root, path), copy);
    }
    symlinkSync(join(root, 'node_modules'), join(this.#tree, 'node_modules'));
  }

  /** Pages are compiled with other settings than the city. */
  compiles(mutant: Mutant): boolean {
    const isPage = mutant.path.startsWith('web/');
    const check = this.#checks.get(isPage) ?? new TypeCheck(this.#tree, mutant.path);
    this.#checks.set(isPage, check);
    return check.compiles(mutant, this.textWith(mutant));
  }

  textWith({ path, start, end, text }: Mutant): string {
    const whole = readFileSync(join(this.#tree, path), 'utf8');
    return whole.slice(0, start) + text + whole.slice(end);
  }

  /** Runs `act` with the mutant in its place. */
  async holding<T>(mutant: Mutant, act: () => Promise<T>): Promise<T> {
    const path = join(this.#tree, mutant.path);
    const whole = readFileSync(path, 'utf8');
    writeFileSync(path, this.textWith(mutant));
    try {
      return await act();
    } finally {
      writeFileSync(path, whole);
    }
  }

  /** Begins no file after `seconds`, ends with the first that is red, and is killed after `secondsMax`. */
  async test(files: readonly string[], seconds: number, secondsMax: number): Promise<Run> {
    const progress = join(this.#home, 'progress');
    writeFileSync(progress, '');
    const end = await this.#end(['--import', 'tsx', runner, `${seconds}`, progress, ...files], secondsMax);
    return { end, begun: begunIn(readFileSync(progress, 'utf8'), Date.now()) };
  }

  remove(): void {
    rmSync(this.#home, { recursive: true, force: true });
  }

  /** A process group of its own, so that processes that tests have started end with them. */
  #end(args: readonly string[], secondsMax: number): Promise<Run['end']> {
    const env = { ...process.env, CI: '1', TAP_BAIL: '1' };
    const child = spawn(process.execPath, args, { cwd: this.#tree, env, stdio: 'ignore', detached: true });
    return new Promise((resolve, reject) => {
      let isHung = false;
      const timer = setTimeout(() => {
        isHung = true;
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      }, secondsMax * 1000);
      child.on('error', reject);
      child.on('exit', (code) => {
        clearTimeout(timer);
        resolve(isHung ? 'hung' : code === 0 ? 'green' : 'red');
      });
    });
  }
}

/** Lines as `run-tests.ts` writes them. */
function begunIn(progress: string, endedAt: number): Run['begun'] {
  const lines = progress.split('\n').filter((line) => line !== '');
  const begun = lines.map((line) => ({ at: Number.parseInt(line, 10), path: line.replace(/^\d+ /, '') }));
  return begun.map(({ at, path }, n) => ({ path, seconds: ((begun[n + 1]?.at ?? endedAt) - at) / 1000 }));
}
