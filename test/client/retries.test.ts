/** How a request that the program repeats is told of: what nobody learnt of its earlier attempts is not forgotten. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import t from 'tap';
import { HttpClient } from '../../client/http-client.ts';
import { sendWithRetries } from '../../client/retries.ts';
import { ClientStatistics } from '../../client/statistics.ts';
import { Findings } from '../../population/checks/findings.ts';

t.test('code that failed after an answer that nobody got has been tried twice', async (t) => {
  const answers = [
    { status: 503, body: { error: 'busy', applied: 'unknown', retry_after_seconds: 0 } },
    { status: 502, body: { error: 'service_failed', applied: false, outcome: 'failed' } },
  ];
  const server = createServer((_request, response) => {
    const { status, body } = answers.shift() ?? { status: 500, body: {} };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = new HttpClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 1, 10_000);
  t.teardown(async () => {
    await client.close();
    server.close();
  });
  const findings = new Findings();
  const requests = {
    client,
    statistics: new ClientStatistics(),
    findings,
    giveUpMs: 10_000,
    closing: new AbortController().signal,
  };
  const call = { method: 'POST', path: '/v1/services/mill/call', token: 'a', key: 'k', body: '{}' } as const;
  t.match(await sendWithRetries('call', call, requests), { type: 'refused', code: 'service_failed', unsure: 1 });
  t.equal(findings.total, 0);
});
