/** The chronicle has no program: its frame is written out, and is that of every other page. */
import { readFileSync } from 'node:fs';
import t from 'tap';

const read = (path: string): string => readFileSync(new URL(`../../web/${path}`, import.meta.url), 'utf8');

t.test('the header and the footer of the chronicle are those of the other pages', async (t) => {
  const [page, shell] = [read('chronicle/index.html'), read('parts/shell.tsx')];
  const written = [...page.matchAll(/<li><a href="([^"]+)"[^>]*>([^<]+)<\/a>/g)].map(([, path, name]) => [path, name]);
  const ways = [...shell.matchAll(/\{ path: '([^']+)', name: '([^']+)' \}/g)].map(([, path, name]) => [path, name]);
  t.ok(ways.length > 3);
  t.same(written, ways);
  const footer = (text: string) => /<footer[\s\S]*<\/footer>/.exec(text)?.[0].replace(/\s+/g, ' ');
  t.match(footer(page), 'SKILL.md');
  t.equal(footer(page), footer(shell));
});
