/** Texts by hash, fetched once for all jobs. */
import t from 'tap';
import { type ContentHash, contentHash } from '../../engine/ids.ts';
import { Contents } from '../../sandbox/contents.ts';

const manifestOf = (files: Readonly<Record<string, string>>): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(files).map(([path, text]) => [path, { hash: contentHash(text), bytes: text.length }]),
    ),
  );

function storeOf(...texts: string[]) {
  const fetched: ContentHash[][] = [];
  const known = new Map(texts.map((text) => [contentHash(text), text]));
  const contents = new Contents((hashes) => {
    fetched.push([...hashes]);
    return Promise.resolve(new Map([...known].filter(([hash]) => hashes.includes(hash))));
  });
  return { contents, fetched };
}

t.test('a text is fetched once, whichever code has it, and only what is missing', async (t) => {
  const one = manifestOf({ 'index.js': 'shared', 'copy.js': 'shared' });
  const other = manifestOf({ 'index.js': 'shared', 'more.js': 'own' });
  const { contents, fetched } = storeOf('shared', 'own', one, other);
  t.same(
    [...(await contents.files(contentHash(one)))],
    [
      ['index.js', 'shared'],
      ['copy.js', 'shared'],
    ],
  );
  t.same(
    [...(await contents.files(contentHash(other)))],
    [
      ['index.js', 'shared'],
      ['more.js', 'own'],
    ],
  );
  await contents.files(contentHash(one));
  t.same(
    fetched,
    [[one], ['shared'], [other], ['own']].map((texts) => texts.map(contentHash)),
  );
});

t.test('what a job wrote is at hand before anybody can be asked for it', async (t) => {
  const { contents, fetched } = storeOf();
  t.equal(await contents.text(contents.keep('{"n":1}')), '{"n":1}');
  t.same(fetched, []);
});

t.test('a text that is gone, and a manifest that is none, are defects', async (t) => {
  const lacking = manifestOf({ 'index.js': 'gone' });
  const odd = JSON.stringify({ 'index.js': { hash: 'no hash' } });
  const { contents } = storeOf(lacking, odd);
  await t.rejects(contents.text(contentHash('gone')));
  await t.rejects(contents.files(contentHash(lacking)), /index\.js/);
  await t.rejects(contents.files(contentHash(odd)), /index\.js/);
});
