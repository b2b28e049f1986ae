/** `civitas prune`: which limits are taken for a slip of the hand. */
import { readdirSync } from 'node:fs';
import t from 'tap';
import { daysAgo, pastDate } from '../../cli/prune.ts';
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
