/**
 * Given a stream of a global service under way, when the city is asked to end, then the stream's reader gets an error, and nothing is
 * taken [OP13, GS7].
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import t, { type Test } from 'tap';
import { CityProcess } from './city.ts';

/** A model that says one word, and then nothing more. Its address. */
async function silentModel(t: Test): Promise<string> {
  const choices = [{ index: 0, delta: { content: 'Well' }, finish_reason: null }];
  const server = createServer((_, res) => {
    res.writeHead(200, { 'Content-Type': 'text/event-stream' });
    res.write(`data: ${JSON.stringify({ choices })}\n\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

t.test(
  '[OP13] a stream at the end of the city ends with an error, and its hold is back at the next start',
  async (t) => {
    const server = { INFERENCE_BASE_URL: await silentModel(t), INFERENCE_MODEL_SMALL: 'tiny' };
    const city = await CityProcess.of(t, { ...server, DRAIN_MS: '3000' });
    await city.start();
    const ada = await city.found('Ada');
    const me = async () => (await city.ask('GET', '/v1/me', { token: ada.token })).body['balance'];
    const before = await me();
    const response = await fetch(`${city.url}/v1/global-services/inference/complete`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${ada.token}` },
      body: JSON.stringify({ model: 'small', messages: [{ role: 'user', content: 'Well?' }], stream: true }),
    });
    t.equal(response.status, 200);
    t.ok(Number(await me()) < Number(before), 'held meanwhile');
    city.signal('SIGTERM');
    const text = await response.text();
    t.match(text, /"content":"Well".*\n\ndata: \{"error":"busy".*"applied":false/s);
    t.equal((await city.end()).code, 0);
    await city.start();
    t.equal(await me(), before);
  },
);
