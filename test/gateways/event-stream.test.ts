/** Server-sent events over a real socket: as fast as their reader takes them, whole, and to nobody who has gone. */
import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { must } from '../../engine/assert.ts';
import { gatewayDefaults } from '../../gateways/settings.ts';
import type { EventStream } from '../../gateways/transport/event-stream.ts';
import { HttpServer } from '../../gateways/transport/http.ts';
import { wantsNothing } from '../../gateways/transport/wants.ts';
import { silentLog } from '../world.ts';

/** A stream, and the socket of its reader, which does not read yet. */
async function reading(t: Test): Promise<{ stream: EventStream; socket: Socket; server: HttpServer }> {
  const server = new HttpServer({
    settings: gatewayDefaults,
    log: silentLog,
    requestId: () => 'one',
    answerHeaders: [],
  });
  const opened = new Promise<EventStream>((resolve) => {
    server.on('GET', '/events', wantsNothing, (exchange) => resolve(must(exchange.stream(), 'an open exchange')));
  });
  const port = await server.listen('127.0.0.1', 0);
  t.teardown(() => server.end());
  const socket = createConnection(port, '127.0.0.1').pause();
  t.teardown(() => socket.destroy());
  socket.write('GET /events HTTP/1.1\r\nHost: a\r\n\r\n');
  return { stream: await opened, socket, server };
}

/** Everything until the connection closes or the answer ends, without what chunks add. */
async function rest(socket: Socket, until: () => boolean): Promise<string> {
  let text = '';
  socket.setEncoding('latin1');
  socket.on('data', (piece: string) => {
    text += piece;
  });
  socket.resume();
  while (!until() || !text.endsWith('0\r\n\r\n')) await turn();
  return text.slice(text.indexOf('\r\n\r\n') + 4).replaceAll(/(?:^|\r\n)[0-9a-f]+\r\n/g, '');
}

const mebibyte = 'x'.repeat(1024 * 1024);

/** Writes events of a mebibyte, `most` of them; says how many are written. */
function writing(stream: EventStream, count: number): { written: number; most: number; ended: Promise<boolean> } {
  const state = { written: 0, most: count, ended: Promise.resolve(true) };
  state.ended = (async () => {
    while (state.written < state.most) {
      if (!(await stream.write(mebibyte))) return false;
      state.written += 1;
    }
    return true;
  })();
  return state;
}

/** Resolves when nothing was written for many turns of the event loop. */
async function stalled(state: { readonly written: number }): Promise<void> {
  for (let before = -1, still = 0; still < 200; before = state.written) {
    await turn();
    still = before === state.written ? still + 1 : 0;
  }
}

t.test('[GS7] nothing is read ahead of a reader who takes nothing; who reads on gets all of it', async (t) => {
  const { stream, socket } = await reading(t);
  const state = writing(stream, 64);
  await stalled(state);
  t.ok(state.written < 64, `${state.written} of 64 written before anything was read`);
  let isOver = false;
  void state.ended.then(() => {
    stream.end(['bye']);
    isOver = true;
  });
  const text = await rest(socket, () => isOver);
  t.equal(text.replaceAll(/[^x]/g, '').length, 64 * mebibyte.length);
  t.match(text.slice(-40), /data: bye\n\n/);
});

t.test('[GS7] the last bytes do not wait for the next event', async (t) => {
  // Nor for the comment that follows on a long silence.
  const later = globalThis.setInterval;
  t.intercept(globalThis, 'setInterval', { value: (work: () => void) => later(work, 2 ** 30) });
  const { stream, socket } = await reading(t);
  const state = writing(stream, 64);
  await stalled(state);
  // The one that waits for room is the last.
  state.most = state.written + 1;
  let got = 0;
  socket.on('data', (piece) => {
    got += piece.length;
  });
  socket.resume();
  while (got < state.most * mebibyte.length) await turn();
  t.ok(await state.ended);
});

t.test('[GS7] a comment is sent into silence alone', async (t) => {
  const looks: (() => void)[] = [];
  const later = globalThis.setInterval;
  t.intercept(globalThis, 'setInterval', {
    value: (look: () => void) => {
      looks.push(look);
      return later(look, 2 ** 30);
    },
  });
  const { stream, socket } = await reading(t);
  const look = must(looks.at(-1), 'a look for silence');
  for (const said of ['one', 'two']) {
    await stream.write(said);
    await turn();
    look();
  }
  look();
  stream.end(['bye']);
  t.equal(await rest(socket, () => true), 'data: one\n\ndata: two\n\n:\n\ndata: bye\n\n\r\n');
});

t.test('[GS7] a reader who leaves while nothing can be sent is waited for no more', async (t) => {
  const { stream, socket, server } = await reading(t);
  const state = writing(stream, 64);
  await stalled(state);
  socket.destroy();
  t.equal(await state.ended, false);
  t.equal(await stream.closed, 'closed');
  t.equal(await stream.write('more'), false);
  stream.end(['bye']);
  t.equal(server.open, 0);
});

t.test('[GS7] no line break within an event makes another event of it', async (t) => {
  const { stream, socket } = await reading(t);
  await stream.write('a\nb\r\nc\rdata: d\n\nid: e');
  stream.end();
  const text = await rest(socket, () => true);
  t.match(text, 'data: a\ndata: b\ndata: c\ndata: data: d\ndata: \ndata: id: e\n\n');
  await once(socket.end(), 'close');
});

t.test('[GS7] what is written in one turn of the event loop is sent in one piece', async (t) => {
  const { stream, socket } = await reading(t);
  let raw = '';
  socket.setEncoding('latin1').on('data', (piece: string) => {
    raw += piece;
  });
  socket.resume();
  for (const one of ['a', 'b']) t.ok(await stream.write(one));
  while (!raw.includes('data: b')) await turn();
  t.match(raw, /\r\n[0-9a-f]+\r\ndata: a\n\ndata: b\n\n/);
  await stream.write('c');
  stream.end(['d']);
  while (!raw.endsWith('0\r\n\r\n')) await turn();
  t.match(raw, /data: c\n\n[^:]*data: d\n\n/);
});

t.test('[OP13] a stream that ends while the city does is well-formed to its end', async (t) => {
  const { stream, socket, server } = await reading(t);
  server.drain();
  stream.end(['bye']);
  t.equal(await rest(socket, () => true), 'data: bye\n\n\r\n');
});
