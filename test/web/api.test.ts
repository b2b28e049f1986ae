/** Requests of pages: what comes back is what was promised, or one kind of error that says whether anything happened. */
import { createServer, type IncomingMessage } from 'node:http';
import t, { type Test } from 'tap';
import * as z from 'zod/mini';
import { Api, Refusal, refusalOf } from '../../web/lib/api.ts';
import { operatorWords, visitorWords, type Words } from '../../web/lib/people-words.ts';

interface Asked {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A gateway that answers everything with this. */
async function gateway(t: Test, status: number, answer: string) {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { method, url, headers } = request;
    asked.push({ method, url, headers, body });
    response.writeHead(status).end(answer);
  });
  const base = await new Promise<string>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`);
    });
  });
  t.teardown(() => server.close());
  return { asked, base };
}

const Soul = z.object({ id: z.string() });

async function refusal(promise: Promise<unknown>): Promise<Refusal> {
  return promise.then(
    () => {
      throw new Error('it was not refused');
    },
    (thrown: unknown) => {
      if (thrown instanceof Refusal) return thrown;
      throw thrown;
    },
  );
}

t.test('a write goes out as JSON under its key, and its answer is parsed', async (t) => {
  const { asked, base } = await gateway(t, 201, '{"id":"soul_1","more":true}');
  const api = new Api({ base, token: () => 'adm_x' });
  t.same(await api.post('/v1/souls', { name: 'Wren' }, Soul, { key: 'k1' }), { id: 'soul_1' });
  t.match(asked, [
    {
      ...{ method: 'POST', url: '/v1/souls', body: '{"name":"Wren"}' },
      headers: { 'content-type': 'application/json', authorization: 'Bearer adm_x', 'idempotency-key': 'k1' },
    },
  ]);
});

t.test('without a token none is sent: the cookie speaks', async (t) => {
  const { asked, base } = await gateway(t, 200, '{"id":"x"}');
  await new Api({ base }).get('/v1/visitors/me', Soul);
  t.notOk(asked[0]?.headers.authorization);
  t.equal(asked[0]?.headers['content-type'], undefined);
});

t.test('a refusal says what the gateway said, and whether anything happened', async (t) => {
  const issues = [{ path: 'name', message: 'is too long' }];
  const body = { error: 'invalid_request', message: 'Mend the fields.', applied: false, issues };
  const { base } = await gateway(t, 422, JSON.stringify(body));
  const refused = await refusal(new Api({ base }).post('/v1/souls', {}, Soul));
  t.match(refused, { code: 'invalid_request', status: 422, applied: false, message: 'Mend the fields.', issues });
});

t.test('what is said to programs is said to people in words of their own', async (t) => {
  const body = { error: 'unauthorized', message: 'Send the header "Authorization".', applied: false };
  const { base } = await gateway(t, 401, JSON.stringify(body));
  const said = async (words: Words) => (await refusal(new Api({ base, words }).get('/', Soul))).message;
  t.equal(await said({}), body.message);
  for (const words of [visitorWords, operatorWords]) t.notMatch(await said(words), /header|POST/i);
  for (const word of [visitorWords, operatorWords].flatMap(Object.values))
    t.notMatch(word, /header|GET|POST|Retry-After|\/v1\//);
});

t.test('what is full is said in words of its own, where there are some', async (t) => {
  const said = async (of: string) => {
    const body = { error: 'tier_capacity_exceeded', message: 'GET /v1/wishes lists them.', applied: false, of };
    const { base } = await gateway(t, 409, JSON.stringify(body));
    return (await refusal(new Api({ base, words: visitorWords }).get('/', Soul))).message;
  };
  t.match(await said('wishes'), /your wishes/);
  t.match(await said('wishes of the city'), /The city has/);
  t.equal(await said('vouches'), 'GET /v1/wishes lists them.');
});

t.test('an answer that is not what was promised is no answer; a change that was answered has happened', async (t) => {
  for (const answer of ['{"id":7}', '<html>', '']) {
    const { base } = await gateway(t, 200, answer);
    t.match(await refusal(new Api({ base }).get('/', Soul)), { code: 'unexpected_answer', applied: false });
    t.match(await refusal(new Api({ base }).remove('/', Soul)), { code: 'unexpected_answer', applied: true });
  }
  const { base } = await gateway(t, 502, '<html>bad gateway');
  const refused = await refusal(new Api({ base }).post('/', {}, Soul));
  t.match(refused, { code: 'unexpected_answer', status: 502, applied: 'unknown', message: /502/ });
});

t.test('a city that is away: a look changed nothing, of a write nobody knows', async (t) => {
  const api = new Api({ base: 'http://127.0.0.1:9' });
  t.match(await refusal(api.get('/', Soul)), { code: 'unreachable', status: 0, applied: false });
  t.match(await refusal(api.post('/', {}, Soul)), {
    code: 'unreachable',
    applied: 'unknown',
    message: 'The city did not answer.',
  });
});

t.test('whatever is thrown can be shown', async (t) => {
  const refused = refusalOf(new TypeError('x is undefined'));
  t.match(refused, { code: 'defect', message: /Reload/ });
  t.equal(refusalOf(refused), refused);
});

t.test('an answer that does not come is not waited for', async (t) => {
  const server = createServer(() => {});
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' ? (address?.port ?? 0) : 0);
    });
  });
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const api = new Api({ base: `http://127.0.0.1:${port}`, answerMsMax: 50 });
  t.match(await refusal(api.get('/', Soul)), { code: 'unreachable', applied: false });
  t.match(await refusal(api.post('/', {}, Soul)), { code: 'unreachable', applied: 'unknown' });
});
