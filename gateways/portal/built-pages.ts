/** The built pages (`tools/build-pages.js`), read into memory: some hundred kilobytes, by file names that nobody outside can choose. */
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Log } from '../../engine/ports.ts';

/** One file below `/assets/`. */
export interface Asset {
  readonly type: string;
  readonly whole: Buffer;
  readonly gzip: Buffer | undefined;
  readonly brotli: Buffer | undefined;
}

export interface BuiltPages {
  /** The HTML of each page, by its folder; '' for `/`. */
  readonly html: ReadonlyMap<string, string>;
  /** By file name. */
  readonly assets: ReadonlyMap<string, Asset>;
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export type Built =
  | { readonly type: 'building' }
  | { readonly type: 'built'; readonly pages: BuiltPages }
  | { readonly type: 'failed' };

/**
 * What can be served at the moment (PG3). `build`: the folder of the built pages; rejects when they could not be built. Unset: there are
 * none.
 */
export function followBuild(build: Promise<string> | undefined, log: Log): () => Built {
  let now: Built = { type: 'building' };
  build
    ?.then(readBuiltPages)
    .then((pages) => {
      now = { type: 'built', pages };
    })
    .catch((cause: unknown) => {
      log.error({ cause: String(cause) }, 'the pages could not be built; everything else runs');
      now = { type: 'failed' };
    });
  return () => now;
}

/** Rejects when a file cannot be read. */
async function readBuiltPages(folder: string): Promise<BuiltPages> {
  const entries = await readdir(folder, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory() && entry.name !== 'assets').map(({ name }) => name);
  const html = ['', ...folders].map(
    async (name) => [name, await readFile(join(folder, name, 'index.html'), 'utf8')] as const,
  );
  return { html: new Map(await Promise.all(html)), assets: await readAssets(join(folder, 'assets')) };
}

async function readAssets(folder: string): Promise<ReadonlyMap<string, Asset>> {
  const names = await readdir(folder);
  const read = async (name: string) => (names.includes(name) ? readFile(join(folder, name)) : undefined);
  const assets = names.map(async (name): Promise<readonly (readonly [string, Asset])[]> => {
    const type = types[extname(name)];
    const whole = await read(name);
    if (type === undefined || whole === undefined) return [];
    return [[name, { type, whole, gzip: await read(`${name}.gz`), brotli: await read(`${name}.br`) }]];
  });
  return new Map((await Promise.all(assets)).flat());
}
