/**
 * Files that a checkout takes from a package of its development dependencies, and a release from beside its program
 * (`tools/build-release.js`): the HTTP server's addon, the API reference, the pages. A release has no sources, which tells it from a
 * checkout.
 */
import { existsSync } from 'node:fs';

const sources = new URL('../tsconfig.json', import.meta.url);

/** The folder in which a release keeps what was built for it. It need not exist. */
export const releaseFolder = new URL('../dist/release/', import.meta.url);

/** The root of a package in a checkout; undefined in a release, and where no development dependencies are installed. */
export function developmentPackage(name: string): URL | undefined {
  if (!existsSync(sources)) return undefined;
  try {
    return new URL(import.meta.resolve(name));
  } catch {
    return undefined;
  }
}

/**
 * The package with the HTTP server's addon for Node 24. It is not a dependency: it brings binaries for every platform (116 MB), needs glibc
 * 2.38 or later, and could not be compared with those of its source (docs/decisions/060-what-is-installed.md).
 */
export const packageForNode24 = '@btc-vision/uwebsockets.js@20.57.0';
