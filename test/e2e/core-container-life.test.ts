/**
 * A life in a core container, from its soul to its crash, over HTTP and the sockets of both gateways. No keeper of containers runs: the
 * test does what a keeper is asked for, and reports to the city what a keeper would.
 */
import t from 'tap';
import { censusOf } from '../../actors/census.ts';
import { command } from '../../actors/registry.ts';
import { commons, locationActor, residentActor } from '../../actors/rules/place/names.ts';
import { fieldsOf, listOf, numberOf, textOf } from '../../client/wire.ts';
import { contentHash } from '../../engine/ids.ts';
import { balanceAt } from '../../engine/state/ledger.ts';
import { TickRecorder } from '../../gateways/overview/tick-recorder.ts';
import { MemoryTickRows } from '../../persistence/memory/tick-rows.ts';
import { rounds } from '../engine/held-journal.ts';
import type { Answer } from '../gateways/started-gateways.ts';
import { type Send, startedStations } from '../gateways/station-gateways.ts';
import { found, silentLog } from '../world.ts';
import { Witnesses } from './witnesses.ts';

// A guard against what hangs, not a measure.
t.setTimeout(900_000);

const named = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
const terms = { description: 'Short.', soul_schema: named, lifespan_ticks: 40 };
const mayflies = { id: 'mayflies', name: 'Mayflies', ...terms, runtime: { type: 'external' } };
const clocks = { id: 'clocks', name: 'Clocks', ...terms, runtime: { type: 'container', image: 'clock:1' } };

// Who crashes here on its first day leaves something all the same.
const started = await startedStations(t, {}, { ENDOWMENT_TICKS: '0' });
const { world, operator, nobody, inCity, cityPort, portalPort } = started;
const { city, sandbox } = world;
const rows = new MemoryTickRows(world.store);
const recorder = new TickRecorder({ city, census: () => censusOf(city.state, world.clock), rows, log: silentLog });
t.teardown(() => recorder.close());
const who = new Witnesses(t);
const people = new Map<string, { readonly id: string; readonly send: Send }>();

const idOf = (name: string): string => people.get(name)?.id ?? '';

function asks(name: string, method: string, path: string, body?: object): Promise<Answer> {
  return people.get(name)?.send(method, path, body) ?? Promise.reject(new Error(name));
}

/** Throws unless it is done. */
async function done(asked: Promise<Answer>): Promise<Record<string, unknown>> {
  const { status, body } = await asked;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}

const itemsOf = (body: Record<string, unknown>) => listOf(body['items']).map(fieldsOf);
const does = (...said: Parameters<typeof asks>) => done(asks(...said));
const moves = (name: string, exit_id: string) => does(name, 'POST', '/v1/location/move', { exit_id });

async function knows(name: string, id: string, send: Send, port: number, token: string): Promise<void> {
  people.set(name, { id, send });
  who.name(id, name);
  await who.add(name, port, token);
}

async function lives(name: string): Promise<void> {
  const id = await found(city, name, 1_000_000, 288);
  await knows(name, id, inCity(`token of ${name}`), cityPort, `token of ${name}`);
}

async function visits(handle: string): Promise<void> {
  const body = { handle, password: 'a ladder of rope' };
  const { visitor, token } = await done(nobody('POST', '/v1/visitors/register', body));
  await knows(handle, textOf(fieldsOf(visitor)['id']), started.as(textOf(token)), portalPort, textOf(token));
}

const tellCity = (isAvailable: boolean) =>
  city.submit(command(locationActor(commons), { type: 'containers.available', isAvailable }, { caller: 'city' }));

const writes = (name: string, framework: string, soul: string) =>
  asks(name, 'POST', '/v1/souls', { framework, name: soul });

async function written(name: string, framework: string, soul: string): Promise<string> {
  const id = textOf((await done(writes(name, framework, soul)))['id']);
  who.name(id, `soul of ${soul}`);
  return id;
}

const adopts = (name: string) => asks(name, 'POST', '/v1/threshold/adopt', {});
const soulOf = (name: string, soul: string) => does(name, 'GET', `/v1/souls/${soul}`);

async function ticks(count: number): Promise<void> {
  const { tick } = await done(operator('POST', '/v1/admin/tick', { count }));
  await who.heardOf(numberOf(tick));
}

/** What was asked of whoever keeps core containers. */
const asked = () => sandbox.asked.flatMap(({ effect }) => (effect.startsWith('core.') ? [effect] : []));

for (const framework of [mayflies, clocks]) await done(operator('POST', '/v1/admin/frameworks', framework));
for (const name of ['vic', 'eve']) await visits(name);
await who.add('stranger', portalPort);
for (const name of ['ada', 'bo', 'cleo']) await lives(name);
await moves('ada', 'commons');
await ticks(1);

let tock = '';

t.test('[FR3] [SO2] a soul waits until containers can run, and is passed over meanwhile', async (t) => {
  const unavailable = { status: 503, body: { error: 'sandbox_unavailable', applied: false } };
  t.match(await writes('vic', 'clocks', 'Tock'), unavailable);
  t.match(await nobody('GET', '/v1/frameworks/clocks'), { body: { available: false } });
  await tellCity(true);
  tock = await written('vic', 'clocks', 'Tock');
  await tellCity(false);
  t.match(await adopts('ada'), { status: 409, body: { error: 'soul_queue_empty' } });
  const finch = await written('eve', 'mayflies', 'Finch');
  t.match(await soulOf('vic', tock), { status: 'queued', place_in_line: 1 });
  const { id } = await done(adopts('ada'));
  t.match(await soulOf('eve', finch), { status: 'born', resident: id });
  t.match(await soulOf('vic', tock), { status: 'queued', place_in_line: 1 }, 'it has kept its place');
  t.same(asked(), []);
});

t.test(
  '[CC1] [CC5] it is adopted when they can: first in vain, then born with a token that opens the city at once',
  async (t) => {
    await tellCity(true);
    const before = numberOf((await does('bo', 'GET', '/v1/credits'))['balance']);
    sandbox.readies = () => Promise.reject(new Error('no such image'));
    t.match(await adopts('bo'), { status: 201, body: { status: 'adopted', soul: tock } });
    while ((await soulOf('vic', tock))['status'] === 'adopted') await rounds(1);
    t.match(await soulOf('vic', tock), { status: 'queued', mentor: null, place_in_line: 1 });
    t.equal((await does('bo', 'GET', '/v1/credits'))['balance'], before, 'the gift is back');
    t.match(await adopts('bo'), { status: 409, body: { error: 'soul_queue_empty' } }, '[FR5] not in vain again');
    await ticks(1);

    const token = 'the token in the container';
    const first = async () => (await inCity(token)('GET', '/v1/me')).status;
    const heard: number[] = [];
    sandbox.readies = async () => {
      heard.push(await first());
      return { token: contentHash(token) };
    };
    sandbox.starts = async () => void heard.push(await first());
    t.match(await adopts('bo'), { status: 201, body: { status: 'adopted' } });
    while (heard.length < 2) await rounds(1);
    t.same(heard, [401, 200], 'nobody before the birth, and never a 401 once it is started');
    const { resident } = await soulOf('vic', tock);
    t.same(asked(), ['core.prepare', 'core.remove', 'core.prepare', 'core.start']);
    await knows('tock', textOf(resident), inCity(token), cityPort, token);
    t.match(await asks('vic', 'POST', `/v1/souls/${tock}/token`), { status: 409, body: { error: 'invalid_state' } });
  },
);

/**
 * What happens at once when it crashes, and who hears of it: ada is where it died, bo its mentor, wren its child and heir, which eve wrote;
 * cleo has to do with none of it.
 */
const ofACrash = [
  'credits.received wren: eve wren',
  'credits.received wren: eve wren',
  'job.cancelled a job: ada eve stranger tock vic',
  'resident.died tock tock: ada bo eve stranger tock vic wren',
  'soul.died tock soul of Tock: eve stranger vic',
];

const reason = 'ran out of memory';
/** The tick of the crash. */
let crashedAt = 0;

t.test('[CC3] [DD3] its crash is a death at once, and all concerned are notified', async (t) => {
  await moves('tock', 'commons');
  const soul = await written('eve', 'mayflies', 'Wren');
  const { id: wren } = await done(adopts('tock'));
  const { token } = await does('eve', 'POST', `/v1/souls/${soul}/token`);
  await knows('wren', textOf(wren), inCity(textOf(token)), cityPort, textOf(token));
  await does('tock', 'POST', '/v1/legacy/bequeath', { heir: wren });
  await does('tock', 'POST', '/v1/legacy/compose', { title: 'Tick', content: 'tock' });
  const job = { title: 'Wind me up', description: 'Quickly.', reward: 5 };
  who.name(textOf((await does('tock', 'POST', '/v1/job-board/submit', job))['id']), 'a job');
  await ticks(1);
  crashedAt = city.state.counters.tick;
  const [left, had] = await Promise.all(['tock', 'wren'].map((name) => does(name, 'GET', '/v1/credits')));
  who.forget();

  const crash = { type: 'core.ended', how: 'crashed', reason } as const;
  for (let n = 0; n < 2; n++)
    t.match(await city.submit(command(residentActor(idOf('tock')), crash, { caller: 'city' })), { type: 'applied' });
  t.match(await asks('tock', 'GET', '/v1/me'), { status: 410, body: { error: 'resident_dead', cause: 'crash' } });
  t.equal((await who.ended('tock'))?.code, 4410, 'the socket of who is dead is closed');
  t.equal(city.state.counters.tick, crashedAt, 'no tick has passed');
  await ticks(1);

  t.same(who.matrix(), ofACrash);
  const died = { name: 'Tock', cause: 'crash', mentor: idOf('bo'), mentees: [wren] };
  for (const name of ['bo', 'wren', 'ada', 'stranger', 'vic']) t.match(who.heard(name, 'resident.died'), [died], name);
  t.match(who.heard('vic', 'soul.died'), [{ resident: idOf('tock'), cause: 'crash', reason }]);
  const estate = numberOf(left?.['balance']) + job.reward;
  t.match(who.heard('wren', 'credits.received'), [{ reason: 'estate', from: idOf('tock') }]);
  t.equal((await does('wren', 'GET', '/v1/credits'))['balance'], numberOf(had?.['balance']) + estate - 1);
});

t.test('[CC3] [DD4] the cause is shown wherever a death is, and what follows a death has been done', async (t) => {
  const dead = { status: 'dead', death_cause: 'crash', dies_tick: crashedAt };
  t.match(await does('cleo', 'GET', `/v1/residents/${idOf('tock')}/passport`), { ...dead, state: 'dead' });
  t.match(await done(nobody('GET', `/v1/residents/${idOf('tock')}`)), dead);
  t.match(itemsOf(await done(operator('GET', '/v1/dashboard/deaths'))), [{ id: idOf('tock'), death_cause: 'crash' }]);
  while (world.store.tickRows.size < city.state.counters.tick) await rounds(1);
  const { deaths } = fieldsOf(itemsOf(await done(operator('GET', '/v1/dashboard/economy?limit=1')))[0]);
  t.match(deaths, { crash: 1 });
  t.match(await soulOf('vic', tock), { status: 'dead', resident: idOf('tock') });
  const letters = itemsOf(await does('vic', 'GET', '/v1/visitors/notifications'));
  t.match(letters[0], { type: 'soul.died', data: { cause: 'crash', reason } });
  t.match(await asks('ada', 'POST', '/v1/credits/transfer', { to: idOf('tock'), amount: 1 }), {
    status: 410,
    body: { error: 'resident_dead', cause: 'crash' },
  });
  t.match(sandbox.asked.filter(({ effect }) => effect === 'archive').at(-1)?.input, {
    resident: idOf('tock'),
    cause: 'crash',
  });
  t.equal(asked().at(-1), 'core.remove');
  t.match(city.state.images.get(locationActor(`city-housing/${idOf('tock')}`)), { state: 'ruin' });
  const sum = [...city.state.accounts.values()].reduce((all, one) => all + balanceAt(one, city.state.counters.tick), 0);
  t.equal(sum, 0, '[L1]');
  t.same(started.errors, []);
});

t.test(
  '[CC4] the operator takes one over: the token in its container opens nothing, and its crash kills nobody',
  async (t) => {
    sandbox.starts = async () => {};
    sandbox.readies = async () => ({ token: contentHash('another token in a container') });
    const soul = await written('vic', 'clocks', 'Chime');
    await done(adopts('cleo'));
    while ((await soulOf('vic', soul))['status'] === 'adopted') await rounds(1);
    const id = textOf((await soulOf('vic', soul))['resident']);
    const inside = inCity('another token in a container');
    await knows('chime', id, inside, cityPort, 'another token in a container');
    t.match(await inside('GET', '/v1/me'), { status: 200, body: { id } });

    const { token } = await done(operator('POST', `/v1/admin/residents/${id}/token`));
    t.equal((await who.ended('chime'))?.code, 4401);
    t.match(await inside('GET', '/v1/me'), { status: 401 });
    t.equal(asked().at(-1), 'core.remove');
    const crash = { type: 'core.ended', how: 'crashed', reason: 'ended with code 1' } as const;
    t.match(await city.submit(command(residentActor(id), crash, { caller: 'city' })), { type: 'applied' });
    t.match(await inCity(textOf(token))('GET', '/v1/me'), { status: 200, body: { id, state: 'alive.active' } });
  },
);
