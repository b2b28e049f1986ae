/** Streams of global services: whatever hangs, breaks or leaves, the call ends, and what is held comes back. */
import t from 'tap';
import { balanceAt } from '../../engine/state/ledger.ts';
import { refused } from '../../gateways/refusals/gateway-refusals.ts';
import type { Waiting } from '../../gateways/route/route.ts';
import { CallEnd } from '../../gateways/services/call-end.ts';
import { Pauses } from '../../gateways/services/stream-pauses.ts';
import { type Reader, sendEvents } from '../../gateways/services/streams.ts';
import type { ServiceStream } from '../../services/contract.ts';
import { type Call, city, type Parrot, path, said } from './parrot-service.ts';

const never = <T>(): Promise<T> => new Promise(() => undefined);
type Stream = ServiceStream<'inference_failed'>;

const last: Stream['last'] = ({ charged }) => [`charged ${charged}`];

/** A stream of these texts, which costs 100 millicredits. */
const streamOf = (texts: () => AsyncGenerator<string>, more: Partial<Stream> = {}): Stream => ({
  type: 'stream',
  events: texts(),
  cost: async () => 100,
  last,
  ...more,
});

async function* hanging(): AsyncGenerator<string> {
  yield 'one';
  await never();
}

async function* silent(): AsyncGenerator<string> {
  yield never<string>();
}

async function* breaking(): AsyncGenerator<string> {
  yield 'one';
  throw new Error('no voice');
}

async function* endless(): AsyncGenerator<string> {
  for (;;) yield 'x'.repeat(1024 * 1024);
}

async function* short(): AsyncGenerator<string> {
  yield 'one';
}

const asking = { method: 'POST', headers: { Authorization: 'Bearer token of Ada' } } as const;
const body = JSON.stringify({ text: 'one two', stream: true });

t.test('[GS3] a stream that breaks off, or has no price, ends with an error, and nothing is taken', async (t) => {
  const { parrot, url, balance, city: engine, pass } = await city(t, { deadlineMs: 60_000 });
  const fates: readonly (readonly [string, Stream['events'], Stream['cost']])[] = [
    ['service_failed', breaking(), async () => 100],
    ['service_failed', short(), async () => Number.NaN],
    ['service_failed', short(), async () => -1],
    ['service_failed', short(), () => Promise.reject(new Error('no till'))],
    ['inference_failed', short(), async () => ({ type: 'refused', code: 'inference_failed', reason: 'no' })],
  ];
  for (const [error, events, cost] of fates) {
    parrot.says = async () => ({ type: 'stream', events, cost, last });
    const text = await (await fetch(`${url}${path}/say`, { ...asking, body })).text();
    t.match(text, new RegExp(`^data: one\n\ndata: \\{"error":"${error}".*"applied":false.*\\}\n\n$`), error);
    pass(60_000);
  }
  t.equal(await balance(), 100);
  t.equal(balanceAt(engine.state.account('escrow'), 0), 0);
});

t.test('[GS3] of a stream that is dearer than was held the hold is taken', async (t) => {
  const { parrot, url, balance } = await city(t, { deadlineMs: 60_000 });
  parrot.says = async () => streamOf(short, { cost: async () => 1_000_000 });
  const text = await (await fetch(`${url}${path}/say`, { ...asking, body })).text();
  t.equal(text, 'data: one\n\ndata: charged 1\n\n');
  t.equal(await balance(), 99);
});

t.test('[GS3] a stream that says nothing, or never says what it costs, is ended, and nothing is taken', async (t) => {
  const { parrot, url, balance, city: engine } = await city(t);
  for (const stream of [streamOf(silent), streamOf(short, { cost: never }), streamOf(hanging, { cost: never })]) {
    parrot.says = async () => stream;
    const text = await (await fetch(`${url}${path}/say`, { ...asking, body })).text();
    t.match(text, /data: \{"error":"timeout".*"applied":false.*\}\n\n$/);
  }
  t.equal(await balance(), 100);
  t.equal(balanceAt(engine.state.account('escrow'), 0), 0);
});

t.test(
  '[GS7] a reader of a stream that reaches its deadline pays for what was produced, and gets the bill',
  async (t) => {
    const { parrot, url, balance, city: engine } = await city(t);
    parrot.says = async () => streamOf(hanging);
    const text = await (await fetch(`${url}${path}/say`, { ...asking, body })).text();
    t.equal(text, 'data: one\n\ndata: charged 0.1\n\n');
    t.equal(await balance(), 99.9);
    t.equal(balanceAt(engine.state.account('escrow'), 0), 0);
  },
);

/** Reads the first event, and leaves. */
async function leaveAfterFirst(url: string): Promise<void> {
  const leaving = new AbortController();
  const response = await fetch(`${url}${path}/say`, { ...asking, body, signal: leaving.signal });
  await response.body?.getReader().read();
  leaving.abort();
}

t.test(
  '[GS7] the handler hears of a reader who leaves in the middle, and that reader pays for what was produced',
  async (t) => {
    const { parrot, url, ada, balance, city: engine } = await city(t, { deadlineMs: 60_000 });
    let aborted: () => void = () => undefined;
    const gone = new Promise<void>((resolve) => {
      aborted = resolve;
    });
    for (const heeds of [true, false]) {
      parrot.says = async ({ signal }: Call) => {
        signal.addEventListener('abort', aborted);
        const texts = async function* () {
          yield 'one';
          await (heeds ? gone : never());
        };
        return streamOf(texts);
      };
      await leaveAfterFirst(url);
      await gone;
      while (balanceAt(engine.state.account('escrow'), 0) !== 0) await ada.get('/v1/me');
    }
    t.equal(await balance(), 99.8, 'a tenth of a credit each');
  },
);

t.test(
  '[GS7] who leaves before the first event pays for what was produced, and what was begun is stopped',
  async (t) => {
    const { parrot, url, ada, balance, city: engine } = await city(t, { deadlineMs: 60_000 });
    const leaving = new AbortController();
    let stopped = false;
    const events: Stream['events'] = {
      [Symbol.asyncIterator]: () => ({
        next: never,
        return: async () => {
          stopped = true;
          return { done: true, value: undefined };
        },
      }),
    };
    parrot.says = async ({ signal }: Call) => {
      leaving.abort();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return streamOf(short, { events });
    };
    await t.rejects(fetch(`${url}${path}/say`, { ...asking, body, signal: leaving.signal }));
    while (!stopped || balanceAt(engine.state.account('escrow'), 0) !== 0) await ada.get('/v1/me');
    t.equal(await balance(), 99.9);
  },
);

t.test('[GS7] when the city closes, readers get an error and pay nothing, and no stream begins', async (t) => {
  const { parrot, url, ada, balance, calls } = await city(t, { deadlineMs: 60_000 });
  parrot.says = async () => streamOf(hanging);
  const response = await fetch(`${url}${path}/say`, { ...asking, body });
  const [text] = await Promise.all([response.text(), calls.close()]);
  t.match(text, /^data: one\n\ndata: \{"error":"busy".*"applied":false/);
  const says: Parrot['says'] = async () => streamOf(short);
  parrot.says = says;
  t.match(await ada.post(`${path}/say`, { text: 'one' }), { status: 503, body: { error: 'busy' } });
  t.equal(await balance(), 100);
});

t.test('streams pause together after 512 events or 256 KiB, whichever comes first, and then count anew', async (t) => {
  const pauses = new Pauses();
  const few = Array.from({ length: 511 }, () => pauses.after('x'));
  t.ok(few.every((pause) => pause === undefined));
  const pause = pauses.after('x');
  t.ok(pause);
  t.equal(pauses.after('x'), pause, 'whoever comes meanwhile waits for the same');
  await pause;
  t.equal(pauses.after('x'.repeat(256 * 1024 - 1)), undefined);
  const next = pauses.after('x');
  t.ok(next);
  await next;
  t.equal(pauses.after('x'), undefined);
});

const of = { service: 'parrot', hold: 1_000, pauses: new Pauses(), failed: () => undefined };
const tooLate = refused('timeout', { service: 'parrot', duration_ms: 1 });

const costMsMax = 60_000;

const waitingFor = ({ signal }: AbortController): Waiting => ({
  get hasGone() {
    return signal.aborted;
  },
  goneSignal: () => signal,
});
const stays = waitingFor(new AbortController());

t.test('[GS7] whenever a handler asks for the signal of its call, it is aborted once nobody waits', async (t) => {
  const leaving = new AbortController();
  const endOf = () => new CallEnd(60_000, tooLate, waitingFor(leaving), () => undefined);
  const [early, left, ended, over] = [endOf(), endOf(), endOf(), endOf()];
  t.notOk(early.signal.aborted);
  t.notOk(over.signal.aborted);
  ended.end(tooLate);
  t.ok(ended.isOver);
  t.ok(ended.signal.aborted, 'it was asked for after the end');
  over.release();
  leaving.abort();
  t.ok(early.signal.aborted, 'its caller has gone');
  t.ok(left.signal.aborted, 'its caller had gone before it was asked for');
  t.notOk(over.signal.aborted, 'a call that is over is not ended');
  for (const end of [early, left]) end.release();
});

const input = { params: { who: 'bo' }, query: {}, body: { text: 'one' } };
const call = { ...input, given: input, caller: { pseudonym: '', resident: '' }, key: null, hold: 500, balance: 0 };

t.test('[GS7] what a stream has cost is waited for as long as a call may take, and 25 s at most', async (t) => {
  for (const [deadlineMs, expected] of [
    [60_000, 25_000],
    [9_000, 9_000],
  ] as const) {
    const { parrot, calls } = await city(t, { deadlineMs });
    parrot.says = async () => streamOf(short);
    const handled = await calls.handle({ service: 'parrot', operation: 'say' }, 'ada', { ...call, waiting: stays });
    if (!('type' in handled) || handled.type !== 'stream') throw new Error('no stream');
    t.equal(handled.costMsMax, expected);
    handled.end.release();
  }
});

t.test('[GS7] a signal of who leaves is made for a handler that looks at its own, and for no other', async (t) => {
  const { parrot, calls } = await city(t);
  const leaving = new AbortController();
  let made = 0;
  const waiting: Waiting = {
    get hasGone() {
      return leaving.signal.aborted;
    },
    goneSignal: () => {
      made += 1;
      return leaving.signal;
    },
  };
  const handle = (operation: string) => calls.handle({ service: 'parrot', operation }, 'ada', { ...call, waiting });
  t.match(await handle('listen'), { json: '{"heard":"bo"}' });
  t.match(await handle('say'), { cost: 500 });
  t.equal(made, 0);
  parrot.says = async (heard) => {
    const { signal } = heard;
    leaving.abort();
    return said(heard, signal.aborted ? 1 : 2);
  };
  t.match(await handle('say'), { cost: 1 });
  t.ok(made > 0);
});

t.test('[GS7] a reader who takes nothing does not outlast the end of the call', async (t) => {
  const end = new CallEnd(60_000, tooLate, stays, () => undefined);
  const stuck: Reader = {
    closed: never(),
    write: async () => {
      end.end(tooLate);
      return never();
    },
  };
  t.match(await sendEvents(of, { ...streamOf(short), end, costMsMax }, stuck), { type: 'cut', cost: 100 });
});

t.test('[GS7] a stream without an end is cut, and what was sent is paid', async (t) => {
  const end = new CallEnd(600_000, tooLate, stays, () => undefined);
  const quick: Reader = { closed: never(), write: async () => true };
  t.match(await sendEvents(of, { ...streamOf(endless), end, costMsMax }, quick), {
    type: 'cut',
    cost: 100,
  });
});

async function* ready(): AsyncGenerator<string> {
  for (let event = 0; event < 1_000; event++) yield 'one';
}

/** Sends so many streams at once that never wait; says how many turns of the event loop others had meanwhile. */
async function turnsDuring(streams: number): Promise<number> {
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const quick: Reader = { closed: never(), write: async () => true };
  const sending = Array.from({ length: streams }, () => {
    const end = new CallEnd(600_000, tooLate, stays, () => undefined);
    return sendEvents(of, { ...streamOf(ready), end, costMsMax }, quick);
  });
  await Promise.all(sending);
  isOver = true;
  return turns;
}

t.test('[GS7] streams that never wait let others run, as often when there are many', async (t) => {
  for (const streams of [5, 50]) {
    const turns = await turnsDuring(streams);
    const perTurn = 512 + streams;
    t.ok(turns >= (streams * 1_000) / perTurn - 1, `${turns} turns of others in ${streams} x 1,000 events`);
  }
});

t.test('[GS7] what was sent is not kept: a long stream leaves one listener', async (t) => {
  const end = new CallEnd(600_000, tooLate, stays, () => undefined);
  const closed = never<'closed'>();
  const listeners = t.capture(closed, 'then', closed.then);
  await sendEvents(of, { ...streamOf(ready), end, costMsMax }, { closed, write: async () => true });
  t.equal(listeners().length, 1);
});
