/**
 * Turns the TypeScript of this checkout into JavaScript in `dist/`, when that is older than its sources. Plain
 * JavaScript, because Node 20 reads no TypeScript.
 *
 * Why not tsx for running: it wraps every named function in a call, in the hottest places too, and its loader adds to
 * each start. Tests do run under tsx.
 */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { runningRooms } from './rooms.js';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const builds = join(root, 'dist');
/** Older builds are kept for cities that still run from them. */
const buildsKept = 4;
/** Folders of `build-pages.js` and `build-release.js`. */
const others = ['pages', 'release'];

/** Sources of the city, or of other rooms: paths below the root. */
async function sources(isSource, rooms = runningRooms) {
  const own = (await readdir(root)).filter((name) => name.endsWith('.ts') || name === 'package-lock.json');
  const inside = await Promise.all(
    rooms.map(async (folder) => {
      const names = await readdir(join(root, folder), { recursive: true }).catch(() => []);
      return names.filter((name) => isSource.test(name)).map((name) => join(folder, name));
    }),
  );
  return [...own, ...inside.flat()];
}

/** Identifies the sources by when any was last changed, and how many there are. */
async function stateOfSources() {
  const names = await sources(/\.ts$/);
  const times = await Promise.all(names.map(async (name) => (await stat(join(root, name))).mtimeMs));
  return `${Math.round(Math.max(...times)).toString(36)}-${names.length}`;
}

/** A hash of the contents of the sources of program and pages: for a release, which may be moved to another machine. */
export async function hashOfSources() {
  const names = (await sources(/\.(ts|tsx|css|html|svg)$/, [...runningRooms, 'web'])).sort();
  const hash = createHash('sha256');
  const texts = await Promise.all(names.map((name) => readFile(join(root, name))));
  for (const [at, text] of texts.entries()) hash.update(`${names[at]}\0${text.length}\0`).update(text);
  return hash.digest('hex');
}

/** A hash of the rooms whose code a turn runs, as `host/code-version.ts` makes it. */
export async function hashOfRules() {
  const hash = createHash('sha256');
  for (const room of ['actors', 'engine']) {
    const names = await readdir(join(root, room), { recursive: true });
    for (const name of names.map((each) => each.replaceAll('\\', '/')).sort()) {
      if (!name.endsWith('.ts')) continue;
      const text = await readFile(join(root, room, name));
      hash.update(`${room}/${name}\0${text.length}\0`).update(text);
    }
  }
  return hash.digest('hex').slice(0, 16);
}

/** A file finds the files beside it by its own address: in the bundle it gets the address of its source. */
const keepAddresses = {
  name: 'keep-addresses',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (path.includes('node_modules')) return undefined;
      const source = await readFile(path, 'utf8');
      const address = `new URL(${JSON.stringify(relative(root, path))}, checkoutRoot).href`;
      return { loader: 'ts', contents: source.replaceAll('import.meta.url', address) };
    });
  },
};

/** Modules by which the docker client would connect by ssh, or build with BuildKit: the city does neither, and they take two megabytes. */
const unusedByDocker = {
  name: 'unused-by-docker',
  setup(build) {
    build.onResolve({ filter: /^(ssh2|@grpc\/grpc-js|@grpc\/proto-loader)$/ }, ({ path }) => ({
      path,
      namespace: 'unused',
    }));
    build.onLoad({ filter: /.*/, namespace: 'unused' }, () => ({ contents: 'module.exports = {};' }));
  },
};

/** Some of the libraries are CommonJS, which requires Node's own modules by name. */
const requireOf = "import{createRequire as requireOf}from'node:module';const require=requireOf(import.meta.url);";

/**
 * Bundles the program with the libraries it uses into `outdir`, two folders below the root: a few files are read in half the time of a
 * thousand. Left outside are the packages that `package.json` names as dependencies, native ones and those that are read file by file.
 * `options` are esbuild's.
 */
export async function bundle(outdir, options) {
  const esbuild = await import('esbuild');
  const { dependencies, optionalDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  return await esbuild.build({
    absWorkingDir: root,
    entryPoints: ['cli/civitas.ts'],
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    banner: { js: `${requireOf}const checkoutRoot = new URL('../..', import.meta.url);` },
    define: { 'process.env.NODE_ENV': '"production"' },
    external: [...Object.keys({ ...dependencies, ...optionalDependencies }), 'uWebSockets.js'],
    plugins: [keepAddresses, unusedByDocker],
    ...options,
  });
}

async function build(output) {
  await mkdir(builds, { recursive: true });
  const fresh = await mkdtemp(join(builds, '.new-'));
  await bundle(fresh, { sourcemap: true, sourcesContent: false });
  await rename(fresh, output).catch(async (cause) => {
    // Another start was faster: its build is as good.
    await rm(fresh, { recursive: true, force: true });
    if (cause.code !== 'ENOTEMPTY' && cause.code !== 'EEXIST') throw cause;
  });
  const old = (await readdir(builds))
    .filter((name) => !name.startsWith('.') && !others.includes(name))
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
