/**
 * The official conformance suite of the Model Context Protocol, installed by npm once for all tests of a process. It needs Node 22 or
 * newer, so where this is older it is run by a Node of its own, which npm brings too.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'tap';
import { z } from 'zod';

export const revision = '2026-07-28';
const suitePackage = '@modelcontextprotocol/conformance@0.2.0-alpha.12';
/** The program alone, by the name of this machine's kind. */
const nodePackage = `node-${process.platform}-${process.arch}`;
const isNewEnough = Number(process.versions.node.split('.')[0]) >= 22;

interface Ran {
  readonly code: number;
  readonly stdout: string;
}

interface SuiteRan extends Ran {
  /** What was found, by the name of its scenario; without the scenarios that the revision does not require. */
  readonly required: ReadonlyMap<string, readonly Check[]>;
}

const Check = z.object({ id: z.string(), status: z.string(), errorMessage: z.string().optional() });
export type Check = z.infer<typeof Check>;

/** What a test is started with would be loaded into the other Node too. */
const { NODE_OPTIONS: _, ...env } = process.env;

const run = (program: string, args: readonly string[]): Promise<Ran> =>
  new Promise((resolve) => {
    execFile(program, args, { env, timeout: 900_000, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : 1, stdout: `${stdout}\n${stderr}` }),
    );
  });

/** The suite in a folder that is removed when `t` ends. */
export class Suite {
  readonly #folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  #installed: Promise<Ran> | undefined;
  #runs = 0;

  constructor(t: Pick<Test, 'teardown'>) {
    t.teardown(() => rmSync(this.#folder, { recursive: true }));
  }

  /** Runs all that the revision requires of a server against the one at this address. */
  async run(t: Test, url: string, ...more: readonly string[]): Promise<SuiteRan> {
    this.#installed ??= this.#install();
    const installed = await this.#installed;
    t.equal(installed.code, 0, installed.stdout.slice(-2_000));
    const results = join(this.#folder, `results-${++this.#runs}`);
    mkdirSync(results);
    const node = isNewEnough ? process.execPath : this.#path(`${nodePackage}/bin/node`);
    const program = this.#path('@modelcontextprotocol/conformance/dist/index.js');
    const args = [program, 'server', '--url', url, '--requirements', revision, '-o', results, ...more];
    const ran = await run(node, args);
    const unscored = new Set([...ran.stdout.matchAll(/^ {2}[✓✗] (\S+) \(/gm)].map(([, name]) => name));
    return { ...ran, required: new Map(checksIn(results).filter(([scenario]) => !unscored.has(scenario))) };
  }

  #install(): Promise<Ran> {
    const node = isNewEnough ? [] : [`${nodePackage}@22.23.3`];
    return run('npm', ['i', '--no-audit', '--no-fund', '--prefix', this.#folder, suitePackage, ...node]);
  }

  #path(name: string): string {
    return join(this.#folder, 'node_modules', name);
  }
}

/** The suite writes what it found about a scenario into a folder, whose name is the scenario's between its kind and the time. */
function checksIn(results: string): [string, Check[]][] {
  return readdirSync(results).map((folder) => {
    const checks: unknown = JSON.parse(readFileSync(join(results, folder, 'checks.json'), 'utf8'));
    return [folder.replace(/^server-|-\d{4}-\d\d-\d\dT.*$/g, ''), z.array(Check).parse(checks)];
  });
}
