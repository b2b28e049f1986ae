/** The letters of pictures: static files of the pages' typeface, from its package in a checkout, from beside the program in a release. */
import { readFile } from 'node:fs/promises';
import type { FontFiles, Weight } from '../../drawing/lettering.ts';
import { developmentPackage, releaseFolder } from '../../gateways/installed-files.ts';

/** The most common letters first. */
const scripts = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'vietnamese'];
/** A release has the files of these weights (`tools/build-release.js`). */
const weights: Readonly<Record<Weight, number>> = { plain: 500, bold: 800 };

/** Rejects when a file is not there. */
export async function readTypeface(): Promise<FontFiles> {
  const module = developmentPackage('@fontsource/overpass');
  const folder = module === undefined ? new URL('letters/', releaseFolder) : new URL('files/', module);
  const files = (weight: number) =>
    Promise.all(
      scripts.map(async (script) => {
        const bytes = await readFile(new URL(`overpass-${script}-${weight}-normal.woff`, folder));
        return new Uint8Array(bytes).buffer;
      }),
    );
  const [plain, bold] = await Promise.all([files(weights.plain), files(weights.bold)]);
  return { plain, bold };
}
