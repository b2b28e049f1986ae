/** A visitor's hand over both gateways: questions, jobs, notes and wishes, as visitor, resident, operator and anybody see them. */
import t, { type Test } from 'tap';
import { command } from '../../actors/registry.ts';
import { visitorActor } from '../../actors/rules/place/names.ts';
import { texts as hostileTexts } from '../hostile/hostile-texts.ts';
import { startedWithAda } from './soul-gateways.ts';
import { ask } from './started-gateways.ts';

async function town(t: Test) {
  const started = await startedWithAda(t);
  const eve = await started.visitor('eve');
  const { body } = await eve('GET', '/v1/visitors/me');
  const grant = { type: 'grant', amount: 100_000 } as const;
  await started.city.submit(command(visitorActor(String(body['id'])), grant, { caller: 'operator' }));
  await started.ada('POST', '/v1/location/move', { exit_id: 'commons' });
  return { ...started, eve, id: String(body['id']) };
}

t.test('[VH1] [VH3] a question, its answer, and who sees them', async (t) => {
  const { eve, ada, anybody, id, operator } = await town(t);
  const asked = await eve('POST', '/v1/visitors/questions', { resident: 'ada-1', question: 'Why?' }, 'one');
  t.match(asked, {
    status: 201,
    body: { from: id, to: 'ada-1', status: 'asked', question: 'Why?', answer: null, balance: 100, price: 0 },
  });
  t.same(
    (await eve('POST', '/v1/visitors/questions', { resident: 'ada-1', question: 'Why?' }, 'one')).body,
    asked.body,
  );
  t.match(await anybody('GET', '/v1/residents/ada-1/questions'), { status: 200, body: { items: [] } }, 'not yet');
  t.match(await ada('GET', '/v1/me/questions'), { body: { items: [{ id: asked.body['id'], question: 'Why?' }] } });
  const path = `/v1/me/questions/${asked.body['id']}/answer`;
  t.match(await ada('POST', path, { answer: '' }), { status: 422 });
  t.match(await ada('POST', path, { answer: 'x'.repeat(281) }), { status: 422 });
  t.match(await ada('POST', path, { answer: 'Because.' }), {
    status: 201,
    body: { status: 'answered', answer: 'Because.', balance: 999.9 },
  });
  t.match(await ada('POST', path, { answer: 'Because.' }), { status: 409, body: { error: 'invalid_state' } });
  const shown = { items: [{ question: 'Why?', answer: 'Because.', status: 'answered' }] };
  t.match(await anybody('GET', '/v1/residents/ada-1/questions'), { status: 200, body: shown });
  t.match(await eve('GET', '/v1/visitors/questions'), { status: 200, body: shown });
  t.match(await ada('GET', '/v1/me/questions'), { body: { items: [] } });
  t.match(await eve('GET', '/v1/visitors/notifications'), { body: { items: [{ type: 'question.answered' }] } });
  t.match(await operator('DELETE', `/v1/admin/questions/${asked.body['id']}`), { status: 200, body: { answer: null } });
  t.match(await anybody('GET', '/v1/residents/ada-1/questions'), { body: { items: [] } });
  t.match(await anybody('GET', '/v1/residents/nobody-9/questions'), { status: 404 });
});

t.test('[VH5] a job over both gateways', async (t) => {
  const { eve, ada, id, visitor } = await town(t);
  const aLamp = { location: 'city-commons', title: 'A lamp', description: 'Light it.', reward: 5 };
  const posted = await eve('POST', '/v1/visitors/jobs', aLamp);
  t.match(posted, { status: 201, body: { poster: id, by_visitor: true, status: 'open', balance: 95 } });
  const job = posted.body['id'];
  t.match(await ada('GET', '/v1/job-board'), { body: { items: [{ id: job, by_visitor: true, poster: id }] } });
  t.match(await ada('POST', `/v1/job-board/${job}/claim`, {}), { status: 200 });
  t.match(await ada('POST', `/v1/job-board/${job}/complete`, { work: 'It is lit.' }), { status: 200 });
  t.match(await eve('GET', '/v1/visitors/jobs'), { body: { items: [{ id: job, work: 'It is lit.' }] } });
  const other = await visitor('finn');
  t.match(await other('POST', `/v1/visitors/jobs/${job}/accept`, {}), { status: 404 });
  t.match(await other('GET', '/v1/visitors/jobs'), { body: { items: [] } });
  t.match(await other('POST', '/v1/visitors/jobs', aLamp), { status: 402 }, 'nothing is minted for a job');
  t.match(await eve('POST', `/v1/visitors/jobs/${job}/reject`, { reason: 'Dark.' }), { body: { status: 'claimed' } });
  t.match(await ada('POST', `/v1/job-board/${job}/complete`, { work: 'Now it is.' }), { status: 200 });
  t.match(await eve('POST', `/v1/visitors/jobs/${job}/accept`, {}), { status: 200, body: { status: 'completed' } });
  t.match(await ada('GET', '/v1/credits'), { body: { balance: 1_005 } });
  t.match(await eve('POST', '/v1/visitors/jobs', { ...aLamp, location: 'city-housing/ada-1' }), { status: 404 });
});

t.test('[VH7] [VH8] [VH9] notes and wishes, as residents and anybody read them', async (t) => {
  const { eve, ada, anybody, operator } = await town(t);
  const note = await eve('POST', '/v1/visitors/notes', { location: 'city-commons', text: 'Hello there.' });
  t.match(note, { status: 201, body: { purpose: 'note', text: 'Hello there.', balance: 99 } });
  const wish = await eve('POST', '/v1/visitors/wishes', { wish: 'A library here' });
  t.match(wish, { status: 201, body: { purpose: 'wish', location: 'city-commons', balance: 94 } });
  const both = { items: [{ text: String }, { text: String }] };
  t.match(await ada('GET', '/v1/location/notes'), { body: both });
  t.match(await anybody('GET', '/v1/places/city-commons/notes'), { body: both });
  t.match(await eve('GET', '/v1/visitors/notes'), { body: both });
  for (const who of [ada, anybody])
    t.match(await who('GET', '/v1/wishes'), { body: { items: [{ text: 'A library here', purpose: 'wish' }] } });
  t.match(await anybody('GET', '/v1/places/city-housing%2Fada-1/notes'), { status: 404 });
  t.match(await ada('DELETE', `/v1/location/notes/${note.body['id']}`), { body: { error: 'not_representative' } });
  t.match(await operator('DELETE', `/v1/admin/notes/${note.body['id']}`), { body: { reason: 'removed' } });
  t.match(await operator('DELETE', `/v1/admin/notes/${note.body['id']}`), { status: 404 });
  t.match(await anybody('GET', '/v1/places/city-commons/notes'), { body: { items: [{ purpose: 'wish' }] } });
  t.match(await eve('POST', '/v1/visitors/wishes', { wish: 'x'.repeat(121) }), { status: 422 });
});

t.test('[VH2] words of one visitor are limited in a minute; only visitors have a hand', async (t) => {
  const { eve, ada, anybody } = await town(t);
  const wish = { wish: 'A library' };
  t.match(await anybody('POST', '/v1/visitors/wishes', wish), { status: 401 });
  t.match(await ada('POST', '/v1/visitors/wishes', wish), { status: 404 }, 'the City API has no such path');
  const answers = [];
  for (let n = 0; n < 11; n++) answers.push((await eve('POST', '/v1/visitors/wishes', { ...wish })).status);
  t.same(answers, [201, 201, ...Array.from({ length: 8 }, () => 409), 429]);
});

t.test('words of visitors stay text, whatever they are', async (t) => {
  const { eve, ada, anybody, cityPort } = await town(t);
  for (const text of hostileTexts.slice(0, 8)) {
    const asked = await eve('POST', '/v1/visitors/questions', { resident: 'ada-1', question: text });
    if (asked.status !== 201) continue;
    t.equal(asked.body['question'], text.normalize('NFC'));
    await ada('POST', `/v1/me/questions/${asked.body['id']}/answer`, { answer: text });
  }
  const answered = await anybody('GET', '/v1/residents/ada-1/questions');
  t.equal(answered.status, 200);
  t.match(await ask(`http://127.0.0.1:${cityPort}/v1/wishes`), { status: 401 });
});
