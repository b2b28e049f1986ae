/** What strangers and the operator see of a city: residents, places, deaths, lineages, the feed. */
import t, { type Test } from 'tap';
import { act, found } from '../world.ts';
import { type Answer, ask, operatorToken, startedPortalWorld } from './started-gateways.ts';

async function town(t: Test) {
  const portal = await startedPortalWorld(t);
  const read = (path: string): Promise<Answer> => ask(`${portal.url}${path}`);
  const operate = (path: string): Promise<Answer> => ask(`${portal.url}${path}`, { token: operatorToken });
  return { ...portal, read, operate };
}

const itemsOf = ({ body }: Answer) => body['items'] as readonly Record<string, unknown>[];

t.test('[VI3] strangers see who a resident is, and where, while that is public', async (t) => {
  const { city, read } = await town(t);
  const ada = await found(city, 'Ada', 10_000, 3);
  const home = await read(`/v1/residents/${ada}`);
  t.match(home, { status: 200, body: { id: ada, name: 'Ada', status: 'alive', location: null } });
  const shown = [
    'born_at',
    'born_tick',
    'death_cause',
    'died_at',
    'dies_at',
    'dies_tick',
    'face',
    'framework',
    'id',
    'location',
    'name',
    'seq',
    'status',
  ];
  t.same(Object.keys(home.body).sort(), shown, 'and nothing else');
  await act(city, ada, { type: 'move', exit: 'commons', max_toll: null });
  t.match(await read(`/v1/residents/${ada}`), { body: { location: 'city-commons' } });
  for (let n = 0; n < 20; n++) await city.tick();
  t.match(await read(`/v1/residents/${ada}`), {
    status: 200,
    body: {
      ...{ name: 'Ada', status: 'dead', death_cause: 'natural', location: null },
      lineage: { mentor: null, mentees: [], generation: Number },
    },
  });
  t.match(await read('/v1/residents/nobody-9'), { status: 404, body: { error: 'not_found' } });
  t.match(await read('/v1/residents/%00'), { status: 404 });
});

t.test('[VI3] of places strangers see public rooms alone', async (t) => {
  const { city, read } = await town(t);
  const ada = await found(city, 'Ada', 1_000_000);
  await act(city, ada, { type: 'move', exit: 'commons', max_toll: null });
  t.match(await read('/v1/places/city-commons'), {
    status: 200,
    body: { id: 'city-commons', kind: 'commons', residents_count: 1, owner: null },
  });
  const house = encodeURIComponent(`city-housing/${ada}`);
  t.match(await read(`/v1/places/${house}`), { status: 404, body: { error: 'not_found' } });
  t.match(await read('/v1/places/nowhere'), { status: 404 });
});

t.test('the operator sees how many actors of each kind are in which state', async (t) => {
  const { city, operate, read } = await town(t);
  await found(city, 'Ada', 1_000_000);
  await found(city, 'Bo', 10_000, 2);
  const seen = async () => {
    const answer = await operate('/v1/dashboard/machines');
    return new Map(itemsOf(answer).map(({ kind, ...rest }) => [kind, rest]));
  };
  t.match((await seen()).get('resident'), { actors: 2, states: { 'alive.active': 2 } });
  for (let n = 0; n < 20; n++) {
    await city.tick();
    const walked = new Map<string, number>();
    for (const { id, state } of city.state.images.values()) {
      const name = `${id.slice(0, id.indexOf(':'))} ${state}`;
      walked.set(name, (walked.get(name) ?? 0) + 1);
    }
    const counted = [...(await seen())].flatMap(([kind, { states }]) =>
      Object.entries(states as object).map(([state, count]) => [`${kind} ${state}`, count] as const),
    );
    t.same(new Map([...counted].sort()), new Map([...walked].sort()), `after tick ${n + 1}`);
  }
  t.match((await seen()).get('resident'), { actors: 1 }, 'whoever has left is not counted');
  t.match(await read('/v1/dashboard/machines'), { status: 401 });
});

t.test('the operator pages through those who live and those who have died, whoever has left memory', async (t) => {
  const { city, operate, read } = await town(t);
  const living: string[] = [];
  for (const name of ['Ada', 'Bo', 'Cy']) living.push(await found(city, name, 1_000_000));
  const [di, ed] = [await found(city, 'Di', 10_000, 1), await found(city, 'Ed', 10_000, 2)];
  for (let n = 0; n < 20; n++) await city.tick();
  t.equal(city.state.images.has(`resident:${di}` as never), false, 'a tombstone by now');
  const first = await operate('/v1/dashboard/residents?limit=2');
  t.match(first, {
    status: 200,
    body: {
      items: [
        { id: living[0], balance: 980 },
        { id: living[1], status: 'alive' },
      ],
    },
  });
  const cursor = encodeURIComponent(String(first.body['next_cursor']));
  const second = await operate(`/v1/dashboard/residents?limit=2&cursor=${cursor}`);
  t.same(
    itemsOf(second).map(({ id }) => id),
    [living[2]],
  );
  const behind = await operate('/v1/dashboard/residents?limit=1&from=b');
  t.match(itemsOf(behind), [{ id: living[1] }], 'from the beginning of an id on');
  const dead = await operate('/v1/dashboard/deaths');
  t.match(dead, {
    status: 200,
    body: {
      items: [
        { id: ed, died_tick: 2 },
        { id: di, name: 'Di', death_cause: 'natural' },
      ],
    },
  });
  t.same((await operate('/v1/dashboard/residents?status=dead')).body, dead.body);
  const last = await operate('/v1/dashboard/deaths?limit=1');
  const older = await operate(
    `/v1/dashboard/deaths?limit=1&cursor=${encodeURIComponent(String(last.body['next_cursor']))}`,
  );
  t.same([...itemsOf(last), ...itemsOf(older)], itemsOf(dead));
  t.match(older.body['next_cursor'], null);
  t.match(await operate('/v1/dashboard/residents?status=ill'), { status: 422 });
  t.match(await read('/v1/dashboard/residents'), { status: 401 });
});

t.test('lineages begin with those who have no mentor; also of the departed', async (t) => {
  const { city, operate } = await town(t);
  const [ada, di] = [await found(city, 'Ada', 1_000_000), await found(city, 'Di', 10_000, 1)];
  t.same(
    itemsOf(await operate('/v1/dashboard/lineages')).map(({ id }) => id),
    [di, ada],
  );
  t.match(await operate(`/v1/dashboard/lineages/${ada}`), {
    status: 200,
    body: { resident: { id: ada, mentor: null, mentees: [] }, ancestors: [], descendants: [], truncated: false },
  });
  for (let n = 0; n < 20; n++) await city.tick();
  t.match(await operate(`/v1/dashboard/lineages/${di}`), {
    status: 200,
    body: { resident: { name: 'Di', status: 'dead' } },
  });
  t.match(await operate('/v1/dashboard/lineages/nobody-9'), { status: 404 });
});

t.test('the operator reads public events after a seq, in order, and goes on where the last answer ended', async (t) => {
  const { city, operate } = await town(t);
  const ada = await found(city, 'Ada', 1_000_000);
  await act(city, ada, { type: 'move', exit: 'commons', max_toll: null });
  await act(city, ada, { type: 'broadcast', text: 'good morning' });
  const all = await operate('/v1/dashboard/feed');
  const types = itemsOf(all).map(({ type }) => type);
  t.ok(types.includes('resident.born') && types.includes('message.broadcast'), types.join(' '));
  const seqs = itemsOf(all).map(({ seq }) => Number(seq));
  t.same(
    seqs,
    [...seqs].sort((a, b) => a - b),
  );
  const since = Number(all.body['since']);
  t.match(await operate(`/v1/dashboard/feed?since=${since}`), { status: 200, body: { items: [], since, gap: null } });
  await act(city, ada, { type: 'broadcast', text: 'good night' });
  const more = await operate(`/v1/dashboard/feed?since=${since}`);
  t.match(itemsOf(more), [{ type: 'message.broadcast', data: { message: 'good night' } }]);
  t.match(await operate('/v1/dashboard/feed?since=-1'), { status: 422 });
  t.match(await operate('/v1/dashboard/feed?since=999999999'), { status: 200, body: { items: [] } });
});

t.test('[VI3] [VO5] strangers see soul and kin of who is vouched for, as everybody does', async (t) => {
  const { city, read } = await town(t);
  const [ada, bo] = [await found(city, 'Ada', 1_000_000), await found(city, 'Bo', 1_000_000)];
  t.match((await read(`/v1/residents/${ada}`)).body, { soul: undefined, lineage: undefined });
  await act(city, bo, { type: 'vouch', to: ada, note: null });
  t.match((await read(`/v1/residents/${ada}`)).body, {
    soul: { aesthetic: String, personality_summary: String },
    lineage: { mentor: null, mentees: [] },
    legacy: undefined,
  });
});
