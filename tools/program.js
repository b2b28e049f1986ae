/**
 * Decides which program a start runs. A checkout with its build tools runs its sources, built when they have changed; one without (`npm
 * ci --omit=dev`) runs the output of `npm run build`, if it is of these sources; a package runs what it was packed with. Anything else is
 * refused with an error that says what to do.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

const release = new URL('../dist/release/', import.meta.url);
const entry = new URL('civitas.js', release);
/** A package has no sources. */
const isCheckout = existsSync(new URL('../tsconfig.json', import.meta.url));

/** The address of the command line. Throws an error for the operator where there is none that may be run. */
export async function program() {
  if (!isCheckout) {
    if (existsSync(entry)) return entry.href;
    throw new Error(
      'this package was packed before it was built: pack it by `npm run package`, in a checkout after `npm ci`',
    );
  }
  const { built, hashOfSources } = await import('./build.js');
  if (hasBuildTools()) return await built();
  const of = await readFile(new URL('sources', release), 'utf8').catch(() => undefined);
  if (of === (await hashOfSources())) return entry.href;
  const what = of === undefined ? 'nothing was built here yet' : 'the sources have changed since they were built';
  throw new Error(
    `${what}, and the build tools are not installed: run \`npm ci && npm start\`; ` +
      'or `npm ci && npm run build`, after which `npm ci --omit=dev && npm start` does',
  );
}

export function hasBuildTools() {
  try {
    import.meta.resolve('esbuild');
    return true;
  } catch {
    return false;
  }
}
