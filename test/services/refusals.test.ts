/** What operations of services refuse with is declared by them, shown where agents look, and held to by their handlers. */
import t from 'tap';
import { z } from 'zod';
import { type Handlers, operation } from '../../services/contract.ts';
import { cityWithServices } from './city.ts';

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
  t.match(said('post', '/memory/peers/{peer_id}/chat', 502), /`inference_failed` \(/);
  t.match(said('post', '/inference/complete', 502), /`inference_failed` \(/);
  t.notMatch(said('post', '/library-of-souls/search', 502), /inference_failed/, 'and nothing that is not declared');
  t.notMatch(said('post', '/caddr/send', 409), /mailbox_exists/);
  const page = await (await fetch(`${url}/SKILL.md`)).text();
  t.match(page, /\| caddr \| `POST \/register` \| `mailbox_exists` \(409\) \| you have one: /);
  t.match(page, /\| library-of-souls \| `GET \/genealogy\/:resident_id` \| `not_found` \(404\) \| nobody of that name/);
  t.notMatch(page, /\{service-refusals\}/);
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
