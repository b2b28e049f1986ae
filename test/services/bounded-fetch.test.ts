/** What is taken of a provider that may send anything. */
import t from 'tap';
import { eventsIn } from '../../services/inference/bounded-events.ts';
import { boundedFetch, EventsResponse } from '../../services/inference/bounded-fetch.ts';
import { type Answering, modelServer } from './model-server.ts';

const bounds = { type: 'text/event-stream' } as const;
const bytesMax = 1_000_000;
const sends =
  (text: string, type: string = bounds.type, status = 200): Answering =>
  (res) => {
    res.writeHead(status, { 'Content-Type': type }).end(text);
  };

async function eventsOf(url: string): Promise<readonly string[]> {
  const response = await boundedFetch(bounds)(url);
  if (!(response instanceof EventsResponse)) throw new Error('no events');
  const events: string[] = [];
  for await (const event of eventsIn(response.events, bytesMax)) events.push(event);
  return events;
}

t.test('[IN2] of a stream only what its events say is passed on, and others run between them', async (t) => {
  const server = await modelServer(t);
  server.answers = sends(
    `${'\n'.repeat(9_000)}: still here\r\n\r\ndata: 1\r\n\r\n${': no\n'.repeat(9_000)}event: two\ndata:2\n\n\n\nid: none\n\ndata\ndata: 3\ndata:  4`,
  );
  t.same(await eventsOf(server.url), ['1', '2', '3\n 4']);
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  server.answers = sends('data: x\n\n'.repeat(3_200));
  setImmediate(turn);
  t.equal((await eventsOf(server.url)).length, 3_200);
  isOver = true;
  t.ok(turns >= 3_200 / 32 - 1, `${turns} turns of others in 3,200 events`);
});

t.test('[IN2] events and answers that are long to read or to parse are refused', async (t) => {
  const server = await modelServer(t);
  const long = ['x'.repeat(300_000), 'x\ndata: '.repeat(40_000), `[${'1,'.repeat(20_000)}1]`, '['.repeat(100)];
  for (const data of long) {
    server.answers = sends(`data: ${data}\n\n`);
    await t.rejects(eventsOf(server.url), { message: /provider sent/ });
  }
  const json = { type: 'application/json', bytesMax } as const;
  for (const body of [`[${'1,'.repeat(200_000)}1]`, '['.repeat(100), `"${'x'.repeat(1_000_000)}"`]) {
    server.answers = sends(body, json.type);
    await t.rejects(boundedFetch(json)(server.url), { message: /provider sent/ });
  }
  server.answers = sends(`["[[[,,,\\"",${'1,'.repeat(90_000)}1]`, json.type);
  t.equal((await boundedFetch(json)(server.url)).status, 200);
});

t.test('[IN2] of an answer that is no success a beginning is read', async (t) => {
  const server = await modelServer(t);
  server.answers = sends('x'.repeat(500_000), 'text/html', 500);
  const response = await boundedFetch(bounds)(server.url);
  t.equal(response.status, 500);
  t.ok((await response.text()).length <= 64 * 1024);
});
