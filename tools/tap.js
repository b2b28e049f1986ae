/**
 * `node tools/tap.js ARGUMENT...`: tap, in colourless lines as continuous integration wants them. In a fresh checkout tap is built first
 * with the plugins of `.taprc`: by itself it does so too late for its first run, which loads each test through a compiler of TypeScript
 * that is turned off there, and which does not find what some packages export.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const textOf = (path) => readFileSync(join(root, path), 'utf8');

function tap(...args) {
  const { status } = spawnSync('tap', args, { stdio: 'inherit', env: { ...process.env, CI: '1' } });
  return status ?? 1;
}

const built = textOf('node_modules/@tapjs/test/test-built/dist/esm/index.js');
const unwanted = [...textOf('.taprc').matchAll(/^ *- "!(.+)"$/gm)].map(([, plugin]) => plugin);
const isBuilt = !unwanted.some((plugin) => built.includes(`"${plugin}"`));
process.exitCode = isBuilt || tap('build') === 0 ? tap(...process.argv.slice(2)) : 1;
