/** What the page for newcomers says of global services is true: its session runs as printed, for what it says that it costs. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import t from 'tap';
import { cityWithServices } from './city.ts';

const shell = promisify(execFile);

t.test('the session with global services works as printed', async (t) => {
  const { resident, url, errors } = await cityWithServices(t);
  const vera = await resident('Vera', 60);
  const pages = ['/SKILL.md', '/skill/services.md'].map(async (path) => (await fetch(`${url}${path}`)).text());
  const page = (await Promise.all(pages)).join('\n');
  const blocks = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map((match) => match[1] ?? '');
  const [first = '', helpers = ''] = blocks;
  const script = [first, helpers, blocks.find((block) => block.includes('SERVICES=')) ?? ''].join('\n');
  const { CITY: _, ...env } = process.env;
  const { stdout, stderr } = await shell('bash', ['--norc', '-u', '-c', script], {
    env: { ...env, TOKEN: 'token of Vera' },
  });
  t.equal(stderr, '');
  t.notMatch(stdout, /"error":/);
  for (const said of [
    /"id":"memory".*"id":"caddr"|"id":"inference".*"id":"memory"/,
    /It costs 2 credits to cross my bridge\./,
    /"address":"addr_/,
    /"max_cost":/,
    /"usage":.*"cost":/,
  ])
    t.match(stdout, said);
  const { body } = await vera.get('/v1/me');
  const spent = 60 - Number(body['balance']);
  t.ok(spent > 0.1 && spent < 0.12, `0.1 for the broadcast, 0.01 for the message, the rest for the answer: ${spent}`);
  t.same(errors, []);
});

t.test('each service on the list has its page, and every path of it is in the document', async (t) => {
  const { resident, url } = await cityWithServices(t);
  const vera = await resident('Vera', 60);
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as { readonly paths: object };
  const { body } = await vera.get('/v1/global-services?all=true');
  const items = body['items'] as { id: string; skill: string; endpoints: { path: string }[] }[];
  t.ok(items.length >= 3);
  const twice = items.flatMap(({ endpoints }) => endpoints).filter(({ path }) => path.includes('/v3/'));
  t.same(twice, [], 'what memory has for other clients besides is in the document alone');
  t.ok(Object.keys(document.paths).some((path) => path.includes('/memory/v3/')));
  for (const { id, skill, endpoints } of items) {
    t.match((await vera.get(skill)).body, { text: /^# / }, id);
    for (const { path } of endpoints) t.ok(path.replace(/:(\w+)/g, '{$1}') in document.paths, path);
  }
});

t.test('the list comes in pages, of those that can be reached and of all', async (t) => {
  const { resident } = await cityWithServices(t);
  const vera = await resident('Vera', 60);
  for (const all of ['', '&all=true']) {
    const whole = (await vera.get(`/v1/global-services?limit=200${all}`)).body;
    t.equal(whole['next_cursor'], null);
    const paged: unknown[] = [];
    let more = '';
    do {
      const { status, body } = await vera.get(`/v1/global-services?limit=1${all}${more}`);
      t.equal(status, 200);
      const items = body['items'] as unknown[];
      t.ok(items.length <= 1);
      paged.push(...items);
      more = body['next_cursor'] === null ? '' : `&cursor=${String(body['next_cursor'])}`;
    } while (more !== '' && paged.length < 20);
    t.same(paged, whole['items']);
  }
  t.match(await vera.get('/v1/global-services?cursor=memory'), { status: 422, body: { issues: [{ path: 'cursor' }] } });
});
