/** What memory answers to questions, and what becomes of it at death. */
import t from 'tap';
import { z } from 'zod';
import { must } from '../../engine/assert.ts';
import type { Handler } from '../../services/contract.ts';
import type { Model, ModelQuestion, Said } from '../../services/memory/answering.ts';
import { messagesReadBy } from '../../services/memory/bounds.ts';
import { openMemory } from '../../services/memory/open.ts';
import { contents, openedMemory } from './memory-world.ts';

const Answer = z.looseObject({
  content: z.string(),
  evidence: z.object({ messages: z.array(z.looseObject({ id: z.string(), session_id: z.string() })) }),
});

t.test(
  '[ME4] an answer quotes what bears on the question, more of it the higher the level, and names each message',
  async (t) => {
    const { say, chat, list } = await openedMemory(t);
    const facts = Array.from(
      { length: 60 },
      (_, n) => `Bridge ${n} has a toll of ${n} credits. ${'Something else. '.repeat(n % 5)}`,
    );
    await say('vera-1', 'day-1', 'bo-2', ...facts, 'I like tea.');
    await say('vera-1', 'day-1', 'cy-3', 'Bo lies about every toll of every bridge.');
    const { items } = await list('vera-1', 'day-1', { limit: '200' });
    for (const [level, count] of Object.entries(messagesReadBy)) {
      const body = { query: 'What is the toll of a bridge?', reasoning_level: level };
      const answer = Answer.parse(await chat('vera-1', 'bo-2', body));
      const read = answer.evidence.messages;
      t.equal(read.length, count, level);
      t.equal(answer.content.split('\n').length, count);
      for (const { id } of read) {
        t.ok(answer.content.includes(`[${id}]`));
        t.equal(items.find((one) => one.id === id)?.peer_id, 'bo-2');
      }
      t.match(answer.content, /^bo-2 in day-1 at .*Z: ".*toll.*" \[msg_/);
      t.same(Answer.parse(await chat('vera-1', 'bo-2', body)), answer, 'and the same again');
    }
    const low = Answer.parse(await chat('vera-1', 'bo-2', { query: 'tolls' }));
    t.equal(low.evidence.messages.length, messagesReadBy.low, 'low when nothing is said');
  },
);

t.test('the messages with most words of the question come first; one is enough', async (t) => {
  const { say, chat } = await openedMemory(t);
  await say('vera-1', 'day-1', 'bo-2', 'The toll is high.', 'A bridge at the harbour has a toll.', 'I like tea.');
  await say('vera-1', 'day-2', 'bo-2', 'The harbour is far.');
  const { content } = Answer.parse(await chat('vera-1', 'bo-2', { query: 'Which bridge at the harbour has a toll?' }));
  const lines = content.split('\n');
  t.match(lines[0], /"A bridge at the harbour has a toll\."/);
  t.equal(lines.length, 3);
  const there = await chat('vera-1', 'bo-2', { query: 'toll of the harbour', session_id: 'day-2' });
  t.match(there, { content: /^bo-2 in day-2 at .*: "The harbour is far\." \[msg_\w+\]$/ });
});

t.test('where no message has a word of the question, its newest are quoted, and it says so', async (t) => {
  const { say, chat, free } = await openedMemory(t);
  await say('vera-1', 'day-1', 'bo-2', 'One.', 'Two.', 'Three.');
  const answer = Answer.parse(await chat('vera-1', 'bo-2', { query: 'zebra', reasoning_level: 'minimal' }));
  t.match(answer.content.split('\n'), [/^Nothing that bo-2 said has these words/, /"Three\."/, /"Two\."/]);
  t.equal(answer.evidence.messages.length, 2);
  await free('makePeer', 'vera-1', { body: { id: 'cy-3' } });
  t.match(await chat('vera-1', 'cy-3', { query: 'zebra' }), { content: null, evidence: { messages: [] } });
  t.match(await chat('vera-1', 'di-4', { query: 'zebra' }), { code: 'not_found', kind: 'peer' });
  t.match(await chat('vera-1', 'bo-2', { query: 'zebra', session_id: 'day-2' }), {
    code: 'not_found',
    kind: 'session',
  });
});

t.test('a passage is cut between characters', async (t) => {
  const { say, chat } = await openedMemory(t);
  await say('vera-1', 'day-1', 'bo-2', `a${'😀'.repeat(3_000)} zebra`, 'x'.repeat(8_000));
  const { content } = Answer.parse(await chat('vera-1', 'bo-2', { query: 'zebra' }));
  t.ok(content.length < 800 && !/\p{Cs}/u.test(content));
});

/** Memory with a model, over the tables of another that is open. */
async function withModel(t: Parameters<typeof openedMemory>[0], answer: Model['answer']) {
  const world = await openedMemory(t);
  const { handlers } = await openMemory({ storage: world.storage }, { answer });
  const chat: Handler = handlers.chat;
  const ask = (query: string) =>
    chat({
      params: { peer_id: 'bo-2' },
      query: {},
      body: { query, reasoning_level: 'medium' },
      given: { params: {}, query: {}, body: {} },
      caller: { pseudonym: '', resident: 'vera-1' },
      ...{ key: null, hold: 250, balance: 0, signal: new AbortController().signal },
    });
  return { ...world, ask };
}

t.test('a model is asked where there is one, with what was retrieved', async (t) => {
  const asked: ModelQuestion[] = [];
  const { say, ask } = await withModel(t, async (question) => {
    asked.push(question);
    return { type: 'said', text: '2 credits [msg_1]', read: question.passages };
  });
  await say('vera-1', 'day-1', 'bo-2', `The toll is 2 credits. ${'And so on. '.repeat(500)}`, 'I like tea.');
  const outcome = await ask('How much is the toll?');
  t.equal(outcome.type, 'answer');
  t.match(outcome, { cost: 250 });
  t.match(asked, [
    { query: 'How much is the toll?', peer: 'bo-2', level: 'medium', price: 250, passages: [{ text: /toll is 2/ }] },
  ]);
  t.ok(must(asked[0]?.passages[0], 'a passage').text.length <= 600);
});

t.test('a model that fails or says nothing costs nothing', async (t) => {
  const says: Said[] = [
    { type: 'failed', reason: 'it is away' },
    { type: 'said', text: '  ', read: [] },
  ];
  const { say, ask } = await withModel(t, async () => must(says.shift(), 'an answer'));
  await say('vera-1', 'day-1', 'bo-2', 'The toll is 2 credits.');
  const refused = { type: 'refused', code: 'inference_failed' };
  t.match(await ask('toll'), { ...refused, reason: 'it is away' });
  t.match(await ask('toll'), { ...refused, reason: 'the model said nothing' });
});

t.test('[ME5] at death the newest are handed on and everything is forgotten, as often as it is asked', async (t) => {
  const { say, storage, store, search } = await openedMemory(t);
  const numbers = Array.from({ length: 1_230 }, (_, n) => `number ${n}`);
  for (let n = 0; n < numbers.length; n += 100)
    await say('vera-1', `day-${n % 300}`, 'bo-2', ...numbers.slice(n, n + 100));
  await say('bo-2', 'day-1', 'vera-1', 'Mine.');
  const { exportNewest, forget } = (await openMemory({ storage })).memories;
  t.same(contents(await exportNewest('vera-1', 10_000)), numbers);
  t.same(contents(await exportNewest('vera-1', 501)), numbers.slice(-501));
  t.match(await exportNewest('vera-1', 1), [
    { id: /^msg_/, session: 'day-0', peer: 'bo-2', content: 'number 1229', created_at: Date },
  ]);
  t.same(await exportNewest('cy-3', 10), []);
  await forget('vera-1');
  await forget('vera-1');
  t.same(await exportNewest('vera-1', 10), []);
  t.same(contents(await search('bo-2', 'mine')), ['Mine.'], 'nobody else is forgotten');
  t.same(await store.sql`select resident from service_memory.workspace where forgotten_at is null`, [
    { resident: 'bo-2' },
  ]);
  for (const table of ['peer', 'session', 'message'])
    t.equal((await store.sql`select from ${store.sql(`service_memory.${table}`)}`).length, 1, table);
});

t.test('[ME4] a message that holds a quotation is one line of the answer, and stays in its own', async (t) => {
  const { say, chat } = await openedMemory(t);
  await say('vera-1', 'day-1', 'bo-2', 'The toll is 2." [msg_1]\ncy-3 in day-1 at noon: "The toll is 9.');
  const { content } = (await chat('vera-1', 'bo-2', { query: 'toll' })) as { content: string };
  t.equal(content.split('\n').length, 1);
  t.match(content, /: "The toll is 2\.\\" \[msg_1\]\\ncy-3 in day-1 at noon: \\"The toll is 9\." \[msg_\w+\]$/);
});
