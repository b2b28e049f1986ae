/**
 * Given a city with its own Postgres on a small disk, when the disk is full, then [OP7] writes are refused with 503 and what needs no disk
 * goes on; when there is room again, it writes, and nothing acknowledged is lost.
 */
import { execFile } from 'node:child_process';
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import t, { type Test } from 'tap';
import { CityProcess } from './city.ts';
import { Database, readBooks } from './database-books.ts';
import { sized } from './size.ts';
import { verdictOf, Writers } from './writers.ts';

const shell = promisify(execFile);
const rounds = sized(1, 1, 5);
const fullMs = sized(2_500, 3_000, 10_000);
/** A fresh cluster takes about 60 MiB. */
const diskSize = '160m';
const waitMsMax = 30_000;
const noiseMs = 500;

const disk = await smallDisk();
const skip = disk === undefined && 'needs root, and leave to mount a tmpfs';

t.test('[OP7] the disk is full, and has room again', { skip }, async (t) => {
  if (disk === undefined) return;
  t.teardown(() => removeDisk(disk));
  const city = await CityProcess.of(t, {}, join(disk, 'data'));
  await city.start();
  const quiet = await city.found('Quiet');
  const tokens = [];
  for (let at = 0; at < 4; at++) tokens.push((await city.found(`Writer ${at}`)).token);
  const writers = new Writers(city, tokens);
  writers.start();
  for (let round = 1; round <= rounds; round++) await fillAndEmpty(t, { disk, city, writers, quiet: quiet.token });
  await writers.stop();
  await writers.settle(10_000);
  writers.close();
  await city.kill();
  const database = await Database.open(city.folder);
  t.same(
    await writers.differences(database.sql),
    [],
    'the event table has what was acknowledged, once, and nothing else',
  );
  await database.leave();
  t.same((await readBooks(city.folder)).faults, [], 'the books are sound');
});

interface Scene {
  readonly disk: string;
  readonly city: CityProcess;
  readonly writers: Writers;
  /** Token of one that nobody touches. */
  readonly quiet: string;
}

/** While it is full writes are refused and reads go on; with room again it writes. */
async function fillAndEmpty(t: Test, { disk, city, writers, quiet }: Scene): Promise<void> {
  await sleep(500);
  const fullAt = performance.now();
  fill(disk);
  const refusedAt = await until(
    () => writers.said.find(({ begunAt, first }) => begunAt > fullAt && first.status === 503)?.answeredAt,
  );
  const probes = [];
  for (const end = performance.now() + fullMs; performance.now() < end; await sleep(100))
    probes.push(await city.ask('GET', '/v1/me', { token: quiet }));
  rmSync(join(disk, 'filler'));
  const roomAt = performance.now();
  const doneAt = await until(
    () => writers.said.find(({ begunAt, first }) => begunAt > roomAt && verdictOf(first) === 'done')?.answeredAt,
  );
  const meanwhile = writers.said.filter(({ begunAt }) => begunAt > refusedAt && begunAt < roomAt - 1_500);
  const statuses = [...new Set(meanwhile.map(({ first }) => first.status))];
  t.comment(
    `${meanwhile.length} writes meanwhile; the first one after there was room took ${(doneAt - roomAt).toFixed(0)} ms`,
  );
  t.same(statuses, [503], 'writes are refused');
  t.ok(
    meanwhile.every(({ first }) => first.ms < 1_000 + noiseMs),
    'within a second',
  );
  t.same([...new Set(probes.map(({ status }) => status))], [200], 'reads of what nobody touches go on');
  t.ok(Number.isFinite(doneAt), 'it writes when there is room');
  t.ok(city.isRunning, 'and has never ended');
}

async function smallDisk(): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'civitas-disk-'));
  try {
    await shell('mount', ['-t', 'tmpfs', '-o', `size=${diskSize},mode=755`, 'civitas-test', folder]);
    return folder;
  } catch {
    await rm(folder, { recursive: true, force: true });
    return undefined;
  }
}

async function removeDisk(folder: string): Promise<void> {
  // The last process of the database may still be on its way out.
  for (let attempt = 0; attempt < 50; attempt++) {
    const isGone = await shell('umount', [folder]).then(
      () => true,
      () => false,
    );
    if (isGone) return rm(folder, { recursive: true, force: true });
    await sleep(100);
  }
}

/** Writes until nothing more goes in. */
function fill(folder: string): void {
  const file = openSync(join(folder, 'filler'), 'w');
  for (const size of [1_048_576, 4_096]) {
    const piece = Buffer.alloc(size, 1);
    try {
      for (;;) writeSync(file, piece);
    } catch {
      // Full.
    }
  }
  fsyncSync(file);
  closeSync(file);
}

/** The first value that is there, or Infinity when none came. */
async function until(find: () => number | undefined): Promise<number> {
  for (const end = performance.now() + waitMsMax; performance.now() < end; await sleep(10)) {
    const found = find();
    if (found !== undefined) return found;
  }
  return Number.POSITIVE_INFINITY;
}
