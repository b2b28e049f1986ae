/** `civitas prune`: which limits are taken for a slip of the hand. */
import { readdirSync } from 'node:fs';
import t from 'tap';
import { daysAgo, pastDate, pruneToKeep } from '../../cli/prune.ts';
import { bareEnv, civitas } from '../run-civitas.ts';

const now = new Date('2026-03-31T12:00:00Z');

t.test('a date in the past, to the moment', async (t) => {
  t.equal(pastDate('2026-03-01', now).toISOString(), '2026-03-01T00:00:00.000Z');
  t.equal(pastDate('2026-03-31T11:59:59Z', now).toISOString(), '2026-03-31T11:59:59.000Z');
  t.equal(daysAgo(30, now), '2026-03-01');
});

t.test('one in the future would remove the whole history', async (t) => {
  for (const future of ['2026-04-01', '2026-03-31T12:00:01Z', '2030-01-31'])
    t.throws(() => pastDate(future, now), /lies in the future.*Nothing was removed.*--before 2026-03-01/, future);
});

t.test('what is no date, also where JavaScript would guess one', async (t) => {
  for (const text of ['', 'soon', '5', '30', '12-31-2025', '2026-13-01', '-30 days'])
    t.throws(() => pastDate(text, now), /not an ISO 8601 date/, text);
});

t.test('the command refuses before it looks for a city', async (t) => {
  const folder = t.testdir();
  const { code, err } = await civitas(['prune', '--before', '2999-01-01'], bareEnv({ DATA_DIR: folder }));
  t.equal(code, 1);
  t.match(err, /^--before 2999-01-01 lies in the future.*Nothing was removed.*\n$/);
  t.same(readdirSync(folder), []);
});

t.test('without a date and without settings that say what is kept nothing is removed', async (t) => {
  const { code, err } = await civitas(['prune'], bareEnv({ DATA_DIR: t.testdir() }));
  t.equal(code, 1);
  t.match(
    err,
    /^Nothing says what is kept. Give --before <date>, or set KEEP_DAYS or KEEP_GIB. Nothing was removed.\n$/,
  );
});

t.test('what is kept: so many days of UTC, and of the rest so many GiB, with room for more', async (t) => {
  const asked: unknown[] = [];
  const housekeeping = (held: number) => ({
    prune: async (before: number | Date) => {
      asked.push(before);
      return { oldest: 7, events: 2, batches: 1 };
    },
    oldestWithin: async (bytes: number) => {
      asked.push(bytes / 2 ** 30);
      return held > bytes ? 5 : undefined;
    },
  });
  const removed = await pruneToKeep(housekeeping(3 * 2 ** 30), { KEEP_DAYS: 30, KEEP_GIB: 2 }, now);
  t.same(asked.splice(0), [new Date('2026-03-01T00:00:00Z'), 2, 1.8, 5]);
  t.same(removed, { oldest: 7, events: 4, batches: 2 });
  await pruneToKeep(housekeeping(1.9 * 2 ** 30), { KEEP_DAYS: undefined, KEEP_GIB: 2 }, now);
  t.same(asked.splice(0), [0, 2], 'below the bound nothing is removed');
  await pruneToKeep(housekeeping(3 * 2 ** 30), { KEEP_DAYS: 30, KEEP_GIB: undefined }, now);
  t.same(asked, [new Date('2026-03-01T00:00:00Z')]);
});
