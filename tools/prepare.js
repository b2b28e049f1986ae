/**
 * Builds the program and the pages after `npm ci`, so that the first start has nothing to build. Without the build tools (`npm ci
 * --omit=dev`) there is nothing to do here. What cannot be built now is built, and complained of, by the first start.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { built } from './build.js';
import { hasBuildTools } from './program.js';

const buildPages = fileURLToPath(new URL('build-pages.js', import.meta.url));
const env = { ...process.env, NODE_ENV: 'production' };

if (hasBuildTools()) {
  const builds = [built(), promisify(execFile)(process.execPath, [buildPages], { env })];
  for (const { reason } of await Promise.allSettled(builds))
    if (reason !== undefined) process.stderr.write(`not built yet, the first start tries again: ${reason.message}\n`);
}
