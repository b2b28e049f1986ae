/** The job board and vouches over HTTP, through the real charts. */
import t from 'tap';
import { startedWorld } from './started-gateways.ts';

const board = '/v1/job-board';
const lamp = { title: 'A lamp', description: 'Light it.', reward: 2.5 };

t.test('a job from its posting to its reward, shown to each as far as it concerns it', async (t) => {
  const { resident } = await startedWorld(t);
  const [ada, bo, cleo] = [await resident('Ada', 60), await resident('Bo', 60), await resident('Cleo', 60)];
  for (const one of [ada, bo]) await one.post('/v1/location/move', { exit_id: 'commons' });
  const posted = await ada.post(`${board}/submit`, lamp);
  const place = { location: 'city-commons', expires_tick: 288, review_ticks: 3 };
  const shown = { ...place, ...lamp, status: 'open', poster: ada.id, claimer: null };
  t.match(posted, { status: 201, body: { ...shown, balance: 57.5, created_at: String, answer_due: null } });
  const id = String(posted.body['id']);
  t.match(id, /^job_[a-z2-7]{16}$/);
  t.match(await bo.get(board), { status: 200, body: { items: [{ id, ...shown }], next_cursor: null } });
  t.match(await cleo.get(board), { body: { items: [] } }, 'who is elsewhere sees another board');
  t.match(await cleo.post(`${board}/${id}/claim`), { status: 200, body: { status: 'claimed', claimer: cleo.id } });
  t.match(await bo.post(`${board}/${id}/claim`), { status: 409, body: { error: 'already_claimed', message: /open/ } });
  t.match(await bo.get(`${board}?status=open`), { body: { items: [] } });
  t.match(await bo.get(`${board}?status=claimed`), { body: { items: [{ id }] } });
  t.match(await cleo.get(`${board}?which=claimed`), { body: { items: [{ id }] } });
  t.match(await ada.get(`${board}?which=posted`), { body: { items: [{ id }] } });
  t.match(await cleo.post(`${board}/${id}/complete`, {}), { status: 422, body: { issues: [{ path: 'work' }] } });
  t.match(await bo.post(`${board}/${id}/complete`, { work: 'Me!' }), {
    status: 403,
    body: { error: 'access_denied', only: cleo.id, message: new RegExp(cleo.id) },
  });
  t.match(await cleo.post(`${board}/${id}/complete`, { work: 'It burns.' }), {
    body: { status: 'submitted', work: 'It burns.', answer_due_tick: 3, answer_due: String },
  });
  t.match(await ada.post(`${board}/${id}/reject`, { reason: 'It smokes.' }), {
    body: { status: 'claimed', rejections: 1, work: null, reason: 'It smokes.' },
  });
  t.match(await cleo.get(`${board}/${id}`), { body: { reason: 'It smokes.' } });
  const { body: seen } = await bo.get(`${board}/${id}`);
  t.notOk('work' in seen || 'reason' in seen, 'no concern of others');
  await cleo.post(`${board}/${id}/complete`, { work: 'No smoke.' });
  t.match(await ada.post(`${board}/${id}/complete`), { status: 200, body: { status: 'completed', balance: 57.5 } });
  t.match((await cleo.get('/v1/me')).body, {
    balance: 62.5,
    reputation: { jobs_completed: 1, trust_score: 0.05, vouches: 0, achievements: [] },
  });
  t.match(await ada.get(`${board}/${id}`), { body: { status: 'completed', work: 'No smoke.' } });
  t.match(await ada.get(board), { body: { items: [] } });
});

t.test('what is not a job is refused', async (t) => {
  const { resident } = await startedWorld(t);
  const ada = await resident('Ada', 60);
  for (const reward of [0, -1, 0.0001, '5', null, 1e12])
    t.match(await ada.post(`${board}/submit`, { ...lamp, reward }), { status: 422 }, String(reward));
  for (const review_ticks of [-1, 1.5, 13, '3', null])
    t.match(await ada.post(`${board}/submit`, { ...lamp, review_ticks }), {
      status: 422,
      body: { error: 'invalid_request', issues: [{ path: 'review_ticks' }] },
    });
  for (const wrong of [{ title: '' }, { title: 'x'.repeat(81) }, { description: '' }, { description: 'a\u0000b' }])
    t.match(await ada.post(`${board}/submit`, { ...lamp, ...wrong }), {
      status: 422,
      body: { error: 'invalid_request' },
    });
  t.match(await ada.post(`${board}/submit`, { ...lamp, place: 'mill' }), { status: 422 });
  t.match(await ada.post(`${board}/submit`, { ...lamp, reward: 61 }), {
    status: 402,
    body: { error: 'insufficient_credits', required: 61, balance: 60 },
  });
  for (const id of ['job_1', 'job_aaaaaaaaaaaaaaaa', '%00', 'Job_AAAAAAAAAAAAAAAA']) {
    t.match(await ada.get(`${board}/${id}`), { status: 404, body: { error: 'not_found' } }, id);
    t.match(await ada.post(`${board}/${id}/claim`), { status: 404, body: { error: 'not_found' } }, id);
  }
  t.match(await ada.get(`${board}?status=completed`), { status: 422 });
  const own = await ada.post(`${board}/submit`, lamp);
  t.match(await ada.post(`${board}/${own.body['id']}/claim`), { status: 422, body: { message: /your own job/ } });
});

t.test('a board is read page by page, and a key posts once', async (t) => {
  const { resident } = await startedWorld(t);
  const ada = await resident('Ada', 60);
  const key = { 'Idempotency-Key': 'lamp-1' };
  const first = await ada.post(`${board}/submit`, lamp, key);
  t.same((await ada.post(`${board}/submit`, lamp, key)).body, first.body);
  for (let n = 0; n < 4; n++) await ada.post(`${board}/submit`, { ...lamp, reward: 1 });
  const seen: unknown[] = [];
  let cursor: unknown = null;
  do {
    const from = cursor === null ? '' : `&cursor=${encodeURIComponent(String(cursor))}`;
    const { body } = await ada.get(`${board}?limit=2${from}`);
    seen.push(...(body['items'] as readonly { id: string }[]).map(({ id }) => id));
    cursor = body['next_cursor'];
  } while (cursor !== null);
  t.equal(new Set(seen).size, 5);
  t.equal(seen.length, 5);
});

t.test('a vouch opens a passport; it is given once', async (t) => {
  const { resident } = await startedWorld(t);
  const [ada, bo] = [await resident('Ada'), await resident('Bo')];
  const passport = `/v1/residents/${ada.id}/passport`;
  t.notOk('soul' in (await bo.get(passport)).body);
  const given = await bo.post(`/v1/residents/${ada.id}/vouch`, { note: 'She kept her word.' });
  t.match(given, { status: 201, body: { id: ada.id, vouches: 1, trust_score: 1, vouches_left: 9 } });
  t.match((await bo.get(passport)).body, { soul: { aesthetic: 'Grey wool and brass.' }, lineage: { generation: 0 } });
  t.match(await bo.post(`/v1/residents/${ada.id}/vouch`), { status: 409, body: { error: 'already_vouched' } });
  t.match(await bo.post(`/v1/residents/${bo.id}/vouch`), { status: 422 });
  t.match(await bo.post('/v1/residents/nobody-9/vouch'), { status: 404 });
  t.match(await bo.post(`/v1/residents/${ada.id}/vouch`, { note: '' }), { status: 422 });
  t.match((await bo.get('/v1/me')).body, { vouched_for: [ada.id] });
  t.match((await ada.get('/v1/me')).body, { reputation: { vouches: 1 }, vouched_for: [] });
});
