/** Given many large bodies at once, when somebody else asks for something small, then it need not wait for all of them [OP11]. */
import { once } from 'node:events';
import { createConnection } from 'node:net';
import t from 'tap';
import { pause } from '../gateways/raw-requests.ts';
import { startedCity } from '../gateways/started-gateways.ts';
import { until } from '../until.ts';

const large = 30;

t.test('[OP11] large bodies are read one by one, with other requests between them', async (t) => {
  const served: string[] = [];
  const ready = () => {
    served.push('small');
    return true;
  };
  const { city, port } = await startedCity(t, { residentRatePerMinute: 1_000_000 }, { ready });
  const token = city.live('vera-7');
  const { view } = city;
  t.intercept(city, 'view', {
    value: (request: Parameters<typeof view>[0]) => {
      served.push('large');
      return view.call(city, request);
    },
  });
  const keys = Array.from({ length: 9_990 }, (_, n) => `"key ${n}":1`).join(',');
  const body = `{${keys}}`;
  const head = `POST /v1/mesh/broadcast HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nContent-Length: ${body.length}\r\n\r\n`;
  const connect = async () => {
    const socket = createConnection(port, '127.0.0.1');
    t.teardown(() => socket.destroy());
    await once(socket, 'connect');
    return socket;
  };
  const sockets = await Promise.all(Array.from({ length: large }, connect));
  const probe = await connect();
  let answers = 0;
  for (const socket of sockets) {
    socket.on('data', (piece) => {
      answers += piece.toString().split('HTTP/1.1 422').length - 1;
    });
    socket.write(head + body.slice(0, -1));
  }
  await until('each has begun to come, and its caller was asked for', () => served.length >= large);
  await pause(200);
  served.length = 0;
  for (const socket of sockets) socket.write('}');
  probe.write('GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n');
  await until('every large one is answered', () => answers === large && served.includes('small'));
  t.ok(served.indexOf('small') < large / 3, `served after ${served.indexOf('small')} of ${large} large ones`);
});
