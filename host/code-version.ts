/**
 * The version of the code that decides what a turn does: a hash of the engine and the charts. Each batch of the journal names it; commands
 * give the same city again with that version alone (PT2).
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { releaseFolder } from '../gateways/installed-files.ts';

const root = new URL('../', import.meta.url);
/** The rooms whose code a turn runs. */
const rooms = ['actors', 'engine'];
const versionChars = 16;

let known: string | undefined;

/** Of a checkout from its sources, of a release as `tools/build-release.js` has written it there. */
export function codeVersion(): string {
  known ??= existsSync(new URL('engine', root))
    ? hashOfRules()
    : readFileSync(new URL('code-version', releaseFolder), 'utf8').trim();
  return known;
}

/** As `tools/build.js` makes it. */
function hashOfRules(): string {
  const hash = createHash('sha256');
  for (const room of rooms) {
    const folder = new URL(`${room}/`, root);
    const names = readdirSync(fileURLToPath(folder), { recursive: true }).map(String);
    for (const name of names.map((each) => each.replaceAll('\\', '/')).sort()) {
      if (!name.endsWith('.ts')) continue;
      const text = readFileSync(new URL(name, folder));
      hash.update(`${room}/${name}\0${text.length}\0`).update(text);
    }
  }
  return hash.digest('hex').slice(0, versionChars);
}
