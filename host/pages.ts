/** The pages of the Portal Gateway, built in a process of their own while the city starts. */
import { execFile } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { developmentPackage, releaseFolder } from '../gateways/installed.ts';
import { childEnvironment } from './child-environment.ts';

const script = fileURLToPath(new URL('../tools/build-pages.js', import.meta.url));
/** Longer than on any machine on which the city runs. */
const buildMsMax = 120_000;
const outputBytesMax = 1_000_000;
/** The start of the city goes first. */
const niceness = 10;

export interface PagesBuild {
  /** The folder in which they lie. Rejects with what the build said of its failure; never when it was stopped. */
  readonly folder: Promise<string>;
  stop(): void;
}

/** Begins to build them; nothing is built where their sources are those of an earlier build, and in a release, which has them. */
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
  // Whoever serves them hears it; a start that has failed before that does not.
  folder.catch(() => {});
  return { folder, stop: () => stopping.abort() };
}
