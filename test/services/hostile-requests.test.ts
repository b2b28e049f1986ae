/**
 * Given a city with global services, when requests come that no client would send, then of a service they reach the operation that
 * their path names or nothing at all, and what goes on to another process is what the city means to send there.
 */
import t, { type Test } from 'tap';
import { raw } from '../gateways/raw-requests.ts';
import { type Came, hostileCity } from './hostile-city.ts';

const root = '/v1/global-services';
const token = 'Authorization: Bearer token of Ada';

/** Parts of a path that lead elsewhere for somebody who takes them so. */
const parts = [
  ...[
    '..',
    '.',
    '%2e%2e',
    '%2E%2E',
    '%2e',
    '.%2e',
    '..%2f',
    '%2e%2e%2f',
    '%2E%2E%2F..',
    '..%5c',
    '..\\',
    '%5c',
    '%2f',
    '/',
  ],
  ...[
    '%252e%252e%252f',
    '%252f',
    '%c0%ae%c0%ae%c0%af',
    '%u002e',
    '..;',
    ';',
    '..%00',
    '%00',
    '%0d%0aX-City-Hold:%209',
    '%0a',
  ],
  ...[
    '%20',
    'x%20HTTP/1.1%0d%0aHost:evil',
    'http:',
    'http:%2f%2fevil',
    '//evil',
    '@evil',
    'evil:80',
    '%40evil',
    '~',
    '*',
  ],
  ...['%', '%f', '%ff', '%ed%a0%80', '\\\\evil', 'far', 'near', 'skill', 'things', 'made', '__proto__', 'constructor'],
  ...['x'.repeat(200), '%3fq=1', '%23', '#', '?', '??', '%E2%80%AE', '..%ef%bc%8f', '%e2%80%a5'],
];

const queries = [
  ...[
    'q=1&url=http://evil/',
    '__proto__=1',
    'constructor[prototype]=1',
    'q=1&q=2',
    'q[]=1',
    'q=%0d%0aX-Evil:%201',
    'q=../../x',
  ],
  ...[
    'q=%23%2f..%2f',
    '=',
    '&&&',
    'q',
    '%71=1',
    'Q=1',
    'q=1;x=2',
    'q=%00',
    'q=%ff',
    '?q=1',
    'q=http%3A%2F%2Fevil',
    'skill',
  ],
];

const targetsOf = (id: string): readonly string[] => {
  const other = id === 'near' ? 'far' : 'near';
  const own = `${root}/${id}`;
  return [
    ...parts.flatMap((part) => [
      `${own}/things/${part}`,
      `${own}/things/${part}/made`,
      `${own}/things/${part}${other}/things/strange`,
      `${own}/${part}/things/x`,
      `${root}/${part}${id}/things/x`,
    ]),
    ...queries.map((query) => `${own}/things/x?${query}`),
    ...['http://evil', 'https://evil:1', '//evil', '/', '/.', '///', 'HTTP://evil@evil'].map(
      (at) => `${at}${own}/things/x`,
    ),
    ...[
      `${own.toUpperCase()}/things/x`,
      `${own}//things/x`,
      `${own}/things//x`,
      `${own}/things/x/`,
      own.slice(1),
      '*',
      'x',
    ],
  ];
};

/** Headers that say where to, who calls, or what follows, for somebody who believes them. */
const heads: readonly (readonly string[])[] = [
  ['Host: evil'],
  ['Host: a', 'Host: evil'],
  ['Host: http://evil/'],
  ['Host: a\r\n evil'],
  ['Host: a', 'X-A: 1\r\n X-City-Hold: 9'],
  ['Host: a', 'X-A: 1\nX-City-Hold: 9'],
  ['Host: a', 'X-A: 1\rX-City-Hold: 9'],
  ['Host: '],
  [],
  ['Host: a', 'X-Forwarded-Host: evil', 'X-Forwarded-For: 1.2.3.4', 'Forwarded: host=evil', 'Via: evil', 'Cookie: a=b'],
  [
    'Host: a',
    'X-City-Resident: somebody',
    'X-City-Resident-Id: vera-1',
    'X-City-Hold: 0',
    'X-City-Cost: 0',
    'X-City-Call: c',
  ],
  ['Host: a', 'X-City-Signature: x', 'X-City-Time: 0', 'X-City-Key: k', 'X-City-Balance: 9', 'X-Original-URL: /evil'],
  ['Host: a', 'X-HTTP-Method-Override: DELETE', 'Upgrade: h2c', 'TE: trailers'],
  ['Host: a', ...Array.from({ length: 90 }, (_, n) => `X-${n}: ${n}`)],
  ['Host: a', ...Array.from({ length: 150 }, (_, n) => `X-${n}: ${n}`)],
  ['Host: a', `X-Long: ${'x'.repeat(3_000)}`],
  ['Host: a', `X-Long: ${'x'.repeat(100_000)}`],
  ['Host: a', `${'x'.repeat(3_000)}: 1`],
  ['Host: a', 'X-A: \0'],
  ['Host: a', 'X A: 1'],
  ['Host: a', ': 1'],
  ['Host: a', 'no colon'],
];

const request = (method: string, target: string, head: readonly string[], body = '') =>
  [`${method} ${target} HTTP/1.1`, ...head, token, 'Connection: close', '', body].join('\r\n');

const sentAlong = [
  ...['accept', 'accept-encoding', 'accept-language', 'connection', 'content-type', 'host', 'sec-fetch-mode'],
  ...['user-agent', 'x-city-call', 'x-city-hold', 'x-city-resident', 'x-city-signature', 'x-city-time'],
];

/** One segment that a server takes for one, and the declared query. */
const segment = "(?!%2[eE]|\\.{1,2}(/|\\?|$))[A-Za-z0-9%._~!'()*-]+";
const look = new RegExp(`^/below/here/things/${segment}(\\?q=[^&?#/]*)?$`);
const make = new RegExp(`^/below/here/things/${segment}/made$`);

/** What is wrong with what came to the service in its own process. */
function wrongWith({ method, target, headers, host, body }: Came, expectedHost: string): string | undefined {
  const isOwn = method === 'GET' ? look.test(target) && body === '' : method === 'POST' && make.test(target);
  const names = method === 'POST' ? [...sentAlong, 'content-length'].sort() : sentAlong;
  const isPlain = host === expectedHost && JSON.stringify(headers) === JSON.stringify(names);
  const escapes = /%2f|%5c|%0|%1[0-9a-f]|evil:|strange/i.test(target.split('?')[0] ?? '');
  return isOwn && isPlain && !escapes ? undefined : `${method} ${target} ${host} ${headers.join(' ')}`;
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);

type HostileCity = Awaited<ReturnType<typeof hostileCity>>;

/**
 * The status; 0 where the server waits for what would make sense of it, when what others asked after it has been answered. Nobody
 * waits here for the connection to be ended as idle.
 */
async function answered(city: HostileCity, one: string, until: 'answer' | 'end' = 'answer'): Promise<number> {
  const after = async () => {
    for (const id of ['near', 'far', 'far'])
      await raw(city.port, [request('GET', `${root}/${id}/things/after`, ['Host: a'])]);
    return '';
  };
  const answer = await Promise.race([raw(city.port, [one], until), after()]);
  return statusOf(answer);
}

/** Sends each request over a connection of its own; resolves to what of it went wrong. */
async function sendAll(city: HostileCity, id: string, requests: readonly string[]): Promise<readonly string[]> {
  const complaints: string[] = [];
  const { asked } = city;
  for (const one of requests) {
    for (const list of [city.called, city.behind, asked]) list.length = 0;
    const status = await answered(city, one);
    const called = city.called.filter(({ given }) => !JSON.stringify(given).includes('after'));
    const behind = city.behind.filter(({ target }) => target !== '/below/here/things/after');
    const wrong = [
      ...(status >= 500 && status !== 505 ? [`it answered ${status}`] : []),
      ...behind.flatMap((came) => wrongWith(came, city.host) ?? []),
      ...(id === 'near' ? behind : called).map((reached) => `another service was reached: ${JSON.stringify(reached)}`),
      ...(called.length + behind.length > 1 ? ['more than one call came of it'] : []),
      ...asked.map(({ target }) => `the provider was asked for ${target}`),
    ];
    complaints.push(...wrong.map((what) => `${JSON.stringify(one.slice(0, 120))}: ${what}`));
  }
  return complaints;
}

/** A city that answers plain requests, so that silence would mean something. */
async function standing(t: Test): Promise<HostileCity> {
  const city = await hostileCity(t);
  for (const id of ['near', 'far'])
    t.equal(statusOf(await raw(city.port, [request('GET', `${root}/${id}/things/x?q=1`, ['Host: a'])])), 200);
  t.match(city.called, [{ operation: 'look', given: { params: { name: 'x' }, query: { q: '1' } } }]);
  t.match(city.behind, [{ method: 'GET', target: '/below/here/things/x?q=1', host: city.host, headers: sentAlong }]);
  return city;
}

t.test('[GS9] hostile paths and queries reach no other service, host or path', async (t) => {
  const city = await standing(t);
  for (const id of ['near', 'far']) {
    const requests = targetsOf(id).flatMap((target) => [
      request('GET', target, ['Host: a']),
      request('POST', target, ['Host: a', 'Content-Length: 12'], '{"text":"a"}'),
    ]);
    t.same(await sendAll(city, id, requests), [], `${requests.length} requests to ${id}`);
  }
  t.same(city.errors, []);
});

t.test('[GS9] hostile headers go no further than the city', async (t) => {
  const city = await standing(t);
  for (const id of ['near', 'far']) {
    const requests = heads.flatMap((head) => [
      request('GET', `${root}/${id}/things/x`, head),
      request('POST', `${root}/${id}/things/x/made`, [...head, 'Content-Length: 12'], '{"text":"a"}'),
    ]);
    t.same(await sendAll(city, id, requests), [], `${requests.length} requests to ${id}`);
  }
  t.same(city.errors, []);
});

t.test('[GS9] [H6] what may be framed in two ways brings nothing in behind it', async (t) => {
  const city = await standing(t);
  const hidden = request('GET', `${root}/far/things/strange`, ['Host: a']);
  const framings: readonly (readonly string[])[] = [
    ['Content-Length: 12', 'Transfer-Encoding: chunked'],
    ['Transfer-Encoding: chunked', 'Content-Length: 12'],
    ['Content-Length: 12', 'Transfer-Encoding: xchunked'],
    ['Content-Length: 12', 'Transfer-Encoding: identity'],
    ['Content-Length: 12', 'Transfer-Encoding : chunked'],
    ['Content-Length: 12', 'Transfer-Encoding:\tchunked, identity'],
    ['Content-Length: 12', 'Content-Length: 0'],
    ['Content-Length: +12'],
    ['Content-Length: 0x0c'],
    ['Content-Length: 12, 12'],
    ['Content-Length: -1'],
  ];
  for (const framing of framings)
    for (const body of ['0\r\n\r\n', '{"text":"a"}', 'c\r\n{"text":"a"}\r\n0\r\n\r\n']) {
      city.behind.length = 0;
      const first = request('POST', `${root}/near/things/x/made`, ['Host: a', ...framing], body).replace(
        'Connection: close\r\n',
        '',
      );
      await answered(city, first + hidden, 'end');
      t.same(
        city.behind.filter(({ target }) => target.includes('strange')),
        [],
        `${framing.join('; ')}; ${JSON.stringify(body)}`,
      );
    }
});

t.test('[GS9] a provider is asked for its own path, whatever residents say', async (t) => {
  const city = await hostileCity(t);
  const { asked, provider } = city;
  const path = `${root}/inference/chat/completions`;
  const messages = [{ role: 'user', content: '..\r\nHost: evil' }];
  const bodies = [
    ...[
      {},
      { base_url: 'http://evil', baseURL: 'http://evil', path: '/../x' },
      { headers: { 'X-Evil': '1' }, query: { a: 1 } },
    ],
    ...[
      { user: '../x' },
      { extra_body: {}, tools: [], stream_options: { url: 'http://evil' } },
      { model: 'tiny-1/../x' },
      { model: '../small' },
    ],
  ].map((more) => JSON.stringify({ model: 'small', messages, max_tokens: 5, ...more }));
  for (const body of bodies)
    for (const target of [path, `${path}?model=../x`, `http://evil${path}`, `${path}/..%2f`])
      for (const head of [
        ['Host: evil'],
        ['Host: a', 'OpenAI-Organization: evil', 'X-Stainless-Lang: evil', 'Cookie: a=b'],
      ]) {
        asked.length = 0;
        const length = `Content-Length: ${Buffer.byteLength(body)}`;
        const status = statusOf(await raw(city.port, [request('POST', target, [...head, length], body)]));
        t.ok(status < 500 || status === 505, `${status} ${target} ${body}`);
        for (const came of asked) {
          t.match(came, { method: 'POST', target: '/base/v1/chat/completions', host: provider });
          t.notMatch(came.headers.join(' '), /openai-organization|cookie|x-evil|idempotency|x-city/);
          t.same(Object.keys(JSON.parse(came.body)).sort(), ['max_tokens', 'messages', 'model', 'stream']);
          t.notMatch(came.body, /token of|ada/i);
        }
        if (target === path && !body.includes('..')) t.equal(asked.length, 1);
      }
});
