/**
 * Programs in processes of their own: comparators, generators, measurements that need a fresh heap. Each is one file of
 * `bench/programs/`, built with the settings of the city's own build, because tsx wraps every named function and would
 * slow both sides unequally. They take their options as JSON in the first argument, requests as lines of JSON, and
 * answer each with one line of JSON.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { must } from '../../engine/assert.ts';
import { ends } from './cleanup.ts';
import { root } from './settings.ts';

const programs = join(root, 'bench', 'programs');
const output = join(root, 'node_modules', '.cache', `civitas-bench-${process.pid}`);
const errorCharsMax = 4_000;

/** A file finds what lies beside it by its own address; bundled, it gets the address that its source has. */
const keepAddresses: Plugin = {
  name: 'keep-addresses',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const address = JSON.stringify(pathToFileURL(path).href);
      return { loader: 'ts', contents: source.replaceAll('import.meta.url', address) };
    });
  },
};

let building: Promise<void> | undefined;

async function buildAll(): Promise<void> {
  process.once('exit', () => rmSync(output, { recursive: true, force: true }));
  await build({
    entryPoints: readdirSync(programs).map((name) => join(programs, name)),
    outdir: output,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'error',
    plugins: [keepAddresses],
  });
}

/** What Node runs for `bench/programs/<name>.ts`. */
export async function programFile(name: string): Promise<string> {
  building ??= buildAll();
  await building;
  return join(output, `${name}.mjs`);
}

/** A program that runs. `Report` is what it answers with. */
export class Program<Report> {
  readonly pid: number;
  readonly end: () => Promise<void>;
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  readonly #name: string;
  #errors = '';

  private constructor(name: string, child: ChildProcess) {
    this.#name = name;
    this.#child = child;
    this.pid = must(child.pid, `the process of ${name}`);
    this.#lines = createInterface({ input: must(child.stdout, 'its output') })[Symbol.asyncIterator]();
    child.stderr?.on('data', (text: Buffer) => {
      this.#errors = (this.#errors + text.toString()).slice(-errorCharsMax);
    });
    const gone = new Promise<void>((resolve) => child.once('close', () => resolve()));
    this.end = ends(async () => {
      child.kill('SIGKILL');
      await gone;
    });
  }

  /** Starts `bench/programs/<name>.ts` under Node with `flags`. */
  static async start<Report>(name: string, options: object, flags: readonly string[] = []): Promise<Program<Report>> {
    const args = [...flags, await programFile(name), JSON.stringify(options)];
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['pipe', 'pipe', 'pipe'] });
    child.stdin.on('error', () => {});
    return new Program<Report>(name, child);
  }

  /** The next answer. Throws when the program ends instead, with what it said. */
  async next(): Promise<Report> {
    const line = await this.#lines.next();
    if (line.done === true) throw new Error(`bench/programs/${this.#name}.ts ended: ${this.#errors.trim()}`);
    return JSON.parse(line.value) as Report;
  }

  /** Asks for something and waits for the answer. */
  ask(request: object): Promise<Report> {
    this.#child.stdin?.write(`${JSON.stringify(request)}\n`);
    return this.next();
  }
}

/** Runs a program that measures one thing and ends; resolves with its one answer. */
export async function runProgram<Report>(
  name: string,
  options: object,
  flags: readonly string[] = [],
): Promise<Report> {
  const program = await Program.start<Report>(name, options, flags);
  try {
    return await program.next();
  } finally {
    await program.end();
  }
}
