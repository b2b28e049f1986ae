/** One actor as the operator is shown it, and why something happened. */
import t, { type Test } from 'tap';
import { commons, locationActor, residentActor } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import type { JournalCommand } from '../../engine/command.ts';
import type { Chain } from '../../engine/why/causes.ts';
import { Actor } from '../../gateways/answers/actor.ts';
import { Why } from '../../gateways/answers/why.ts';
import { startCityApi } from '../../gateways/city/start-city-api.ts';
import { noPastCharts, type PastCharts, type PastMachinesOutcome } from '../../gateways/portal/routes/past-machines.ts';
import { noTrace, type Trace, type Traced } from '../../gateways/portal/routes/why.ts';
import { CityCharts } from '../../host/charts.ts';
import { act, found } from '../world.ts';
import { ask, operatorToken, optionsOf, post, startedPortalWorld } from './started-gateways.ts';

async function town(t: Test, trace?: Trace, pastCharts?: PastCharts) {
  const charts = new CityCharts();
  const more = { charts, ...(trace && { trace }), ...(pastCharts && { pastCharts }) };
  const portal = await startedPortalWorld(t, {}, more, {}, charts.engineOptions);
  const operate = (path: string) => ask(`${portal.url}/v1/dashboard${path}`, { token: operatorToken });
  const actor = async (id: string) => Actor.parse((await operate(`/actors/${id}`)).body);
  const refusedIn = (resident: string, type: string, fields: object) =>
    act(portal.city, resident, { type, ...fields }, view('machines', {}));
  return { ...portal, charts, operate, actor, refusedIn };
}

t.test('[PE1] an actor is shown with what it would take, and the guard that stands in the way', async (t) => {
  const { city, actor } = await town(t);
  const ada = await found(city, 'Ada', 10_000);
  const event = async (type: string) => (await actor(`resident:${ada}`)).events.find((one) => one.type === type);
  t.match(await event('letter'), { is_command: true, taken: 'depends', in_the_way: [], asks: ['addressesItself'] });
  t.match(await event('broadcast'), { taken: 'yes', transition: /: broadcast\[1\]$/, in_the_way: [], asks: [] });
  await act(city, ada, { type: 'move', exit: 'commons', max_toll: null });
  t.match(await event('letter'), {
    ...{ taken: 'no', transition: /: letter\[0\]$/, asks: [] },
    in_the_way: [{ guard: 'not(isHome)', holds: true }],
  });
  await act(city, ada, { type: 'broadcast', text: 'Good morning.' });
  t.match(await event('broadcast'), { taken: 'yes', transition: /: broadcast\[0\]$/ }, 'it has spoken');
});

t.test('what it keeps is shown, of its token only that it has one', async (t) => {
  const { city, actor } = await town(t);
  const ada = await found(city, 'Ada', 10_000);
  const image = city.state.images.get(residentActor(ada));
  const shown = await actor(`resident:${ada}`);
  t.match(shown, { kind: 'resident', chart: 'resident', state: 'alive.active', is_there: true, quarantined: false });
  t.same(shown.context, JSON.parse(JSON.stringify({ ...image?.context, token: 'hidden' })));
  t.match(await actor('location:city-commons'), { kind: 'location', chart: 'commons' }, 'the chart of its own');
});

t.test('[RF1] its newest turns and refusals, newest first', async (t) => {
  const { city, actor, refusedIn } = await town(t);
  const ada = await found(city, 'Ada', 10_000);
  t.same((await actor(`resident:${ada}`)).refusals, []);
  await act(city, ada, { type: 'move', exit: 'commons', max_toll: null });
  await refusedIn(ada, 'move', { exit: 'no-such-exit', max_toll: null });
  await refusedIn(ada, 'letter', { to: ada, text: 'To myself.' });
  const { refusals, turns } = await actor(`resident:${ada}`);
  const self = `resident:${ada}`;
  t.match(refusals, [
    { command: 'event', caller: self, to: self, event: 'letter', code: 'location_required' },
    { event: 'move', code: 'exit_not_found', turn: city.state.counters.turn + 1 },
  ]);
  const [moved, born] = turns;
  t.match(moved, { command: 'event', event: 'move', to: self, state: 'alive.active' });
  t.match(born, { caller: 'operator', event: 'found', to: 'location:city-commons', state: 'alive.active' });
  t.ok(moved?.events && moved.events.from <= moved.events.to);
});

t.test('[RF1] what a gateway refused at its door is among them: who it was, what it asked, how often', async (t) => {
  const { city, actor, charts } = await town(t);
  const ada = await found(city, 'Ada', 10_000);
  const more = { portalPort: () => 3002, onRefused: charts.refusedAtDoor };
  const gateway = await startCityApi({ ...optionsOf(city, { residentRatePerMinute: 3 }, []), ...more });
  t.teardown(() => gateway.close());
  const url = `http://127.0.0.1:${gateway.port}`;
  const speak = async (message: unknown, token = 'token of Ada') =>
    (await post(`${url}/v1/mesh/broadcast`, token, { message })).status;
  t.same([await speak(5), await speak(null), await speak('Good morning.')], [422, 422, 201]);
  t.same([await speak('Hello?'), await speak('Hello?', 'token of nobody')], [429, 401]);
  const { refusals } = await actor(`resident:${ada}`);
  const atDoor = { turn: null, command: null, caller: `resident:${ada}`, to: null, event: null };
  const request = 'POST /v1/mesh/broadcast';
  t.match(refusals, [
    { ...atDoor, request, code: 'rate_limited', times: 1 },
    { ...atDoor, request, code: 'invalid_request', times: 2, context: { issues: [{ path: 'message' }] } },
  ]);
  t.equal(refusals.length, 2);
});

const command: JournalCommand = {
  ...{ turn: 3, at: 0, type: 'event', caller: 'operator', to: locationActor(commons) },
  event: { type: 'found', token: 'a hash', name: 'Ada' },
};
const chain: Chain = {
  links: [
    {
      path: [1],
      trace: {
        ...{ turn: 3, at: 0, tick: 1, command, taken: null, askedIn: null, events: { from: 7, to: 8 } },
        accounts: [
          {
            ...{ account: 'treasury', before: 500, after: -1_000, posted: -1_500, upkeep: 0 },
            since: { turn: 1, balance: 0, ticks: 1, perTick: 500, upkeep: 500 },
          },
        ],
        upkeep: 0,
        messages: [
          {
            ...{ number: 1, origin: { type: 'command' }, to: command.to, event: command.event },
            ...{ from: 'open', state: 'open', events: [7, 8], born: [], asked: [] },
            steps: [{ from: '', event: 'found', guard: null, to: null }],
            postings: [
              {
                ...{ from: 'treasury', to: residentActor('ada-1'), amount: 1_500, reason: 'seed' },
                ...{ payerBalance: -1_500, payeeBalance: 1_500 },
              },
            ],
          },
        ],
      },
    },
  ],
  end: { type: 'command' },
};

t.test('[WY2] what a caller named as its cause, and what was added in a fork, is told as such', async (t) => {
  const links = chain.links.flatMap((link) => [
    { ...link, trace: { ...link.trace, command: { ...command, cause: 7 } } },
    { ...link, said: 7, trace: { ...link.trace, command: { ...command, intervention: true as const } } },
  ]);
  const { city, operate } = await town(t, async () => ({ type: 'traced', chain: { ...chain, links } }));
  await found(city, 'Ada', 10_000);
  const { turns } = Why.parse((await operate('/events/1/why')).body);
  t.match(turns, [
    { said: null, command: { intervention: false } },
    { said: 7, command: { intervention: true } },
  ]);
});

t.test('what led to an event or a turn is told in credits, and without tokens', async (t) => {
  const asked: unknown[] = [];
  const { city, operate } = await town(t, async (what, links) => {
    asked.push([what, links]);
    return { type: 'traced', chain };
  });
  await found(city, 'Ada', 10_000);
  const { status, body } = await operate('/events/1/why?links=3');
  t.equal(status, 200);
  const { turns, end } = Why.parse(body);
  t.same(end, { type: 'command', note: null, turn: null });
  t.match(turns, [
    {
      ...{ turn: 3, at: '1970-01-01T00:00:00.000Z', events: { from: 7, to: 8 } },
      command: {
        type: 'event',
        caller: 'operator',
        event: { type: 'found', fields: { token: 'hidden', name: 'Ada' } },
      },
      messages: [{ number: 1, led_here: true, origin: { type: 'command' }, postings: [{ amount: 1.5 }] }],
      accounts: [
        {
          ...{ account: 'treasury', before: 0.5, after: -1, posted: -1.5, upkeep: 0 },
          since: { turn: 1, balance: 0, ticks: 1, per_tick: 0.5, upkeep: 0.5 },
        },
      ],
      upkeep: 0,
    },
  ]);
  t.equal((await operate('/turns/1')).status, 200);
  t.same(asked, [
    [{ type: 'event', seq: 1 }, 3],
    [{ type: 'turn', turn: 1 }, 20],
  ]);
});

t.test('what cannot be told is said in a sentence', async (t) => {
  const comes: Traced[] = [
    { type: 'absent', why: 'Turn 1 is not there: the city has turns 9 to 12; what was before is pruned.' },
    { type: 'untraceable', why: 'Turns 1 to 2 were made by an earlier version of the code.' },
    { type: 'busy' },
  ];
  const { city, operate } = await town(t, async () => comes.shift() ?? { type: 'busy' });
  await found(city, 'Ada', 10_000);
  t.match(await operate('/turns/1'), { status: 404, body: { error: 'not_found', kind: 'turn', message: /is pruned/ } });
  t.match(await operate('/events/1/why'), {
    ...{ status: 409, body: { error: 'untraceable', message: /earlier version/ } },
  });
  const busy = await operate('/turns/1');
  t.match(busy, { status: 503, body: { error: 'busy' } });
  t.equal(busy.headers.get('Retry-After'), '5');
  for (const path of ['/turns/99999', '/events/99999/why', '/turns/soon', '/events/-1/why', '/actors/dragon:smaug'])
    t.match(await operate(path), { status: 404, body: { error: 'not_found' } }, path);
  for (const links of ['0', '21', 'all']) t.equal((await operate(`/turns/1?links=${links}`)).status, 422, links);
});

t.test('how many were in which state after a turn is told, or a sentence why not', async (t) => {
  const items = [{ kind: 'job', charts: [{ chart: 'job', actors: 2, states: { open: 2 } }] }];
  const comes: PastMachinesOutcome[] = [
    { type: 'opened', machines: { turn: 1, tick: 4, at: 0, items } },
    { type: 'absent', why: 'Turn 1 is not there: what was before is pruned.' },
    { type: 'untraceable', why: 'It is damaged.' },
  ];
  const machinesAt = async () => comes.shift() ?? ({ type: 'busy' } as const);
  const { city, operate, url } = await town(t, noTrace, { ...noPastCharts, machinesAt });
  await found(city, 'Ada', 10_000);
  const look = () => operate('/turns/1/machines');
  t.match(await look(), { status: 200, body: { turn: 1, tick: 4, at: '1970-01-01T00:00:00.000Z', items } });
  t.match(await look(), { status: 404, body: { error: 'not_found', message: /is pruned/ } });
  t.match(await look(), { status: 409, body: { error: 'untraceable', message: /is damaged/ } });
  t.match(await look(), { status: 503, body: { error: 'busy' } });
  for (const path of ['/turns/99999/machines', '/turns/soon/machines'])
    t.match(await operate(path), { status: 404, body: { error: 'not_found' } }, path);
  t.match(await ask(`${url}/v1/dashboard/turns/1/machines`), { status: 401 });
});

t.test('who was in a state after a turn is told in pages', async (t) => {
  const asked: unknown[] = [];
  const actorsAt: PastCharts['actorsAt'] = async (turn, of) => {
    asked.push([turn, of]);
    const items = [{ id: 'job:job_a', state: 'open', turn: 1, quarantined: false }];
    return {
      type: 'opened',
      actors: { turn, tick: 4, at: 0, items, next_cursor: asked.length === 1 ? 'job:job_a' : null },
    };
  };
  const { city, operate, url } = await town(t, noTrace, { ...noPastCharts, actorsAt });
  await found(city, 'Ada', 10_000);
  const path = '/turns/1/machines/job/actors?state=open&limit=1';
  const { status, body } = await operate(path);
  t.match([status, body], [200, { turn: 1, tick: 4, items: [{ id: 'job:job_a' }] }]);
  t.match(await operate(`${path}&cursor=${body['next_cursor']}`), { status: 200, body: { next_cursor: null } });
  const of = { kind: 'job', chart: null, state: 'open', limit: 1 };
  t.same(asked, [
    [1, { ...of, after: null }],
    [1, { ...of, after: 'job:job_a' }],
  ]);
  t.match(await operate(`${path}&cursor=job:job_a`), { status: 422 }, 'a cursor that was not given out');
  t.match(await operate('/turns/99999/machines/job/actors'), { status: 404 });
  t.match(await ask(`${url}/v1/dashboard${path}`), { status: 401 });
});

t.test('turns from before the start are told in pages, up to the newest', async (t) => {
  const asked: unknown[] = [];
  const turnsOf: PastCharts['turnsOf'] = async (of) => {
    asked.push(of);
    const to = residentActor('ada-1');
    const one = { turn: 7, at: 0, command: 'event', caller: to, to, event: 'broadcast', state: null } as const;
    return { type: 'opened', page: { turns: [one], next: asked.length === 1 ? 7 : null } };
  };
  const { city, operate, url } = await town(t, noTrace, { ...noPastCharts, turnsOf });
  const ada = await found(city, 'Ada', 10_000);
  const path = `/actors/resident:${ada}/turns?limit=1`;
  const { status, body } = await operate(path);
  t.match([status, body], [200, { items: [{ turn: 7, event: 'broadcast', at: '1970-01-01T00:00:00.000Z' }] }]);
  t.match(await operate(`${path}&cursor=${body['next_cursor']}`), { status: 200, body: { next_cursor: null } });
  const of = { actor: residentActor(ada), limit: 1 };
  t.same(asked, [
    { ...of, before: city.health.committedTurn + 1 },
    { ...of, before: 7 },
  ]);
  t.match(await ask(`${url}/v1/dashboard${path}`), { status: 401 });
});

t.test('nobody but the operator looks, and where no past is opened that is said', async (t) => {
  const { city, operate, url } = await town(t);
  const ada = await found(city, 'Ada', 10_000);
  for (const path of [`/actors/resident:${ada}`, '/turns/1', '/events/1/why'])
    t.match(await ask(`${url}/v1/dashboard${path}`), { status: 401 });
  t.match(await operate('/turns/1'), { status: 409, body: { error: 'untraceable' } });
  t.match(await operate('/turns/1/machines'), { status: 409, body: { error: 'untraceable' } });
});
