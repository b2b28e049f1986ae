/**
 * Fails on an id of a rule or promise that is quoted and defined nowhere, defined twice, or defined and never quoted. tools/ids.ts says
 * what an id is and where it is defined. The number of ids that no test quotes may only fall.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { idsOf } from './ids.ts';
import { rooms } from './rooms.js';

/** Ids that no test quotes, at most. */
const untestedMax = 10;

const read = /\.(ts|tsx|js|mjs|py|sql|grit|md)$|^biome\.json$/;
const paths = [...readdirSync('.'), ...[...rooms, 'docs'].flatMap(pathsBelow)].filter((path) => read.test(path));

const { defined, untested, faults } = idsOf(paths.map((path) => ({ path, text: readFileSync(path, 'utf8') })));
const isTooMany = untested.length > untestedMax;
for (const fault of faults) console.error(`error: ${fault}`);
console.log(`ids: ${defined.size} defined, ${untested.length} quoted by no test: ${untested.join(', ')}`);
if (isTooMany) console.error(`error: at most ${untestedMax} ids may be quoted by no test`);
if (defined.size === 0) console.error('error: no id was found');
if (faults.length > 0 || isTooMany || defined.size === 0) process.exitCode = 1;

function pathsBelow(room: string): string[] {
  return readdirSync(room, { recursive: true, encoding: 'utf8' }).map((path) => join(room, path));
}
