/**
 * What every service keeps, whatever it does, in the city's process and in one of its own behind HTTP. A service on the list of
 * `contract/subjects.ts` is held to all of it.
 */
import t, { type Test } from 'tap';
import { must } from '../../engine/assert.ts';
import {
  type AnyOperation,
  answer,
  paidAnswer,
  type ServiceCall,
  type ServiceOutcome,
  type ServiceStream,
} from '../../services/contract.ts';
import { type Hostile, hostileTo } from './contract/hostile.ts';
import { type Given, type Subject, subjects } from './contract/subjects.ts';
import { type Caller, type Made, pathOf, run, type Standing, standing, type Way, ways } from './contract/ways.ts';

const operationsOf = ({ service }: Subject) => Object.entries(service.manifest.operations);

async function isSound(t: Test, subject: Subject): Promise<void> {
  const { manifest, skill } = subject.service;
  t.match(manifest.id, /^[a-z][a-z0-9-]{0,49}$/);
  t.match(skill, /^# /);
  for (const text of [manifest.name, manifest.description, manifest.pricing]) t.match(text, /\S/);
  t.ok(Number.isSafeInteger(manifest.callsPerMinute) && manifest.callsPerMinute > 0);
  t.ok(manifest.deadlineMs > 0 && manifest.deadlineMs <= 300_000);
  const sampled = new Set(subject.samples.map(({ operation }) => operation));
  t.same(
    operationsOf(subject)
      .map(([name]) => name)
      .filter((name) => !sampled.has(name)),
    [],
    'each operation has a sample',
  );
  const places = operationsOf(subject).map(([, { method, path }]) => `${method} ${path.replace(/:\w+/g, ':')}`);
  t.equal(new Set(places).size, places.length, 'no two operations have one path');
  t.notOk(places.includes('GET /skill'), 'which is where its text is');
  for (const [name, operation] of operationsOf(subject)) isSoundOperation(t, name, operation);
}

function isSoundOperation(t: Test, name: string, operation: AnyOperation): void {
  const { method, path, params, body, price, streams } = operation;
  t.match(path, /^(\/(:?[a-z][a-z0-9_]*))+$/, name);
  const names = [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
  const plain = Object.fromEntries(names.map((one) => [one, 'x-1']));
  t.equal(params?.safeParse(plain).success ?? true, true, `${name} takes the parameters of its path`);
  t.equal(params?.safeParse({ ...plain, unexpected: 'x' }).success ?? false, false, name);
  t.equal(params === undefined && names.length > 0, false, `${name}: parameters have a schema`);
  t.equal(method === 'GET' && body !== undefined, false, `${name}: what only looks has no body`);
  t.equal(price === 'free' && streams !== undefined, false, `${name}: a free call does not stream`);
  if (price !== 'free') t.match(price.text, /\S/);
}

const secrets = /token of|Bearer/i;

async function answers(t: Test, at: Standing, subject: Subject, way: Way): Promise<void> {
  const [ada, bo] = [await at.resident(), await at.resident()];
  at.heard.length = 0;
  at.headers.length = 0;
  for (const { sample, answer } of await run(at, subject, ada)) {
    const { status = 200, answer: schema } = must(at.manifest.operations[sample.operation], sample.operation);
    t.equal(answer.status, status, `${sample.operation}: ${JSON.stringify(answer.body)}`);
    t.equal(schema.safeParse(answer.body).error, undefined, sample.operation);
  }
  const ofAda = at.heard.splice(0);
  await run(at, subject, bo);
  const callers = (heard: Standing['heard']) =>
    new Set(heard.map(({ call: { caller } }) => `${caller.pseudonym} ${caller.resident}`));
  const told = [ofAda, at.heard].map(callers);
  t.same(
    told.map(({ size }) => size),
    [1, 1],
    'a caller is always told by the same pseudonym',
  );
  t.not([...(told[0] ?? [])][0], [...(told[1] ?? [])][0], 'and two by different ones');
  const knowsWhy = at.manifest.knowsResidentBecause !== undefined;
  for (const { operation, call } of ofAda) {
    t.equal(call.caller.resident, knowsWhy ? ada.id : '', operation);
    t.notMatch(JSON.stringify({ ...call, signal: null }), secrets);
    if (!knowsWhy) t.notMatch(JSON.stringify({ ...call, signal: null }), ada.id);
    t.equal(call.balance > 0, at.manifest.operations[operation]?.needsBalance === true, `${operation}: what one has`);
  }
  if (way === 'over HTTP') t.same(headersSeen(at), knowsWhy ? [...always, 'x-city-resident-id'].sort() : always);
}

const always = [
  ...['accept', 'accept-encoding', 'accept-language', 'connection', 'content-type', 'host', 'sec-fetch-mode'],
  ...['user-agent', 'x-city-call', 'x-city-hold', 'x-city-resident', 'x-city-signature', 'x-city-time'],
];

/** Names of headers, but for those that only some calls have. */
const headersSeen = ({ headers }: Standing) =>
  [...new Set(headers.flat())].filter((name) => !/^(x-city-(key|balance)|content-length)$/.test(name)).sort();

async function actsOnce(t: Test, at: Standing, { samples }: Subject): Promise<void> {
  const ada = await at.resident();
  const answers = new Map<string, Made['answer']['body']>();
  const known = { own: ada.id, answers };
  for (const [n, { operation, asks, other }] of samples.entries()) {
    const { method, price } = must(at.manifest.operations[operation], operation);
    const given = asks(known);
    const under = (one: Given) => at.ask(ada, operation, one, { 'Idempotency-Key': `key ${n}` });
    const before = await at.kept();
    const first = await under(given);
    answers.set(operation, first.body);
    const after = await at.kept();
    if (method === 'GET' || price !== 'free') continue;
    const again = await under(given);
    t.same([again.status, again.body], [first.status, first.body], `${operation} answers a repeat as it did`);
    t.equal(await at.kept(), after, `${operation} does nothing again`);
    if (other === undefined)
      t.equal(
        method === 'POST' && after !== before && given.body !== undefined,
        false,
        `${operation} writes: another body for its key is missing`,
      );
    else if (after !== before) {
      const wrong = await under({ ...given, body: other(known) });
      t.match(wrong, { status: 422, body: { error: 'idempotency_mismatch' } }, operation);
      t.equal(await at.kept(), after, `${operation} does nothing for another request under its key`);
    }
  }
}

async function refuses(t: Test, at: Standing, subject: Subject, way: Way): Promise<void> {
  const ada = await at.resident();
  const done = await run(at, subject, ada);
  for (const { operation, asks, status, says } of subject.refused) {
    const given = asks(must(done.at(-1), 'a sample').known);
    t.match(await at.ask(ada, operation, given), { status, body: says }, operation);
  }
  const complaints: string[] = [];
  for (const { sample, given } of done) {
    const operation = must(at.manifest.operations[sample.operation], sample.operation);
    for (const one of hostileTo(operation, given, sample.operation in subject.loose)) {
      const answer = await at.ask(ada, sample.operation, one.given);
      const wrong = wrongWith(one, answer) ?? (way === 'over HTTP' && (await wrongBehind(at, sample.operation, one)));
      if (wrong)
        complaints.push(`${sample.operation} ${one.place} ${one.what.slice(0, 80)}: ${one.fate}, but ${wrong}`);
    }
  }
  t.same(complaints.slice(0, 20), []);
}

type Issues = readonly { readonly path: string; readonly message: string }[];

function wrongWith({ fate, place }: Hostile, { status, body }: Pick<Made['answer'], 'status' | 'body'>) {
  const says = `${status} ${JSON.stringify(body).slice(0, 200)}`;
  if (![200, 201, 404, 409, 413, 422, 431].includes(status)) return says;
  if (status === 422 && body['error'] === 'invalid_request' && (body['issues'] as Issues).length === 0) return says;
  if (fate === 'refused' && status < 300) return says;
  if (fate === 'named' && (status !== 422 || !isNamed(place, body['issues'] as Issues))) return says;
  return undefined;
}

const isNamed = (place: string, issues: Issues): boolean =>
  issues.some(
    ({ path, message }) =>
      (path !== '' && (place === path || place.startsWith(`${path}.`) || path.startsWith(`${place}.`))) ||
      message.includes(place.split('.').at(-1) ?? place),
  );

/** The service itself refuses it as well: somebody else than the city may stand before it. */
async function wrongBehind(at: Standing, name: string, one: Hostile): Promise<string | undefined> {
  const { params = {}, query = {}, body = {} } = one.given;
  const outcome = await must(at.handlers[name], name)({ ...callOf({ params, query, body }) });
  if (outcome.type !== 'refused') return one.fate === 'handled' ? undefined : `the service answered`;
  if (outcome.code === 'service_failed') return `the service failed: ${outcome.reason}`;
  const status = outcome.code === 'not_found' ? 404 : 422;
  return wrongWith(one, { status, body: { error: outcome.code, ...outcome } });
}

const callOf = (given: ServiceCall['given'], signal = new AbortController().signal): ServiceCall => ({
  ...given,
  given,
  caller: { pseudonym: 'pseudonym of nobody', resident: 'nobody-1' },
  ...{ key: null, hold: 0, balance: 0, signal },
});

const volatile = /\b(addr|msg|chatcmpl)[_-][\w-]+|\d{4}-\d\d-\d\dT[\d:.]+Z/g;
const shown = ({ status, body }: Made['answer']) => [status, JSON.parse(JSON.stringify(body).replace(volatile, '$1'))];

async function isTheSame(t: Test, subject: Subject): Promise<void> {
  const seen: unknown[][] = [];
  for (const way of ways) {
    const at = await standing(t, subject, way);
    const ada = await at.resident();
    const done = await run(at, subject, ada);
    const rest = [];
    for (const { operation, asks } of subject.refused)
      rest.push(await at.ask(ada, operation, asks(must(done.at(-1), 'a sample').known)));
    const all = [...done.map(({ answer }) => answer), ...rest, await ada.get('/v1/me')];
    seen.push(all.map(shown));
  }
  t.same(seen[1], seen[0]);
}

/** Resolves when it is called. */
function signalled(): { readonly called: Promise<void>; readonly call: () => void } {
  let call: () => void = () => undefined;
  const called = new Promise<void>((resolve) => {
    call = resolve;
  });
  return { called, call };
}

async function ends(t: Test, at: Standing, subject: Subject, way: Way): Promise<void> {
  const ada = await at.resident();
  const done = await run(at, subject, ada);
  for (const { sample, given } of done) {
    at.heard.length = 0;
    const { operation } = sample;
    const waiting = { hasGone: true, goneSignal: () => AbortSignal.abort() };
    const call = { ...callOf(partsOf(given), AbortSignal.abort()), ...parsed(at, operation, given), waiting };
    const handled = await at.calls.handle({ service: at.manifest.id, operation }, ada.id, call);
    t.match(handled, { type: 'refused' }, operation);
    t.same(at.heard, [], operation);
    const [begun, gone, leaves] = [signalled(), signalled(), new AbortController()];
    at.instead = ({ signal }) => {
      begun.call();
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          gone.call();
          reject(new Error('gone'));
        });
      });
    };
    const left = fetched({ at, who: ada }, operation, given, leaves.signal).catch(() => 'left');
    await Promise.race([begun.called, left]);
    leaves.abort();
    await gone.called;
    t.equal(await left, 'left', `${operation}: who goes ends it`);
    at.instead = undefined;
    if (at.manifest.operations[operation]?.streams !== undefined)
      await streams(t, { at, who: ada }, operation, given, way);
  }
}

interface Asked {
  readonly at: Standing;
  readonly who: Caller;
}

const partsOf = ({ params = {}, query = {}, body = {} }: Given) => ({ params, query, body });

function parsed(at: Standing, name: string, given: Given) {
  const { params, query, body } = must(at.manifest.operations[name], name);
  const parts = partsOf(given);
  return {
    params: params?.parse(parts.params) ?? {},
    query: query?.parse(parts.query) ?? {},
    body: body?.parse(parts.body) ?? {},
  };
}

const fetched = (
  { at, who }: Asked,
  name: string,
  given: Given,
  signal: AbortSignal | null = null,
): Promise<Response> => {
  const operation = must(at.manifest.operations[name], name);
  const headers = { Authorization: `Bearer ${who.token}` };
  const body = operation.method === 'POST' ? { body: JSON.stringify(given.body ?? {}) } : {};
  const init = { method: operation.method, headers, signal, ...body };
  return fetch(`${at.url}${pathOf(at.manifest, operation, given)}`, init);
};

async function streams(t: Test, asked: Asked, name: string, { body, ...rest }: Given, way: Way): Promise<void> {
  const { at } = asked;
  const given = { ...rest, body: { ...body, stream: true } };
  at.heard.length = 0;
  if (way === 'over HTTP') {
    const refused = await fetched(asked, name, given);
    t.match([refused.status, await refused.json()], [422, { issues: [{ path: 'stream' }] }], name);
    t.same(at.heard, [], `${name}: nobody is asked for a stream that could not be handed on`);
    return;
  }
  const whole = await eventsOf(asked, name, given);
  t.match(whole.at(-2), /"cost":/, name);
  const producing = (after: Promise<unknown>) => async (): Promise<ServiceStream> => ({
    type: 'stream',
    events: textsThen(whole.slice(0, -2), after),
    cost: async () => 1,
    last: () => whole.slice(-2),
  });
  at.instead = producing(Promise.resolve());
  t.same(await eventsOf(asked, name, given), whole, `${name}: as it was produced`);
  const [again, leaves] = [signalled(), new AbortController()];
  at.instead = async ({ signal }) => {
    signal.addEventListener('abort', again.call);
    return producing(again.called)();
  };
  await fetched(asked, name, given, leaves.signal);
  leaves.abort();
  await again.called;
  t.pass(`${name}: who leaves ends it`);
  at.instead = undefined;
}

async function* textsThen(texts: readonly string[], after: Promise<unknown>): AsyncGenerator<string> {
  yield* texts;
  await after;
}

async function eventsOf(asked: Asked, name: string, given: Given): Promise<readonly string[]> {
  const text = await (await fetched(asked, name, given)).text();
  return text.split('\n\n').flatMap((event) => (event.startsWith('data: ') ? [event.slice(6)] : []));
}

async function breaks(t: Test, at: Standing, subject: Subject): Promise<void> {
  const ada = await at.resident();
  const done = await run(at, subject, ada);
  const before = (await ada.get('/v1/me')).body['balance'];
  const fates: readonly (() => Promise<ServiceOutcome>)[] = [
    () => Promise.reject(new Error('secret: no such table, at /srv/secret.ts:7')),
    () => Promise.resolve(paidAnswer(100_000_000, { secret: 7 })),
    () => Promise.resolve(answer([{ secret: 7 }])),
    () => Promise.resolve({ type: 'refused', code: 'service_failed', reason: 'the lamp is out' }),
  ];
  for (const { sample, given } of done) {
    for (const [n, fate] of fates.entries()) {
      at.instead = fate;
      const failed = await at.ask(ada, sample.operation, given);
      t.match(failed, { status: 502, body: { error: 'service_failed', applied: false } }, `${sample.operation} ${n}`);
      t.notMatch(JSON.stringify(failed.body), /secret|srv/);
      if (n === fates.length - 1) t.match(failed.body, { reason: 'the lamp is out' });
    }
  }
  at.instead = undefined;
  t.equal((await ada.get('/v1/me')).body['balance'], before, 'and nothing is taken');
}

async function outlives(t: Test, at: Standing, subject: Subject): Promise<void> {
  const [ada, bo] = [await at.resident(), await at.resident()];
  for (const who of [ada, bo]) await run(at, subject, who);
  const before = await at.kept();
  await at.reopen();
  t.equal(await at.kept(), before, 'its migrations run once');
  await subject.prepare?.(at.opened);
  t.equal(await at.kept(), before, 'what was kept of the dead stays as it is');
  const { memories } = at.opened;
  const handedOn = async (id: string) => (await memories?.exportNewest(id, 10_000)) ?? [];
  const [ofAda, ofBo] = [await handedOn(ada.id), await handedOn(bo.id)];
  t.same(await handedOn(ada.id), ofAda, 'what is handed on once is handed on again');
  t.same(await handedOn('nobody-9'), []);
  await memories?.forget(ada.id);
  const after = await at.kept();
  await memories?.forget(ada.id);
  t.equal(await at.kept(), after, 'forgetting again changes nothing');
  t.same([await handedOn(ada.id), await handedOn(bo.id)], [[], ofBo], 'nor anything of anybody else');
  if (memories !== undefined) t.ok(ofAda.length > 0 && !after.includes(ada.id), 'nothing is left of who is forgotten');
  await at.opened.close();
}

for (const subject of subjects) {
  const { id } = subject.service.manifest;
  t.test(`${id}: its manifest is sound`, async (t) => isSound(t, subject));
  t.test(`${id}: it is the same in process and over HTTP`, (t) => isTheSame(t, subject));
  for (const way of ways)
    t.test(`${id}, ${way}`, async (t) => {
      const at = await standing(t, subject, way);
      const test = (keeps: string, check: (t: Test, at: Standing, subject: Subject, way: Way) => Promise<void>) =>
        t.test(keeps, (t) => check(t, at, subject, way));
      await test('what is sound is answered as the manifest says, and only what may be told is', answers);
      await test('a free call that writes acts once under its key', actsOnce);
      await test('what is not sound is refused, and named', refuses);
      await test('nothing is begun for who has gone, and who goes ends what was begun', ends);
      await test('what breaks is a failure without its reasons', breaks);
      await test('it opens again on what it keeps, and what is repeated for the dead changes nothing', outlives);
    });
}
