/**
 * Builds what a package of this city runs from into `dist/release/` (`npm run build`): the program with the libraries it uses in it, the
 * pages, the API reference, the HTTP server's addon for each platform, the letters of pictures, and the licences of all that. Left outside
 * are only the packages that `package.json` names as dependencies: native ones, and those that are read file by file.
 *
 * A city that runs from the release that is replaced has read what it needs, but for the commands it has not been given yet: end it first.
 */
import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { builds, bundle, hashOfRules, hashOfSources } from './build.js';
import { licenses } from './licenses.js';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** The lines of Node for which the addon is installed, 20 and 22, on platforms for which Postgres and argon2 have binaries too. */
const addons = /^uws_(linux|darwin)_(x64|arm64)_(115|127)\.node$/;
/** Higher levels take minutes and save hardly anything. */
const quality = 9;
/** Packages in the pages and the release, besides those that esbuild lists for the program. */
const besides = [
  ...['@scalar/api-reference', 'uWebSockets.js', 'solid-js', 'uplot', '@fontsource-variable/overpass'],
  '@fontsource/overpass',
];
/** Those that pictures of pages are lettered with (`host/drawn-pictures/typeface.ts`). */
const letters = /^overpass-.*-(500|800)-normal\.woff$/;

async function buildProgram(output) {
  const { metafile } = await bundle(output, { metafile: true, logLevel: 'warning' });
  const packages = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs)
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .map(([path]) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0])
      .filter((folder) => folder !== undefined),
  );
  return [...new Set(packages)];
}

async function buildPages(output) {
  const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'tools/build-pages.js')]);
  await cp(stdout.trim().split('\n').at(-1), output, { recursive: true });
}

async function writeCompressed(from, to) {
  const bytes = await readFile(from);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  await writeFile(`${to}.br`, await promisify(brotliCompress)(bytes, { params }));
}

async function copyAddons(output) {
  const folder = fileURLToPath(new URL('bin/', import.meta.resolve('uWebSockets.js')));
  const names = (await readdir(folder)).filter((name) => addons.test(name));
  if (names.length === 0) throw new Error(`no addon of the HTTP server in ${folder}`);
  await mkdir(output);
  await Promise.all(names.map((name) => writeCompressed(join(folder, name), join(output, name))));
}

async function copyLetters(output) {
  const folder = fileURLToPath(new URL('files/', import.meta.resolve('@fontsource/overpass')));
  const names = (await readdir(folder)).filter((name) => letters.test(name));
  if (names.length === 0) throw new Error(`no letters in ${folder}`);
  await mkdir(output);
  await Promise.all(names.map((name) => cp(join(folder, name), join(output, name))));
}

await mkdir(builds, { recursive: true });
const fresh = await mkdtemp(join(builds, '.new-'));
try {
  const reference = fileURLToPath(new URL('browser/standalone.js', import.meta.resolve('@scalar/api-reference')));
  const of = await hashOfSources();
  const [packages] = await Promise.all([
    buildProgram(fresh),
    buildPages(join(fresh, 'pages')),
    writeCompressed(reference, join(fresh, 'reference.js')),
    copyAddons(join(fresh, 'addon')),
    copyLetters(join(fresh, 'letters')),
  ]);
  await writeFile(join(fresh, 'LICENSES.txt'), await licenses(root, packages, besides));
  await writeFile(join(fresh, 'sources'), of);
  await writeFile(join(fresh, 'code-version'), await hashOfRules());
  const output = join(builds, 'release');
  await chmod(fresh, 0o755);
  await rm(output, { recursive: true, force: true });
  await rename(fresh, output);
  process.stdout.write(`${basename(dirname(output))}/${basename(output)} is built\n`);
} finally {
  await rm(fresh, { recursive: true, force: true });
}
