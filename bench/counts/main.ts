/**
 * `npm run check:counts`: what some acts cost, in things that can be counted and are the same on every machine, held to the numbers
 * in `counts.json`. What Node itself makes is another number in another version: on one that wrote none down, only what goes to the
 * database is held to anything. Fails when one has risen; one that has fallen is to be written down (`npm run check:counts --
 * --write`), so that it stays so. Whoever raises a number says in the commit what for. Times are not held to anything: they belong to
 * `npm run bench`.
 *
 * Bytes are those that not optimised code allocates, the least of several stretches: compiled code leaves out what it can, each time
 * another part.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { promiseHooks } from 'node:v8';
import { must } from '../../engine/assert.ts';
import { openCountedCity, type Sent } from './counted-city.ts';

/** For one act. */
interface Counts extends Sent {
  /** Allocated. */
  readonly bytes: number;
  readonly promises: number;
  /** Reactions to promises that were run. */
  readonly microtasks: number;
}

/** `counts.json`. */
interface Kept {
  /** The major version of Node. */
  readonly node: string;
  readonly acts: Readonly<Record<string, Counts>>;
}

const path = new URL('counts.json', import.meta.url);
const hearers = 10;
/** Acts before those that are counted. */
const warm = 200;
const countedActs = 20;
const stretches = 12;
/** Few enough that nothing is collected among them. */
const stretchActs = 100;
/** As parts of the whole: what else is allocated meanwhile; what deflate makes of random names, and another zlib of the same. */
const tolerances: Readonly<Partial<Record<keyof Counts, number>>> = { bytes: 0.02, written: 0.02 };

async function times(count: number, act: () => Promise<void>): Promise<void> {
  for (let n = 0; n < count; n++) await act();
}

async function bytesOf(act: () => Promise<void>): Promise<number> {
  const each: number[] = [];
  for (let n = 0; n < stretches; n++) {
    must(globalThis.gc, '--expose-gc')();
    const before = process.memoryUsage().heapUsed;
    await times(stretchActs, act);
    each.push((process.memoryUsage().heapUsed - before) / stretchActs);
  }
  return Math.round(Math.min(...each));
}

async function countsOf(act: () => Promise<void>, sent: Sent): Promise<Counts> {
  await times(warm, act);
  const before = { ...sent };
  let promises = 0;
  let microtasks = 0;
  const stop = promiseHooks.createHook({ init: () => void promises++, before: () => void microtasks++ });
  await times(countedActs, act);
  stop();
  const each = (count: number) => Math.round((10 * count) / countedActs) / 10;
  const counts = {
    promises: each(promises),
    microtasks: each(microtasks),
    statements: each(sent.statements - before.statements),
    parameters: each(sent.parameters - before.parameters),
    written: each(sent.written - before.written),
  };
  return { bytes: await bytesOf(act), ...counts };
}

/** What has changed of an act, one line each. */
function changes(name: string, now: Counts, was: Counts | undefined, counts: typeof names): readonly string[] {
  if (was === undefined) return [`${name}: not counted before`];
  return counts.flatMap((count) => {
    const tolerance = (tolerances[count] ?? 0) * was[count];
    return Math.abs(now[count] - was[count]) <= tolerance ? [] : [`${name}: ${count} ${was[count]} -> ${now[count]}`];
  });
}

const sentNames = ['statements', 'parameters', 'written'] as const;
const names: readonly (keyof Counts)[] = ['bytes', 'promises', 'microtasks', ...sentNames];
const [node = ''] = process.versions.node.split('.');
const counted: Record<string, Counts> = {};
for (const size of [0, hearers]) {
  const { sent, acts } = await openCountedCity(size);
  for (const [name, act] of Object.entries(acts)) counted[name] = await countsOf(act, sent);
}
console.table(counted);
const kept = JSON.parse(readFileSync(path, 'utf8')) as Kept;
const held = kept.node === node ? names : sentNames;
if (held !== names) console.log(`written down on Node ${kept.node}: here only ${sentNames.join(', ')} are compared`);
const changed = Object.entries(counted).flatMap(([name, now]) => changes(name, now, kept.acts[name], held));
if (process.argv.includes('--write'))
  writeFileSync(path, `${JSON.stringify({ node, acts: counted } satisfies Kept, null, 2)}\n`);
else if (changed.length > 0) {
  for (const line of changed) console.error(`error: ${line}`);
  console.error('write them down with npm run check:counts -- --write, and say in the commit what raised them');
  process.exitCode = 1;
}
