/** What a service can count on for calls that act once. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import t, { type Test } from 'tap';
import { z } from 'zod';
import { operation, type ServiceOutcome, type Storage, service } from '../../services/contract.ts';
import { folderOf } from '../../services/folder.ts';
import { actOnce, type KeyedCall } from '../../services/idempotent-calls.ts';
import { opened } from './opened.ts';

const tables = `
  create table once (caller text not null, key text not null, fingerprint text not null, answer jsonb not null,
    made_at timestamptz not null default now(), primary key (caller, key));
  create index on once (made_at);
  create table word (id integer generated always as identity, text text not null)`;

const described = {
  id: 'note-book',
  name: 'Notebook',
  description: 'Writes.',
  availability: 'everywhere',
  pricing: 'free',
  callsPerMinute: 10,
  deadlineMs: 1_000,
} as const;

/** A service that writes words down, each whenever it is asked, if it is one that it knows. */
async function notebook(t: Test) {
  const folder = mkdtempSync(join(tmpdir(), 'civitas-service-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'SKILL.md'), '# Notebook');
  writeFileSync(join(folder, '001-tables.sql'), tables);
  const write = operation({
    method: 'POST',
    path: '/write',
    summary: 'Writes it',
    body: z.strictObject({ text: z.string() }),
    answer: z.strictObject({ text: z.string() }),
    price: 'free',
    refusals: { not_found: 'it does not know the word' },
  });
  const manifest = {
    ...described,
    operations: { write },
  } as const;
  const { skill } = folderOf(pathToFileURL(join(folder, 'index.ts')).href);
  const one = service(manifest, {
    skill,
    migrations: pathToFileURL(`${folder}/`),
    open: async ({ storage }) => ({
      handlers: { write: ({ caller, body, key }) => written(storage, { caller: caller.pseudonym, key }, body.text) },
      close: async () => {},
    }),
  });
  const { free, store } = await opened(t, one);
  const words = async () =>
    (await store.sql`select text from service_note_book.word order by id`).map((row) => row.text);
  const ask = (caller: string, text: string, key?: string) =>
    free('write', caller, { body: { text }, ...(key !== undefined && { key: { key, fingerprint: text } }) });
  return { ask, words, store };
}

interface Written {
  readonly text: string;
}

const written = async (
  storage: Storage,
  call: KeyedCall,
  text: string,
): Promise<ServiceOutcome<'not_found', Written>> =>
  (await actOnce(
    storage,
    call,
    (sql, first) => sql<{ answer: Written }[]>`
      with ${first(sql`select jsonb_build_object('text', ${text}::text) where ${text}::text <> 'unknown'`)},
        kept as (insert into word (text) select ${text}::text from first)
      select answer from first`,
  )) ?? { type: 'refused', code: 'not_found', kind: 'word' };

t.test('a repeat under the same key gives the first answer and does nothing', async (t) => {
  const { ask, words } = await notebook(t);
  t.same(await ask('ada', 'hello', 'k'), { text: 'hello' });
  t.same(await ask('ada', 'hello', 'k'), { text: 'hello' });
  t.same(await words(), ['hello']);
  t.match(await ask('ada', 'other', 'k'), { type: 'refused', code: 'idempotency_mismatch' });
  t.same(await ask('bo', 'other', 'k'), { text: 'other' }, 'a key is its caller’s own');
  t.same(await ask('ada', 'hello'), { text: 'hello' }, 'without a key each call acts');
  t.same(await words(), ['hello', 'other', 'hello']);
});

t.test('of many at the same time one acts, and all have its answer', async (t) => {
  const { ask, words } = await notebook(t);
  const answers = await Promise.all(Array.from({ length: 12 }, () => ask('ada', 'hello', 'k')));
  t.same(new Set(answers.map((one) => JSON.stringify(one))), new Set(['{"text":"hello"}']));
  t.same(await words(), ['hello']);
});

t.test('what is refused is not remembered', async (t) => {
  const { ask, words, store } = await notebook(t);
  t.match(await ask('ada', 'unknown', 'k'), { type: 'refused', code: 'not_found' });
  t.match(await ask('ada', 'unknown'), { type: 'refused', code: 'not_found' });
  t.same(await ask('ada', 'hello', 'k'), { text: 'hello' });
  t.same(await words(), ['hello']);
  t.equal((await store.sql`select from service_note_book.once`).length, 1);
});

t.test('after a day a key is new again, and old ones are removed', async (t) => {
  const { ask, words, store } = await notebook(t);
  const age = () => store.sql`update service_note_book.once set made_at = made_at - interval '24 hours'`;
  await ask('ada', 'hello', 'k');
  await ask('bo', 'hello', 'k');
  await age();
  t.same(await ask('ada', 'other', 'k'), { text: 'other' });
  t.same(await ask('ada', 'other', 'k'), { text: 'other' });
  t.same(await words(), ['hello', 'hello', 'other']);
  t.same(await store.sql`select caller, fingerprint from service_note_book.once`, [
    { caller: 'pseudonym of ada', fingerprint: 'other' },
  ]);
});
