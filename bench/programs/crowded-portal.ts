/**
 * A Portal Gateway whose map is as large as maps are and whose residents never rest. Its pages, and everything else that is not the map or
 * the feed, are those of the real one behind it. Prints its port.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { CrowdedMap, type CrowdedMapOptions, landSeed, type Step } from '../harness/crowded-map.ts';
import { answer, answerEach, options } from '../harness/program-io.ts';

export interface CrowdedPortalOptions extends CrowdedMapOptions {
  /** The port of the real one. */
  readonly portalPort: number;
  readonly stepsPerSecond: number;
}

export interface CrowdedPortalReport {
  readonly port: number;
  readonly steps: number;
}

const asked = options<CrowdedPortalOptions>();
const city = new CrowdedMap(asked);
const sockets = new Set<WebSocket>();
const everyMs = 20;
let seq = 1_000;
let steps = 0;

function event(type: string, { resident, location }: { resident: string; location: string }, data: object): string {
  seq += 1;
  const at = new Date().toISOString();
  const who = { location, actor: resident, subject: null };
  return JSON.stringify({ v: 1, seq, type, at, tick: 1, category: 'emergent', ...who, data });
}

/** Both of its events, as the city publishes them. */
function tell({ resident, from, to }: Step): void {
  const departed = event('resident.departed', { resident, location: from }, { exit_id: `way-${to}`, to });
  const arrived = event('resident.arrived', { resident, location: to }, {});
  for (const socket of sockets) {
    socket.send(departed);
    socket.send(arrived);
  }
}

function pass(from: IncomingMessage, to: ServerResponse): void {
  const { method, url: path, headers } = from;
  const asking = { host: '127.0.0.1', port: asked.portalPort, method, path, headers };
  const passed = request(asking, (response) => {
    to.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(to);
  });
  passed.on('error', () => to.writeHead(502).end());
  from.pipe(passed);
}

/** The page with the map, on the land of this map. */
async function passLanding(to: ServerResponse): Promise<void> {
  const page = await fetch(`http://127.0.0.1:${asked.portalPort}/`);
  const html = (await page.text()).replace(/(name="civitas-land" content=")[^"]*/, `$1${landSeed}`);
  to.writeHead(page.status, { 'content-type': 'text/html' }).end(html);
}

const server = createServer((from, to) => {
  if (from.url === '/') return void passLanding(to).catch(() => to.writeHead(502).end());
  if (from.url?.split('?')[0] !== '/v1/map') return pass(from, to);
  to.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(city.shown(seq)));
});

const feed = new WebSocketServer({ server, path: '/ws' });
feed.on('connection', (socket) => {
  sockets.add(socket);
  socket.on('close', () => sockets.delete(socket));
  socket.on('message', (data) => {
    const { type } = JSON.parse(String(data));
    if (type === 'resume') socket.send(JSON.stringify({ type: 'resumed', seq }));
    if (type === 'subscribe') socket.send(JSON.stringify({ type: 'subscribed', locations: [], residents: [], seq }));
  });
  socket.send(JSON.stringify({ type: 'hello', v: 1, seq, visitor: null }));
});

const startedAt = performance.now();
setInterval(() => {
  const due = ((performance.now() - startedAt) * asked.stepsPerSecond) / 1_000;
  for (; steps < due; steps++) tell(city.step());
}, everyMs);

await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = server.address();
const port = typeof address === 'object' && address !== null ? address.port : 0;
const report = (): CrowdedPortalReport => ({ port, steps });
answer(report());
await answerEach<object>(async () => report());
