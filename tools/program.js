/**
 * Which program a start runs. A checkout with its build tools runs its sources, built when they have changed; one without (`npm ci --omit=dev`)
 * what `npm run build` left, if that is of these sources; a package what it was packed with. What else may be there is refused, with what to do.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

const release = new URL('../dist/release/', import.meta.url);
const entry = new URL('civitas.js', release);
/** A package has no sources. */
const isCheckout = existsSync(new URL('../tsconfig.json', import.meta.url));

/** The address of the command line. Throws, for a person to read, where there is none that may be run. */
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

function hasBuildTools() {
  try {
    import.meta.resolve('esbuild');
    return true;
  } catch {
    return false;
  }
}
