/** A small city over real HTTP that answers as a test says, and may misbehave in every way that a city can. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Test } from 'tap';
import { WebSocketServer } from 'ws';
import { fieldsOf, parseJson } from '../../client/wire.ts';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Its `X-Cause-Seq`. */
  readonly cause?: string | undefined;
}

type Said =
  | { readonly status: number; readonly body: unknown; readonly headers?: Record<string, string> }
  | 'cut'
  | 'hang';

const usual: Readonly<Record<string, unknown>> = {
  '/v1/me': {
    id: 'vera-1',
    name: 'Vera',
    state: 'alive.active',
    balance: 60,
    burn_per_tick: 1,
    runway_ticks: 60,
    dies_tick: 72,
  },
  '/v1/location': {
    id: 'city-commons',
    kind: 'commons',
    name: 'The Commons',
    description: 'A square.',
    residents_count: 2,
  },
  '/v1/location/exits': { items: [] },
  '/v1/location/residents': {
    items: [
      { id: 'vera-1', name: 'Vera' },
      { id: 'ilo-2', name: 'Ilo' },
    ],
  },
};

export class ScriptedCity {
  readonly asked: Asked[] = [];
  /** What is answered; undefined: as a well-behaved city would. */
  misbehaves: (asked: Asked) => Said | undefined = () => undefined;
  url = '';
  /** Sent to whoever connects, behind the greeting. */
  events: readonly object[] = [];

  get posts(): readonly Asked[] {
    return this.asked.filter(({ method }) => method === 'POST');
  }

  static async open(t: Test): Promise<ScriptedCity> {
    const city = new ScriptedCity();
    const server = createServer((request, response) => city.#hear(request, response));
    const sockets = new WebSocketServer({ server, path: '/ws' });
    sockets.on('connection', (socket) => {
      for (const frame of [{ type: 'hello', v: 1, seq: 1 }, ...city.events]) socket.send(JSON.stringify(frame));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address() as AddressInfo;
    city.url = `http://127.0.0.1:${address.port}`;
    t.teardown(() => {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      server.close();
    });
    return city;
  }

  #hear(request: IncomingMessage, response: ServerResponse): void {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const path = request.url ?? '';
      const cause = request.headers['x-cause-seq'];
      const body = fieldsOf(parseJson(Buffer.concat(parts).toString()));
      const asked = { method: request.method ?? '', path, body, cause: cause?.toString() };
      this.asked.push(asked);
      const said = this.misbehaves(asked) ?? { status: 200, body: usual[path.split('?')[0] ?? ''] ?? { items: [] } };
      if (said === 'hang') return;
      if (said === 'cut') request.socket.destroy();
      else
        response
          .writeHead(said.status, { 'content-type': 'application/json', ...said.headers })
          .end(typeof said.body === 'string' ? said.body : JSON.stringify(said.body));
    });
  }
}
