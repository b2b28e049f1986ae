/** What operations of services refuse with is declared by them, shown where agents look, and held to by their handlers. */
import t from 'tap';
import { z } from 'zod';
import { type Handlers, operation } from '../../services/contract.ts';
import { refusalOf } from '../../services/remote/http-refusals.ts';
import type { Answer } from '../gateways/started-gateways.ts';
import { cityWithServices } from './city.ts';
import { terminalOf } from './terminal.ts';

const Paths = z.record(
  z.string(),
  z.record(z.string(), z.looseObject({ responses: z.record(z.string(), z.looseObject({ description: z.string() })) })),
);

t.test('what an operation declares stands in the document and on the page for newcomers, with when', async (t) => {
  const { url } = await cityWithServices(t);
  const document = z.looseObject({ paths: Paths }).parse(await (await fetch(`${url}/openapi.json`)).json());
  const said = (method: string, path: string, status: number) =>
    document.paths[`/v1/global-services${path}`]?.[method]?.responses[String(status)]?.description ?? '';
  t.match(said('post', '/caddr/register', 409), /`mailbox_exists` \(you have one: .*\)/);
  t.match(said('post', '/caddr/send', 404), /`not_found` \(the address was never given out/);
  t.match(said('get', '/memory/peers/{peer_id}/card', 404), /`not_found` \(you have no peer of this name/);
  t.match(said('get', '/memory/v3/workspaces/{workspace_id}/peers', 404), /`not_found` \(the workspace is not yours/);
  t.match(said('get', '/library-of-souls/genealogy/{resident_id}', 404), /`not_found` \(nobody of that name has died/);
  t.match(said('get', '/library-of-souls/entries/{resident_id}', 409), /`archiving` \(it has died a moment ago/);
  t.match(said('post', '/memory/peers/{peer_id}/chat', 502), /`inference_failed` \(/);
  t.match(said('post', '/inference/complete', 502), /`inference_failed` \(/);
  t.notMatch(said('post', '/library-of-souls/search', 502), /inference_failed/, 'and nothing that is not declared');
  t.notMatch(said('post', '/caddr/send', 409), /mailbox_exists/);
  const page = await (await fetch(`${url}/skill/services.md`)).text();
  t.match(page, /\| caddr \| `POST \/register` \| `mailbox_exists` \(409\) \| you have one: /);
  t.match(page, /\| library-of-souls \| `GET \/genealogy\/:resident_id` \| `not_found` \(404\) \| nobody of that name/);
  t.notMatch(page, /\{service-refusals\}/);
});

t.test('what there is none of is named by one word, and the message says what to do then', async (t) => {
  const world = await cityWithServices(t);
  const ada = await world.resident('Ada', 1_000);
  await terminalOf(ada, world.city);
  const base = '/v1/global-services';
  const none = async (kind: string, asked: Promise<Answer>, message: RegExp) => {
    const { status, body } = await asked;
    t.equal(status, 404);
    t.match(body, { error: 'not_found', kind, message: new RegExp(`^There is no such ${kind}\\. ${message.source}$`) });
    t.notOk('advice' in body, 'which is said once');
  };
  await none('mailbox', ada.get(`${base}/caddr/inbox`), /You have none: POST .*\/caddr\/register makes one\./);
  await ada.post(`${base}/caddr/register`);
  const letter = { to: 'addr_aaaaaaaaaaaaaaaa', body: 'Hello' };
  await none('mailbox', ada.post(`${base}/caddr/send`, letter), /Look again where you had the name from; .*/);
  const reply = { message_id: 'msg_aaaaaaaaaaaaaaaa', body: 'Hello' };
  await none('message', ada.post(`${base}/caddr/reply`, reply), /GET .*\/caddr\/inbox shows .*\./);
  await none('entry', ada.get(`${base}/library-of-souls/entries/${ada.id}`), /The living have none; GET .*\./);
  await none(
    'peer',
    ada.get(`${base}/memory/peers/bo/card`),
    /Nothing that it said was kept: GET .*\/peers lists .*\./,
  );
  await none('session', ada.get(`${base}/memory/sessions/bo/messages`), /Nothing was kept in it: GET .*\./);
  await none('workspace', ada.get(`${base}/memory/v3/workspaces/bo/peers`), /You have one alone: .* GET .*\./);
  await none('global-service', ada.get(`${base}/caddy/skill`), /GET \/v1\/global-services\?all=true lists them\./);
});

t.test('a service in a process of its own is heard: one word of what there is none of, and its advice', (t) => {
  const declared = { refusals: { not_found: 'there is none' } };
  const told = (body: object) => refusalOf(404, { error: 'not_found', ...body }, declared);
  const none = { type: 'refused', code: 'not_found' };
  t.same(told({ kind: 'page', advice: 'Turn over.' }), { ...none, kind: 'page', advice: 'Turn over.' });
  t.same(told({ kind: 'page' }), { ...none, kind: 'page' });
  t.same(told({ kind: 'page of the book: see there' }), { ...none, kind: 'entry' });
  t.same(told({}), { ...none, kind: 'entry' });
  t.same(told({ kind: 'page', advice: 'x'.repeat(501) }), { ...none, kind: 'entry' }, 'what is too long is not told');
  const awaited = { refusals: { archiving: 'it is on its way' } };
  const soon = { error: 'archiving', retry_after_seconds: 7 };
  t.same(refusalOf(409, soon, awaited), { type: 'refused', code: 'archiving', retry_after_seconds: 7 });
  t.match(refusalOf(409, soon, declared), { code: 'service_failed' }, 'which must be declared');
  t.match(refusalOf(409, { ...soon, retry_after_seconds: 1e9 }, awaited), { code: 'service_failed' });
  t.end();
});

t.test('a handler refuses with what its operation declares and with what any may, or does not compile', (t) => {
  const common = { method: 'POST', path: '/open', summary: 'Opens it', answer: z.object({}), price: 'free' } as const;
  const _declared = {
    operations: {
      open: operation({ ...common, refusals: { mailbox_exists: 'there is one' } }),
      close: operation(common),
    },
  };
  type Own = Handlers<typeof _declared>;
  const exists = { type: 'refused', code: 'mailbox_exists' } as const;
  const unknown = { type: 'refused', code: 'not_found', kind: 'box' } as const;
  const failed = { type: 'refused', code: 'service_failed', reason: 'no' } as const;
  const open: readonly Own['open'][] = [
    async () => exists,
    async () => failed,
    // @ts-expect-error: it declares another
    async () => unknown,
  ];
  const close: readonly Own['close'][] = [
    async () => failed,
    // @ts-expect-error: it declares none
    async () => exists,
  ];
  t.equal(open.length + close.length, 5);
  t.end();
});
