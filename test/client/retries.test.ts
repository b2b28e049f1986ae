/** The outcome of a request that the client repeats: earlier attempts without a known outcome are counted. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import t, { type Test } from 'tap';
import { HttpClient } from '../../client/http-client.ts';
import { sendWithRetries } from '../../client/retries.ts';
import { ClientStatistics } from '../../client/statistics.ts';
import { Findings } from '../../population/checks/findings.ts';

const call = { method: 'POST', path: '/v1/services/mill/call', token: 'a', key: 'k', body: '{}' } as const;
const unsure = { status: 503, body: { error: 'busy', applied: 'unknown', retry_after_seconds: 0 } };

/** How the call ends at a city that answers so, one answer after the other; `cut` is a connection that ends without one. */
async function outcomeAt(t: Test, answers: ({ readonly status: number; readonly body: object } | 'cut')[]) {
  const left = [...answers];
  const server = createServer((_request, response) => {
    const answer = left.shift() ?? { status: 500, body: {} };
    if (answer === 'cut') response.destroy();
    else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = new HttpClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 1, 10_000);
  t.teardown(async () => {
    await client.close();
    server.close();
  });
  const findings = new Findings();
  const statistics = new ClientStatistics();
  const closing = new AbortController().signal;
  const outcome = await sendWithRetries('call', call, { client, statistics, findings, giveUpMs: 10_000, closing });
  t.equal(findings.total, 0);
  t.equal(left.length, 0, 'sent as often as it was answered');
  return { ...outcome, counts: statistics.ofRequest('call') };
}

t.test('code that failed after an answer that nobody got has been tried twice', async (t) => {
  const failed = { status: 502, body: { error: 'service_failed', applied: false, outcome: 'failed' } };
  t.match(await outcomeAt(t, [unsure, failed]), { type: 'refused', code: 'service_failed', unsure: 1 });
  t.match(await outcomeAt(t, ['cut', unsure, failed]), { type: 'refused', unsure: 2 });
  t.match(await outcomeAt(t, [failed]), { type: 'refused', unsure: 0 });
});

t.test('what was answered in the end says how often nobody learnt of it before', async (t) => {
  const done = { status: 200, body: {} };
  t.match(await outcomeAt(t, [unsure, 'cut', done]), { type: 'done', unsure: 2, counts: { done: 1, exchanges: 3 } });
  const busy = { status: 429, body: { error: 'rate_limited', applied: false, retry_after_seconds: 0 } };
  t.match(await outcomeAt(t, [busy, done]), { type: 'done', unsure: 0 }, 'what says that nothing happened is no doubt');
});

t.test('who is not known any more does not learn what became of a request whose answer was lost', async (t) => {
  for (const [status, error] of [
    [401, 'unauthorized'],
    [410, 'gone'],
  ] as const) {
    const ended = { status, body: { error, applied: false } };
    t.match(await outcomeAt(t, ['cut', ended]), { type: 'unknown', counts: { unknown: 1, refused: 0 } });
    t.match(await outcomeAt(t, [ended]), {
      type: 'refused',
      code: new RegExp(`^${error}$`),
      unsure: 0,
      counts: { unknown: 0, refused: 1 },
    });
  }
  const other = { status: 409, body: { error: 'invalid_state', applied: false } };
  t.match(await outcomeAt(t, ['cut', other]), { type: 'refused', unsure: 1 }, 'any other refusal settles it');
});
