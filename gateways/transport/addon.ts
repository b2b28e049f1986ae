/**
 * The native addon behind the HTTP server (G2), for the Node that runs: for Node 20 and 22 that of `uWebSockets.js`, which a release has
 * compressed beside its program; for Node 24 that of a package which is not a dependency (docs/decisions/060-what-is-installed.md).
 */

import type * as uWS from 'uWebSockets.js';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { developmentPackage, packageForNode24, releaseFolder } from '../installed-files.ts';

/** Of `process.versions.modules`. */
const abiOfNode24 = '137';
const nameForNode24 = packageForNode24.slice(0, packageForNode24.lastIndexOf('@'));
const name = `uws_${process.platform}_${process.arch}_${process.versions.modules}.node`;

export const addon: typeof uWS = await load().catch((cause) => {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const here = `Node ${process.versions.node} on ${process.platform}-${process.arch}`;
  throw new Error(`no HTTP server for ${here} (\`civitas doctor\` says what to do): ${reason}`, { cause });
});

async function load(): Promise<typeof uWS> {
  if (process.versions.modules === abiOfNode24) return import(nameForNode24);
  if (developmentPackage('uWebSockets.js') !== undefined) return import('uWebSockets.js');
  return unpacked(readFileSync(new URL(`addon/${name}.br`, releaseFolder)));
}

/**
 * A library must be loaded from a file, which may be removed afterwards: in a folder that nobody else can write, where files may be
 * executed.
 */
function unpacked(packed: Buffer): typeof uWS {
  const library = brotliDecompressSync(packed);
  try {
    return loadedFrom(tmpdir(), library);
  } catch {
    return loadedFrom(fileURLToPath(releaseFolder), library);
  }
}

function loadedFrom(place: string, library: Buffer): typeof uWS {
  const folder = mkdtempSync(join(place, '.civitas-addon-'));
  try {
    const path = join(folder, name);
    writeFileSync(path, library, { mode: 0o500 });
    return createRequire(import.meta.url)(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
