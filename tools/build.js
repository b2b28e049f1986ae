/**
 * Turns the TypeScript of this checkout into JavaScript in `dist/`, when that is older than its sources. Plain
 * JavaScript, because Node 20 reads no TypeScript.
 *
 * Why not tsx for running: it wraps every named function in a call, in the hottest places too, and its loader adds to
 * each start. Tests do run under tsx.
 */
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { runningRooms } from './rooms.js';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const builds = join(root, 'dist');
/** Older builds stay for cities that still run from them. */
const buildsKept = 4;
/** Not ours: `build-pages.js` keeps the pages here. */
const pages = 'pages';

/** Names the sources as they are now: when any was last changed, and how many there are. */
async function stateOfSources() {
  const own = (await readdir(root)).filter((name) => name.endsWith('.ts') || name === 'package-lock.json');
  const inside = await Promise.all(
    runningRooms.map(async (folder) => {
      const names = await readdir(join(root, folder), { recursive: true }).catch(() => []);
      return names.filter((name) => name.endsWith('.ts')).map((name) => join(folder, name));
    }),
  );
  const sources = [...own, ...inside.flat()];
  const times = await Promise.all(sources.map(async (name) => (await stat(join(root, name))).mtimeMs));
  return `${Math.round(Math.max(...times)).toString(36)}-${sources.length}`;
}

/** A file finds what lies beside it by its own address; bundled, it gets the address that its source has. */
const keepAddresses = {
  name: 'keep-addresses',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const address = `new URL(${JSON.stringify(relative(root, path))}, checkoutRoot).href`;
      return { loader: 'ts', contents: source.replaceAll('import.meta.url', address) };
    });
  },
};

async function build(output) {
  const esbuild = await import('esbuild');
  await mkdir(builds, { recursive: true });
  const fresh = await mkdtemp(join(builds, '.new-'));
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: ['cli/civitas.ts'],
    outdir: fresh,
    bundle: true,
    splitting: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    banner: { js: "const checkoutRoot = new URL('../..', import.meta.url);" },
    plugins: [keepAddresses],
  });
  await rename(fresh, output).catch(async (cause) => {
    // Another start was faster: its build is as good.
    await rm(fresh, { recursive: true, force: true });
    if (cause.code !== 'ENOTEMPTY' && cause.code !== 'EEXIST') throw cause;
  });
  const old = (await readdir(builds))
    .filter((name) => !name.startsWith('.') && name !== pages)
    .sort()
    .slice(0, -buildsKept);
  await Promise.all(old.map((name) => rm(join(builds, name), { recursive: true, force: true })));
}

/** The address of the built command line; builds it first when its sources have changed. */
export async function built() {
  const output = join(builds, await stateOfSources());
  const entry = join(output, 'civitas.js');
  const isThere = await stat(entry).then(
    () => true,
    () => false,
  );
  if (!isThere) await build(output);
  return pathToFileURL(entry).href;
}
