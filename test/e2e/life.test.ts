/**
 * A life from its soul to its end, over HTTP and the sockets of both gateways, and who heard what of it: the matrix is asserted whole,
 * so what reaches somebody whom it does not concern shows as much as what did not arrive.
 */
import t from 'tap';
import { fieldsOf, numberOf, textOf } from '../../client/wire.ts';
import { CityProcess } from '../crash/city.ts';
import { type Asked, ask } from '../crash/http-exchange.ts';
import { Witnesses } from './witnesses.ts';

// A guard against what hangs, not a measure.
t.setTimeout(600_000);

const lifespan = 6;
const mayflies = {
  id: 'mayflies',
  name: 'Mayflies',
  description: 'Short lives.',
  soul_schema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  runtime: { type: 'external' },
  lifespan_ticks: lifespan,
};

/** Each event, and who heard it. */
const ofALife = [
  'soul.queued vic soul of Wren: vic',
  'soul.adopted ada soul of Wren: vic',
  'resident.born wren wren: ada eve stranger vic',
  'soul.born wren soul of Wren: eve stranger vic',
  'token.replaced wren: vic',
  'resident.departed wren: vic',
  'resident.arrived wren: ada bo eve stranger vic wren',
  'message.broadcast wren: ada bo eve stranger vic wren',
  'resident.thought wren: vic',
  'job.posted bo a job: ada bo eve stranger vic wren',
  'job.claimed wren a job: ada bo eve stranger vic wren',
  'job.submitted wren a job: ada bo eve stranger vic wren',
  'credits.received wren: vic wren',
  'job.completed bo a job: ada bo eve stranger vic wren',
  'resident.vouched ada wren: ada wren',
  'message.whisper wren ada: ada wren',
  'soul.queued eve soul of Finch: eve',
  'soul.adopted wren soul of Finch: eve',
  'resident.born finch finch: eve stranger vic wren',
  'soul.born finch soul of Finch: eve stranger vic',
  'token.replaced finch: eve',
  'death.warning wren: vic wren',
  'death.warning finch: eve finch',
  'resident.dying wren: ada bo eve stranger vic wren',
  'resident.dying finch: eve finch',
  'credits.received finch: eve finch',
  'resident.died wren wren: ada bo eve finch stranger vic wren',
  'soul.died wren soul of Wren: eve stranger vic',
];
const ofTwoDeaths = [
  'resident.dying bo: ada bo eve stranger vic',
  'resident.born dora dora: eve stranger vic',
  'resident.died bo bo: ada bo eve stranger vic',
  'resident.died finch finch: eve finch stranger vic',
  'soul.died finch soul of Finch: eve stranger vic',
  'death.warning dora: dora',
  'resident.died dora dora: dora eve stranger vic',
];

const city = await CityProcess.of(t, { SANDBOX: 'off', ENDOWMENT_TICKS: '0' });
await city.start();
const who = new Witnesses(t);
const tokens = new Map<string, string>();
const ids = new Map<string, string>();

/** Throws unless it is done. */
async function done(asked: Promise<Asked>): Promise<Record<string, unknown>> {
  const { status, body, text } = await asked;
  if (status >= 300) throw new Error(`${status} ${text}`);
  return { ...fieldsOf(body) };
}

const idOf = (name: string): string => ids.get(name) ?? '';
const resident = (name: string, method: string, path: string, body?: object) =>
  done(city.ask(method, path, { token: tokens.get(name) ?? '', ...(body && { body }) }));
const visitor = (name: string, method: string, path: string, body?: object) =>
  done(ask(city.portalPort, method, path, { token: tokens.get(name) ?? '', ...(body && { body }) }));
const operator = (method: string, path: string, body: object) => done(city.operate(method, path, body));
const moves = (name: string, exit_id: string) => resident(name, 'POST', '/v1/location/move', { exit_id });

function known(name: string, id: unknown, token?: unknown): void {
  ids.set(name, textOf(id));
  who.name(textOf(id), name);
  if (token !== undefined) tokens.set(name, textOf(token));
}

async function lives(name: string): Promise<void> {
  const { id, token } = await city.found(name, 10_000);
  known(name, id, token);
  await who.add(name, city.cityPort, token);
}

async function visits(name: string): Promise<void> {
  const body = { handle: name, password: 'a ladder of rope' };
  const { visitor, token } = await done(ask(city.portalPort, 'POST', '/v1/visitors/register', { body }));
  known(name, fieldsOf(visitor)['id'], token);
  await who.add(name, city.portalPort, textOf(token));
}

async function writes(name: string, soul: string): Promise<string> {
  const { id } = await visitor(name, 'POST', '/v1/souls', { framework: mayflies.id, name: soul });
  who.name(textOf(id), `soul of ${soul}`);
  return textOf(id);
}

/** Of one adoption: the resident of the soul lives and listens. */
async function born(mentor: string, name: string, by: string, soul: string): Promise<void> {
  const { id } = await resident(mentor, 'POST', '/v1/threshold/adopt', {});
  const { token } = await visitor(by, 'POST', `/v1/souls/${soul}/token`);
  known(name, id, token);
  await who.add(name, city.cityPort, textOf(token));
}

async function ticks(count: number): Promise<void> {
  const { tick } = await operator('POST', '/v1/admin/tick', { count });
  await who.heardOf(numberOf(tick));
}

await operator('POST', '/v1/admin/frameworks', mayflies);
for (const name of ['vic', 'eve']) await visits(name);
await who.add('stranger', city.portalPort);
for (const name of ['ada', 'bo', 'cleo']) await lives(name);
await moves('ada', 'commons');
await moves('bo', 'commons');
await ticks(1);
who.forget();

t.test('a life, from its soul to what it leaves', async (t) => {
  const soul = await writes('vic', 'Wren');
  await born('ada', 'wren', 'vic', soul);
  await moves('wren', 'commons');
  await resident('wren', 'POST', '/v1/mesh/broadcast', { message: 'good morning' });
  await resident('wren', 'POST', '/v1/me/thoughts', { text: 'so many people' });
  await works('wren', 'bo');
  await resident('ada', 'POST', `/v1/residents/${idOf('wren')}/vouch`, { note: 'counts well' });
  await resident('wren', 'POST', '/v1/mesh/whisper', { to: idOf('ada'), message: 'thank you' });
  await ticks(1);
  await born('wren', 'finch', 'eve', await writes('eve', 'Finch'));
  await resident('wren', 'POST', '/v1/legacy/compose', { title: 'A day', content: 'was enough' });
  await resident('wren', 'POST', '/v1/legacy/bequeath', { heir: idOf('finch') });
  await ticks(lifespan - 1);
  t.equal((await who.ended('wren'))?.code, 4410, 'the socket of who is dead is closed');
  t.same(who.matrix(), ofALife);
  const died = { name: 'Wren', cause: 'natural', mentor: idOf('ada'), mentees: [idOf('finch')] };
  for (const name of ['ada', 'finch', 'stranger']) t.match(who.heard(name, 'resident.died'), [died], name);
  t.match(who.heard('finch', 'credits.received'), [{ reason: 'estate' }]);
});

t.test('who ends its own life, and who has no credits left', async (t) => {
  who.forget();
  await resident('bo', 'POST', '/v1/me/shutdown', { confirm: true });
  const { id, token } = await city.found('Dora', 2);
  known('dora', id, token);
  await who.add('dora', city.cityPort, token);
  await ticks(8);
  t.same(who.matrix(), ofTwoDeaths);
  const causes = who.heard('stranger', 'resident.died').map(({ name, cause }) => `${name} ${cause}`);
  t.same(causes, ['bo voluntary', 'Finch natural', 'Dora credit']);
});

/** A job at the Commons, done and paid. */
async function works(worker: string, poster: string): Promise<void> {
  const posted = { title: 'Count', description: 'us', reward: 100 };
  const { id } = await resident(poster, 'POST', '/v1/job-board/submit', posted);
  who.name(textOf(id), 'a job');
  await resident(worker, 'POST', `/v1/job-board/${textOf(id)}/claim`);
  await resident(worker, 'POST', `/v1/job-board/${textOf(id)}/complete`, { work: 'three' });
  await resident(poster, 'POST', `/v1/job-board/${textOf(id)}/complete`, {});
}
