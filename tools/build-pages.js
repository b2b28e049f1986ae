/**
 * Builds the pages of the Portal Gateway into `dist/pages/`, when there is no build of their sources yet, and prints the folder. It runs
 * beside the start of a city, in a process of its own, so that it delays nothing (`host/pages.ts`).
 *
 * What is served is written compressed as well: once, here, with all the effort that takes.
 */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const sources = join(root, 'web');
/** Rooms that pages share with the city. */
const shared = ['drawing', 'land'].map((room) => join(root, room));
/** Packages that pages import, and that they are built with. */
const besides = [
  'actors/rules/people/causes-of-death.ts',
  'gateways/schema/look-alikes.ts',
  'package-lock.json',
  'tools/build-pages.js',
];
const builds = join(root, 'dist/pages');
/** Older builds are kept for cities that still serve them. */
const buildsKept = 4;
/** A build that takes longer was stopped (`host/pages.ts`). */
const buildMsMax = 120_000;
const unfinished = '.new-';
/** Files that compress well; a font is compressed already. */
const compressible = /\.(js|css|svg)$/;

const filesIn = async (folder) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

/** A hash of the contents of the sources. */
async function hashOfSources() {
  const hash = createHash('sha256');
  for (const path of [
    ...besides.map((name) => join(root, name)),
    ...(await filesIn(sources)),
    ...(await Promise.all(shared.map(filesIn))).flat(),
  ]) {
    hash.update(`${path.slice(root.length)}\0`);
    hash.update(await readFile(path));
  }
  return hash.digest('hex').slice(0, 16);
}

async function build(output) {
  const [{ build: viteBuild }, { default: solid }] = await Promise.all([import('vite'), import('vite-plugin-solid')]);
  await mkdir(builds, { recursive: true });
  const fresh = await mkdtemp(join(builds, unfinished));
  const html = (await filesIn(sources)).filter((path) => path.endsWith('.html'));
  await viteBuild({
    root: sources,
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [solid()],
    build: {
      outDir: fresh,
      emptyOutDir: false,
      target: 'es2022',
      // The content security policy allows no data: scripts or styles, and a file of its own is cached for ever.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      // A slow machine is no warning for whoever starts a city.
      rollupOptions: { input: html, checks: { pluginTimings: false } },
    },
  });
  await compress(join(fresh, 'assets'));
  await rename(fresh, output).catch(async (cause) => {
    // Another start was faster: its build is as good.
    await rm(fresh, { recursive: true, force: true });
    if (cause.code !== 'ENOTEMPTY' && cause.code !== 'EEXIST') throw cause;
  });
}

async function compress(folder) {
  const paths = (await filesIn(folder)).filter((path) => compressible.test(path));
  await Promise.all(
    paths.map(async (path) => {
      const bytes = await readFile(path);
      const [gz, br] = await Promise.all([promisify(gzip)(bytes, { level: 9 }), promisify(brotliCompress)(bytes)]);
      await Promise.all([writeFile(`${path}.gz`, gz), writeFile(`${path}.br`, br)]);
    }),
  );
}

/** Removes all but the newest builds. */
async function removeOld(current) {
  const names = (await readdir(builds)).filter((name) => !name.startsWith('.') && name !== current);
  const aged = await Promise.all(
    names.map(async (name) => ({ name, made: (await stat(join(builds, name)).catch(() => ({ mtimeMs: 0 }))).mtimeMs })),
  );
  const old = aged.sort((a, b) => b.made - a.made).slice(buildsKept - 1);
  await Promise.all(old.map(({ name }) => rm(join(builds, name), { recursive: true, force: true })));
}

/** Removes what stopped builds have left: each start of a city that ends within seconds stops one. */
async function removeUnfinished() {
  const names = (await readdir(builds).catch(() => [])).filter((name) => name.startsWith(unfinished));
  await Promise.all(
    names.map(async (name) => {
      const path = join(builds, name);
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
      if (Date.now() - mtimeMs > buildMsMax) await rm(path, { recursive: true, force: true });
    }),
  );
}

await removeUnfinished();
const name = await hashOfSources();
const output = join(builds, name);
const isThere = await stat(join(output, 'index.html')).then(
  () => true,
  () => false,
);
if (!isThere) {
  await build(output);
  await removeOld(name);
}
process.stdout.write(`${output}\n`);
