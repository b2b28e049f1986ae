/** The commands of docs/studies, run small: that each runs, and reads what it has made; not what comes of it. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { blocksOf, markdownOf, root } from '../docs/blocks.ts';

// A guard against what hangs, not a measure.
t.setTimeout(900_000);

/** As it stands there, but with fewer and shorter lives. */
const small = (text: string): string =>
  text
    .replaceAll(/--residents [0-9]+/g, '--residents 6')
    .replaceAll(/--ticks [0-9]+/g, '--ticks 8')
    .replaceAll(/--replications [0-9]+/g, '--replications 2');

const studies = readdirSync(join(root, 'docs/studies')).filter((name) => name.endsWith('.md'));

for (const study of studies)
  t.test(`the commands of ${study} run, and what it needs is there`, async (t) => {
    const place = mkdtempSync(join(tmpdir(), 'civitas-study-'));
    t.teardown(() => rmSync(place, { recursive: true }));
    for (const name of ['cli', 'population']) symlinkSync(join(root, name), join(place, name));
    const text = markdownOf(`docs/studies/${study}`);
    const blocks = blocksOf(text).filter(({ language }) => language === 'sh');
    t.equal(blocks.filter((block) => block.text.includes('civitas.js simulate')).length, 1, 'one command');
    const script = blocks.map((block) => small(block.text)).join('\n');
    const said = execFileSync('bash', ['-e'], { cwd: place, input: script, encoding: 'utf8' });
    t.match(said, /^[0-9a-f]{64}$/m);
    for (const part of ['**How to read it.**', '**What it cannot tell.**']) t.ok(text.includes(part), part);
    for (const [, figure = ''] of text.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g))
      t.ok(existsSync(join(root, 'docs/studies', figure)), figure);
  });

t.test('there are seven', async (t) => t.equal(studies.length, 7));
