/** What the documents say of each other and of the scripts is so, all of them are found from README, and their lines can be read. */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import t from 'tap';
import manifest from '../../package.json' with { type: 'json' };
import { rooms } from '../../tools/rooms.js';
import { blocksOf, markdownOf, proseOf, root } from '../docs/blocks.ts';
import { lived, unrun, worked } from '../docs/documents.ts';

const columnsMax = 140;

const below = (folder: string): readonly string[] =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
const first = [...below('.'), ...below('docs')];
const all = [...first, ...below('docs/decisions')];

t.test('a link leads to a file and a heading that are there', async (t) => {
  for (const path of all)
    for (const [, to = ''] of proseOf(markdownOf(path)).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^\w+:/.test(to)) continue;
      const [file = '', anchor] = to.split('#');
      const target = file === '' ? path : normalize(join(dirname(path), file));
      t.ok(existsSync(join(root, target)), `${path}: ${to}`);
      if (anchor !== undefined && target.endsWith('.md'))
        t.ok(anchorsOf(target).includes(anchor), `${path}: ${to} is a heading`);
    }
});

t.test('a script that is named is one', async (t) => {
  const scripts = Object.keys(manifest.scripts);
  for (const path of first)
    for (const [, name = ''] of markdownOf(path).matchAll(/npm run ([a-z][\w:-]*)/g))
      t.ok(scripts.includes(name), `${path}: npm run ${name}`);
});

t.test('commands of a document are run, but for those of contributors', async (t) => {
  const haveCommands = first.filter((path) =>
    blocksOf(markdownOf(path)).some(({ language }) => /^(ba)?sh$/.test(language)),
  );
  t.strictSame(haveCommands.sort(), [...lived, ...worked, ...unrun].sort());
});

t.test('every document is linked from README', async (t) => {
  const readme = markdownOf('README.md');
  for (const path of first.filter((each) => each !== 'README.md')) t.ok(readme.includes(`(${path})`), path);
});

t.test('what is named as a file or folder of the project is there', async (t) => {
  const places = new RegExp(`^(${rooms.join('|')}|docs)/`);
  for (const path of first)
    for (const [, named = ''] of proseOf(markdownOf(path)).matchAll(/`([^`\s]+)`/g)) {
      if (!places.test(named) || named.includes('{')) continue;
      const pattern = named.replace(/\/$/, '').replaceAll(/<[^>]*>/g, '*');
      t.ok(pattern.includes('*') ? found(pattern) : existsSync(join(root, pattern)), `${path} names ${named}`);
    }
});

/** Whether a path of the project is like the pattern, in which `*` stands for anything but a slash. */
function found(pattern: string): boolean {
  const like = new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`);
  const [room = ''] = pattern.split('/');
  return readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).some((name) =>
    like.test(`${room}/${name}`),
  );
}

t.test(`lines of text and of commands have at most ${columnsMax} columns`, async (t) => {
  for (const path of all)
    for (const [at, line] of markdownOf(path).split('\n').entries())
      if (!line.startsWith('|') && line.length > columnsMax) t.fail(`${path}:${at + 1} has ${line.length}`);
});

/** Anchors of headings, as the usual hosts make them. */
function anchorsOf(path: string): readonly string[] {
  return [...proseOf(markdownOf(path)).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}
