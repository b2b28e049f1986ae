/** Load from wrk, and what it cost the server: requests a second, and CPU microseconds of the server's process for each. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cpuMicros } from './cpu.ts';
import { generatorThreads, root } from './settings.ts';
import { runTool } from './tools.ts';

export interface Load {
  readonly port: number;
  /** The server's process. */
  readonly pid: number;
  readonly connections: number;
  readonly seconds: number;
  /** Written by `writeRequests`. */
  readonly requestsFile: string;
}

export interface Loaded {
  readonly requests: number;
  readonly perSecond: number;
  /** Server CPU microseconds a request. */
  readonly cpu: number;
  readonly p99Ms: number;
}

interface Summary {
  readonly requests: number;
  readonly micros: number;
  readonly refused: number;
  readonly broken: number;
  readonly p50Micros: number;
  readonly p99Micros: number;
}

/** Writes what wrk shall send, in turn; returns the file. */
export function writeRequests(folder: string, name: string, requests: readonly string[]): string {
  const file = join(folder, `${name}.requests`);
  writeFileSync(file, requests.map((request) => `${Buffer.byteLength(request)}\n${request}`).join(''));
  return file;
}

/** A city whose disk stands still for a moment refuses what comes meanwhile: on a busy machine one run in some. */
const runsMax = 4;

/** Throws `MissingTool`, or when in no run all answers were a success: such a figure would be of something else. */
export async function load(of: Load, runsLeft = runsMax): Promise<Loaded> {
  try {
    return await run(of);
  } catch (cause) {
    if (!(cause instanceof NotAllAnswered) || runsLeft === 1) throw cause;
    console.log(`once more: ${cause.message}`);
    return load(of, runsLeft - 1);
  }
}

class NotAllAnswered extends Error {}

async function run({ port, pid, connections, seconds, requestsFile }: Load): Promise<Loaded> {
  const before = cpuMicros(pid);
  const script = join(root, 'bench', 'harness', 'requests.lua');
  const size = [`-t${Math.min(generatorThreads, connections)}`, `-c${connections}`, `-d${seconds}s`];
  const printed = await runTool('wrk', [...size, '-s', script, `http://127.0.0.1:${port}/`, '--', requestsFile]);
  const used = cpuMicros(pid) - before;
  const summary = /wrk-result (\{.*\})/.exec(printed)?.[1];
  if (summary === undefined) throw new Error(`wrk said: ${printed}`);
  const { requests, micros, refused, broken, p99Micros } = JSON.parse(summary) as Summary;
  if (refused > 0 || broken > 0)
    throw new NotAllAnswered(`of ${requests} requests ${refused} were refused and ${broken} connections broke`);
  if (requests === 0) throw new NotAllAnswered(`nothing was answered in ${seconds} s`);
  return { requests, perSecond: requests / (micros / 1e6), cpu: used / requests, p99Ms: p99Micros / 1000 };
}
