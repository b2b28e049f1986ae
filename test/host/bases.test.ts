/** When a base is made, what of the code a batch names, and by what containers are known. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import t from 'tap';
import { must } from '../../engine/assert.ts';
import { BaseMaker } from '../../host/bases.ts';
import { codeVersion } from '../../host/code-version.ts';
import { DataFolder } from '../../persistence/data-folder.ts';
import { hashOfRules } from '../../tools/build.js';
import { counters } from '../contract/samples.ts';
import { until } from '../until.ts';

t.test('a base is made whenever the city has done so many turns, and again after a failure', async (t) => {
  const health = { committedTurn: 1_100, actors: 10 };
  const made: number[] = [];
  const warnings: object[] = [];
  let fails = true;
  const maker = await BaseMaker.start({
    everyTurns: 1_000,
    city: { health },
    bases: { newest: () => Promise.resolve({ batch: 3, counters: counters(200, 1) }) },
    make: async () => {
      if (health.committedTurn >= 2_000 && fails) {
        fails = false;
        throw new Error('no space left on device');
      }
      made.push(health.committedTurn);
    },
    log: { warn: (fields) => warnings.push(fields) },
    lookEveryMs: 1,
    retryMs: 1,
  });
  health.committedTurn = 1_200;
  await until('the first base', () => made.length === 1);
  health.committedTurn = 2_200;
  await until('the second base', () => made.length === 2);
  t.same(made, [1_200, 2_200]);
  t.match(warnings, [{ cause: /no space left/ }]);
  await maker.stop();
  health.committedTurn = 9_000;
  t.equal(made.length, 2);
});

t.test('however many turns are done, bases are made for a twentieth of the time', async (t) => {
  const health = { committedTurn: 0, actors: 0 };
  const made: { begun: number; ended: number }[] = [];
  const maker = await BaseMaker.start({
    everyTurns: 1,
    city: { health },
    bases: { newest: () => Promise.resolve(undefined) },
    make: async () => {
      const begun = performance.now();
      await pause(20);
      health.committedTurn += 100;
      made.push({ begun, ended: performance.now() });
    },
    log: { warn: (fields) => t.fail(JSON.stringify(fields)) },
    lookEveryMs: 1,
  });
  health.committedTurn = 100;
  await until('a second base', () => made.length > 1);
  await maker.stop();
  const [first, second] = [must(made[0], 'a base'), must(made[1], 'a base')];
  // A timer may fire a millisecond early.
  t.ok(second.begun - first.ended >= 19 * (first.ended - first.begun) - 2);
});

t.test('a base of a large city waits for as many turns as it has actors', async (t) => {
  const health = { committedTurn: 0, actors: 5_000 };
  const made: number[] = [];
  const look = { looks: 0 };
  const maker = await BaseMaker.start({
    everyTurns: 1_000,
    city: {
      get health() {
        look.looks += 1;
        return health;
      },
    },
    bases: { newest: () => Promise.resolve(undefined) },
    make: async () => void made.push(health.committedTurn),
    log: { warn: (fields) => t.fail(JSON.stringify(fields)) },
    lookEveryMs: 1,
  });
  health.committedTurn = 4_999;
  const { looks } = look;
  await until('two more looks', () => look.looks > looks + 1);
  t.same(made, []);
  health.committedTurn = 5_000;
  await until('the base', () => made.length === 1);
  t.same(made, [5_000]);
  await maker.stop();
});

t.test('the version of the code is the same in a checkout and in the release that is built of it', async (t) => {
  t.match(codeVersion(), /^[0-9a-f]{16}$/);
  t.equal(codeVersion(), await hashOfRules());
});

t.test('a new folder has an id of its own, one of an earlier version keeps that of its containers', async (t) => {
  t.testdir({});
  const ids = ['a', 'b'].map((name) => new DataFolder(join(t.testdirName, name)).id(() => 'older'));
  t.match(ids[0], /^[0-9a-f]{16}$/);
  t.not(ids[0], ids[1]);
  t.equal(
    new DataFolder(join(t.testdirName, 'a')).id(() => 'older'),
    ids[0],
    'it stays',
  );
  t.equal(readFileSync(join(t.testdirName, 'a', 'id'), 'utf8'), `${ids[0]}\n`);
  const earlier = join(t.testdirName, 'c');
  mkdirSync(earlier);
  writeFileSync(join(earlier, 'secret'), 'drawn long ago\n');
  t.equal(
    new DataFolder(earlier).id(() => 'older'),
    'older',
  );
});
