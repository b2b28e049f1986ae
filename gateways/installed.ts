/**
 * What a checkout takes from a package of its development dependencies, and a release from files beside its program (`tools/build-release.js`):
 * the HTTP server's addon, the API reference, the pages. A package of this city has no sources, which is how it is told from a checkout.
 */
import { existsSync } from 'node:fs';

const sources = new URL('../tsconfig.json', import.meta.url);

/** Where a release keeps what was built for it. Nothing need be there. */
export const releaseFolder = new URL('../dist/release/', import.meta.url);

/** Where a package of a checkout begins; undefined in a release, and where no development dependencies are installed. */
export function developmentPackage(name: string): URL | undefined {
  if (!existsSync(sources)) return undefined;
  try {
    return new URL(import.meta.resolve(name));
  } catch {
    return undefined;
  }
}

/**
 * What has the HTTP server's addon for Node 24. Not among the dependencies: it brings binaries for every platform (116 MB), runs where glibc is
 * 2.38 or later, and could not be compared with those of its source (docs/decisions/060-what-is-installed.md).
 */
export const packageForNode24 = '@btc-vision/uwebsockets.js@20.57.0';
