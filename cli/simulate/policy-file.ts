/** A policy out of a file: JavaScript, or TypeScript, whose types are dropped. It is held to being pure. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { must } from '../../engine/assert.ts';
import { only, type PolicyTable, tableNamed } from '../../population/policies/built-in.ts';
import type { Self } from '../../population/policies/perception.ts';
import { looking, looksOf, type Policy } from '../../population/policies/policy.ts';
import { readActs } from '../../research/simulation/deciding.ts';
import { forbid, purely } from '../../research/simulation/purely.ts';
import { Asker } from './asking.ts';
import type { PolicyOrder } from './order.ts';

/** Those who were ordered, in the thread that is watched by `asking`. Throws the same. */
export async function orderedTable({ name, file }: PolicyOrder, asking: SharedArrayBuffer): Promise<PolicyTable> {
  return file === null ? must(tableNamed(name), name) : readPolicyFile(file.path, new Asker(asking));
}

/**
 * The policy of the file at `path`. `asker` is told whenever anything of it runs. Throws an error of one sentence for a file that cannot be
 * read or run, or does not export a policy.
 */
async function readPolicyFile(path: string, asker: Asker): Promise<PolicyTable> {
  const exported = await load(path, asker).catch((cause: unknown) => {
    const why = cause instanceof Error ? cause.message : String(cause);
    // What has built it may say it in several lines.
    throw new Error(`--policy ${path}: it cannot be run: ${why.replace(/\s*\n\s*/g, ' ').replace(/\.$/, '')}.`);
  });
  if (!isPolicy(exported.default))
    throw new Error(`--policy ${path}: it exports no default function (seen, dice) => acts.`);
  return only(nameOf(path), heldToIt(exported.default, asker));
}

const isPolicy = (value: unknown): value is Policy => typeof value === 'function';

/** Asked, and what it says read, as it should be: purely, and with whoever watches knowing of it. */
function heldToIt(policy: Policy, asker: Asker): Policy {
  const asked = <Answer>({ id, tick }: Self, question: () => Answer) =>
    asker.ask(`The policy of ${id}`, tick, () => purely(question));
  return looking(
    (self) => asked(self, () => [...looksOf(policy, self)]),
    (seen, dice) => asked(seen, () => readActs(seen, policy(seen, dice))),
  );
}

/** What residents who live by it are called. */
const nameOf = (path: string): string =>
  basename(path, extname(path))
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim() || 'policy';

async function load(path: string, asker: Asker): Promise<{ readonly default?: unknown }> {
  const address =
    !/\.[cm]?ts$/.test(path) || readsTypeScript()
      ? pathToFileURL(path).href
      : `data:text/javascript,${encodeURIComponent(await javaScriptOf(path))}`;
  asker.begin(`--policy ${path}`, 0);
  const allow = forbid();
  try {
    return await import(address);
  } finally {
    allow();
    asker.end();
  }
}

/** Node 22.18 and later do so by themselves. */
const readsTypeScript = (): boolean => 'typescript' in process.features && process.features.typescript !== false;

/** A checkout has the tools for it, a package has not. */
async function javaScriptOf(path: string): Promise<string> {
  await readFile(path);
  const tool = new URL('../../tools/strip-types.js', import.meta.url);
  if (!existsSync(tool))
    throw new Error(
      `Node ${process.version} reads no TypeScript, and this package has no tools for it: give it as JavaScript`,
    );
  const { withoutTypes }: { readonly withoutTypes: (path: string) => Promise<string> } = await import(tool.href);
  return withoutTypes(path);
}
