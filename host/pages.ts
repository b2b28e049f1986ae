/** The pages of the Portal Gateway, built in a process of their own while the city starts. */
import { execFile } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { developmentPackage, releaseFolder } from '../gateways/installed-files.ts';
import { childEnvironment } from './child-environment.ts';

const script = fileURLToPath(new URL('../tools/build-pages.js', import.meta.url));
/** More time than the build takes on any machine on which the city runs. */
const buildMsMax = 120_000;
const outputBytesMax = 1_000_000;
/** The build has a lower priority than the start of the city. */
const niceness = 10;

export interface PagesBuild {
  /** The folder of the built pages. Rejects with the output of a failed build; never when the build was stopped. */
  readonly folder: Promise<string>;
  stop(): void;
}

/** Begins to build the pages. Nothing is built where an earlier build is of the same sources, and in a release, which has them. */
export function startPages(): PagesBuild {
  if (developmentPackage('vite') === undefined)
    return { folder: Promise.resolve(fileURLToPath(new URL('pages', releaseFolder))), stop: () => {} };
  const stopping = new AbortController();
  const env = childEnvironment({ NODE_ENV: 'production' });
  const options = { signal: stopping.signal, timeout: buildMsMax, maxBuffer: outputBytesMax, env };
  const folder = new Promise<string>((resolve, reject) => {
    const child = execFile(process.execPath, [script], options, (cause, stdout, stderr) => {
      const said = stdout.trim().split('\n').at(-1) ?? '';
      if (stopping.signal.aborted) return;
      if (cause === null && said !== '') resolve(said);
      else reject(new Error(stderr.trim() || cause?.message || 'the build did not say where the pages are'));
    });
    if (child.pid !== undefined) setPriority(child.pid, niceness);
  });
  // Whoever serves the pages handles a rejection; a start that has failed before that does not.
  folder.catch(() => {});
  return { folder, stop: () => stopping.abort() };
}
