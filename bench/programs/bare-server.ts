/** The comparator server: what a route costs when there is nothing behind it. Prints its port. */
import * as uWS from 'uWebSockets.js';
import { answer, options } from '../harness/program-io.ts';

export interface BareOptions {
  /** What `GET /v1/me` shows. */
  readonly me?: unknown;
  /** What `POST /say` publishes to every socket at `/ws`. */
  readonly event?: string;
}

export interface BareReport {
  readonly port: number;
}

const { me = {}, event = '' } = options<BareOptions>();
const room = 'room';
const app = uWS.App();

app.get('/v1/me', (res) => {
  res.writeHeader('Content-Type', 'application/json').end(JSON.stringify(me));
});

app.post('/v1/mesh/broadcast', (res) => {
  withBody(res, (text) => {
    const body: unknown = JSON.parse(text);
    res.cork(() => {
      res.writeStatus('201 Created').writeHeader('Content-Type', 'application/json').end(JSON.stringify(body));
    });
  });
});

app.post('/say', (res) => {
  withBody(res, () => {
    app.publish(room, event);
    res.cork(() => {
      res.writeStatus('201 Created').writeHeader('Content-Type', 'application/json').end('{}');
    });
  });
});

app.ws('/ws', { idleTimeout: 60, maxBackpressure: 64 * 1024, open: (ws) => void ws.subscribe(room) });

app.listen('127.0.0.1', 0, (socket) => {
  if (socket === false) throw new Error('no port is free');
  answer({ port: uWS.us_socket_local_port(socket) } satisfies BareReport);
});

function withBody(res: uWS.HttpResponse, whole: (text: string) => void): void {
  let text = '';
  let isGone = false;
  res.onAborted(() => {
    isGone = true;
  });
  res.onData((chunk, isLast) => {
    text += Buffer.from(chunk).toString();
    if (isLast && !isGone) whole(text);
  });
}
