/** Questions about the past, how many are open at once and how they end: [WY3]. */
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import t from 'tap';
import type { Chain } from '../../engine/why/causes.ts';
import { noPastCharts, type PastCharts } from '../../gateways/portal/routes/past-machines.ts';
import type { Trace, Traced } from '../../gateways/portal/routes/why.ts';
import { Traces } from '../../host/traces.ts';

const { signal } = new AbortController();
const asked = (turn: number) => ({ type: 'turn', turn }) as const;

/** Answers when it is told to, in the order of the questions; one that is aborted ends at once. */
function answers() {
  const begun: number[] = [];
  const open: (() => void)[] = [];
  const answer: Trace = (what, _, stop) =>
    new Promise((resolve) => {
      if (what.type === 'turn') begun.push(what.turn);
      open.push(() => resolve({ type: 'absent', why: 'no' }));
      stop.addEventListener('abort', () => resolve({ type: 'untraceable', why: 'killed' }));
    });
  return { answer, begun, next: () => open.shift()?.() };
}

t.test('[WY3] one at a time, four wait, and a further one is told so at once', async (t) => {
  const { answer, begun, next } = answers();
  const traces = new Traces({ answer });
  const open = [1, 2, 3, 4, 5].map((turn) => traces.trace(asked(turn), 1, signal));
  t.same(await traces.trace(asked(6), 1, signal), { type: 'busy' });
  t.same(begun, [1]);
  next();
  await open[0];
  await turnOfTheLoop();
  t.same(begun, [1, 2]);
  const another = traces.trace(asked(7), 1, signal);
  for (const one of [...open.slice(1), another]) {
    next();
    t.match(await one, { type: 'absent' });
    await turnOfTheLoop();
  }
  t.same(begun, [1, 2, 3, 4, 5, 7]);
});

t.test('[WY3] counts of the past wait in the same line, and are asked for once', async (t) => {
  const { answer, begun, next } = answers();
  const counted: number[] = [];
  const listed: string[] = [];
  const charts: PastCharts = {
    machinesAt: async (turn) => {
      counted.push(turn);
      if (turn === 9) return { type: 'absent', why: 'no' };
      return { type: 'opened', machines: { turn, tick: 1, at: 0, items: [] } };
    },
    actorsAt: async (turn, { after }) => {
      listed.push(`${turn} ${after}`);
      return { type: 'opened', actors: { turn, tick: 1, at: 0, items: [], next_cursor: null } };
    },
    turnsOf: noPastCharts.turnsOf,
  };
  const traces = new Traces({ answer, charts });
  const first = traces.trace(asked(1), 1, signal);
  const second = traces.machinesAt(2, signal);
  await turnOfTheLoop();
  t.same([begun, counted], [[1], []], 'the past is open for the first');
  next();
  await first;
  t.match(await second, { type: 'opened', machines: { turn: 2 } });
  for (const turn of [2, 9, 9]) await traces.machinesAt(turn, signal);
  t.same(counted, [2, 9, 9], 'what was is kept, what is not there is not');
  const ofOpenJobs = { kind: 'job', chart: null, state: 'open', limit: 10 };
  for (const after of [null, 'job:a', null]) await traces.actorsAt(2, { ...ofOpenJobs, after }, signal);
  t.same(listed, ['2 null', '2 job:a']);
});

t.test('[WY3] what takes too long is ended, and the next one is asked', async (t) => {
  const { answer, begun, next } = answers();
  const traces = new Traces({ answer, tracedMsMax: 30 });
  // Timers of AbortSignal.timeout keep no process alive.
  const alive = setInterval(() => {}, 10);
  t.teardown(() => clearInterval(alive));
  const first = traces.trace(asked(1), 1, signal);
  const second = traces.trace(asked(2), 1, signal);
  t.match(await first, { type: 'untraceable', why: /^It was not found within 0\.03 s\./ });
  next();
  await turnOfTheLoop();
  next();
  const { type } = await second;
  t.ok(['absent', 'untraceable'].includes(type));
  t.same(begun, [1, 2]);
});

t.test('[WY3] a minute is the most that one may take', async (t) => {
  const deadlines = t.capture(AbortSignal, 'timeout', AbortSignal.timeout);
  const traces = new Traces({ answer: async () => ({ type: 'absent', why: 'There is no such turn.' }) });
  await traces.trace(asked(1), 1, signal);
  t.same(
    deadlines().map(({ args }) => args),
    [[60_000]],
  );
});

t.test('whoever has gone is not answered for, and nobody once the city stops', async (t) => {
  const { answer, begun } = answers();
  const traces = new Traces({ answer });
  const gone = new AbortController();
  const [first, second, third]: Promise<Traced>[] = [
    traces.trace(asked(1), 1, signal),
    traces.trace(asked(2), 1, gone.signal),
    traces.trace(asked(3), 1, signal),
  ];
  await turnOfTheLoop();
  gone.abort();
  await traces.stop();
  for (const one of [first, second, third]) t.same(await one, { type: 'busy' });
  t.same(begun, [1]);
  t.same(await traces.trace(asked(4), 1, signal), { type: 'busy' });
});

t.test('what is in memory is told at once, however many wait', async (t) => {
  const chain: Chain = { links: [], end: { type: 'command' } };
  const { answer, begun, next } = answers();
  const traces = new Traces({
    answer,
    newest: async (what) => (what.type === 'turn' && what.turn === 9 ? chain : undefined),
  });
  const open = [1, 2, 3, 4, 5].map((turn) => traces.trace(asked(turn), 1, signal));
  await turnOfTheLoop();
  t.same(await traces.trace(asked(6), 1, signal), { type: 'busy' });
  t.same(await traces.trace(asked(9), 1, signal), { type: 'traced', chain });
  t.same(begun, [1]);
  for (const one of open) {
    next();
    await one;
    await turnOfTheLoop();
  }
});
