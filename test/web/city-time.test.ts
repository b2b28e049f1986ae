/** One time on all pages, the city's: who formats the reader's own does so in one file, which shows it where the city's is not known. */
import { readdirSync, readFileSync } from 'node:fs';
import t from 'tap';

const root = new URL('../../web/', import.meta.url);
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));

t.test('no page but one part formats the time of the reader', async (t) => {
  const formatting = files.filter((name) =>
    /\bDateTimeFormat\b|\.toLocale(?:Date|Time)?String\b/.test(readFileSync(new URL(name, root), 'utf8')),
  );
  t.same(formatting, ['parts/time.tsx']);
});

/** What visitors leave and ask, and births of before the chronicle: their ticks are not told. */
const ownTime = ['left-pictures', 'notes-part', 'passport', 'questions-part', 'station-part'].map(
  (name) => `watch/${name}.tsx`,
);

t.test('lives, words and happenings are shown in the time of the city', async (t) => {
  const using = files.filter((name) => /<Time /.test(readFileSync(new URL(name, root), 'utf8'))).sort();
  t.same(using, ['dashboard/residents.tsx', 'visit/hand-part.tsx', ...ownTime].sort());
});
