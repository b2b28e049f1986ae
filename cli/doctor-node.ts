/** Of `civitas doctor`: Node, and the addon of the HTTP server, which is built for each line of Node. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fieldsOf, parseJson, textOf } from '../client/wire.ts';
import { packageForNode24 } from '../gateways/installed-files.ts';
import type { Finding } from './doctor-finding.ts';
import { runProgram } from './run-program.ts';

const loadsAddon = [fileURLToPath(new URL('civitas.js', import.meta.url)), 'load-addon'];
/** A checkout whose sources have changed is built first. */
const addonMsMax = 10_000;

/** `version`: as in `process.versions.node`. */
export function checkNode(version: string): Finding {
  const name = 'Node';
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const least = leastMinors().get(major);
  if (least === undefined || minor < least) {
    const detail = `${version}: the HTTP server is a native addon, built for Node 20, 22 and 24, and what builds the pages wants 20.19 or 22.12`;
    return { level: 'fail', name, detail, advice: 'Install Node 22.12 or later of that line, and run `npm ci` again.' };
  }
  if (major === 20) {
    const detail = `${version}: this line has had no security fixes since April 2026; the city still runs on it`;
    return { level: 'warn', name, detail, advice: 'Install Node 22.' };
  }
  if (major === 24)
    return {
      level: 'ok',
      name,
      detail: `${version}, where the HTTP server's addon loads (next line); the default is 22`,
    };
  return { level: 'ok', name, detail: version };
}

/** The least minor version of each line of Node that `engines` of package.json names. */
function leastMinors(): ReadonlyMap<number, number> {
  const manifest = fieldsOf(parseJson(readFileSync(new URL('../package.json', import.meta.url), 'utf8')));
  const lines = textOf(fieldsOf(manifest['engines'])['node']).matchAll(/\^(\d+)\.(\d+)/g);
  return new Map([...lines].map(([, major, minor]) => [Number(major), Number(minor)]));
}

/**
 * Loads the addon in a child: one that does not fit may end the process instead of throwing. `program` loads it, within so many
 * milliseconds.
 */
export async function checkAddon(
  program: readonly string[] = loadsAddon,
  version = process.versions.node,
  msMax = addonMsMax,
): Promise<Finding> {
  const name = 'HTTP server';
  const { code, output } = await runProgram(process.execPath, program, msMax);
  if (code === 0) return { level: 'ok', name, detail: `its addon for Node ${version.split('.')[0]} loads` };
  const reason = reasonIn(output);
  return {
    level: 'fail',
    name,
    detail: `its addon does not load (${code}): ${reason}`,
    advice: adviceFor(version, reason),
  };
}

function adviceFor(version: string, reason: string): string {
  const machine = `${process.platform}-${process.arch}`;
  if (!version.startsWith('24.'))
    return `Run \`npm ci\` with this Node on this machine (${machine}); do not copy node_modules.`;
  if (reason.includes('GLIBC_')) return "Use Node 22: the addon for 24 wants a newer glibc (2.38) than this machine's.";
  return `Use Node 22; or, where glibc is 2.38 or later, \`npm install --no-save ${packageForNode24}\`: the addon for 24 is not installed by itself.`;
}

/** The last line that names an error: an error that wraps another comes before it. */
function reasonIn(output: string): string {
  const lines = output.split('\n').filter((line) => /error|cannot find/i.test(line));
  return lines.at(-1)?.trim() ?? 'no message';
}
