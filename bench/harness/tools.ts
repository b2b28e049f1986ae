/** Programs of the machine that a row may need: found on the path, run to their end. */
import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { performance } from 'node:perf_hooks';

const packages = { wrk: 'wrk', pgbench: 'postgresql-contrib', psql: 'postgresql-client' } as const;
export type Tool = keyof typeof packages;

/** A tool that is not installed; the row says so instead of a figure. */
export class MissingTool extends Error {
  override readonly name = 'MissingTool';
  constructor(tool: Tool) {
    super(`${tool} is missing: apt-get install ${packages[tool]}`);
  }
}

export function has(tool: Tool): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => isProgram(join(folder, tool)));
}

/** Runs the tool and resolves with what it printed. Throws `MissingTool`, or what it said when it failed. */
export function runTool(tool: Tool, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  if (!has(tool)) throw new MissingTool(tool);
  return new Promise((resolve, reject) => {
    const child = spawn(tool, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    let errors = '';
    child.stdout.on('data', (text: Buffer) => {
      printed += text.toString();
    });
    child.stderr.on('data', (text: Buffer) => {
      errors += text.toString();
    });
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve(printed) : reject(new Error(`${tool} failed: ${errors.trim() || printed.trim()}`)),
    );
  });
}

/** Seconds from the tool's start to its end, its output thrown away. */
export function timeTool(tool: Tool, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const child = spawn(tool, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit'] });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve((performance.now() - startedAt) / 1000);
      else reject(new Error(`${tool} ended with ${code}`));
    });
  });
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
