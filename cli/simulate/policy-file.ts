/** A policy out of a file: JavaScript, or TypeScript, whose types are dropped. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { only, type PolicyTable } from '../../population/policies/built-in.ts';
import type { Policy } from '../../population/policies/policy.ts';

interface PolicyFile {
  readonly text: string;
  readonly table: PolicyTable;
}

/** Throws an error of one sentence for a file that cannot be read or run, or does not export a policy. */
export async function readPolicyFile(file: string): Promise<PolicyFile> {
  const path = resolve(file);
  const text = await readFile(path, 'utf8').catch(() => {
    throw new Error(`--policy ${file}: there is no such file.`);
  });
  const exported = await load(path).catch((cause: unknown) => {
    throw new Error(`--policy ${file}: it cannot be run: ${cause instanceof Error ? cause.message : String(cause)}.`);
  });
  if (!isPolicy(exported.default))
    throw new Error(`--policy ${file}: it exports no default function (seen, dice) => acts.`);
  return { text, table: only(nameOf(path), exported.default) };
}

const isPolicy = (value: unknown): value is Policy => typeof value === 'function';

/** What residents who live by it are called. */
const nameOf = (path: string): string =>
  basename(path, extname(path))
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim() || 'policy';

async function load(path: string): Promise<{ readonly default?: unknown }> {
  if (!/\.[cm]?ts$/.test(path) || readsTypeScript()) return await import(pathToFileURL(path).href);
  return await import(`data:text/javascript,${encodeURIComponent(await javaScriptOf(path))}`);
}

/** Node 22.18 and later do so by themselves. */
const readsTypeScript = (): boolean => 'typescript' in process.features && process.features.typescript !== false;

/** A checkout has the tools for it, a package has not. */
async function javaScriptOf(path: string): Promise<string> {
  const tool = new URL('../../tools/strip-types.js', import.meta.url);
  if (!existsSync(tool))
    throw new Error(
      `Node ${process.version} reads no TypeScript, and this package has no tools for it: give it as JavaScript`,
    );
  const { withoutTypes }: { readonly withoutTypes: (path: string) => Promise<string> } = await import(tool.href);
  return withoutTypes(path);
}
