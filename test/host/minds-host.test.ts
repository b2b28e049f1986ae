/** The process of the minds, played by programs that crash, hang, babble, flood and will not end: the city notices nothing but silence. */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { type MindsProgram, systemTimers, type Timers } from '../../host/minds/child.ts';
import { MindsHost } from '../../host/minds/host.ts';
import { until } from '../until.ts';
import { silentLog } from '../world.ts';

const token = `res_${'t0ken-Of-vera'.repeat(3)}`;
const vera = { resident: 'vera-1', token };
const ilo = { resident: 'ilo-2', token: `res_${'another'.repeat(5)}` };

/** What every program begins with: it hears lines, and says messages. */
const prelude = `
  const say = (message) => process.stdout.write(JSON.stringify(message) + '\\n');
  let rest = '';
  const hear = (on) => process.stdin.on('data', (chunk) => {
    const lines = (rest + chunk).split('\\n');
    rest = lines.pop();
    for (const line of lines) on(JSON.parse(line));
  });
  process.stdin.on('end', () => process.exit(0));
  const answer = ({ type, resident }) =>
    type === 'ping' ? say({ type: 'pong', idle: 0, named: [] }) : say(type === 'live' ? { type: 'living', resident } : { type: 'ended', resident, why: 'stopped' });
`;
const wellBehaved = 'hear(answer);';

interface Hosted {
  readonly host: MindsHost;
  readonly logged: readonly string[];
  readonly pauses: readonly number[];
  readonly given: readonly string[];
  /** Time goes on by itself otherwise only as far as it is said. */
  now: number;
  tick: number;
}

const answerMsMax = 60_000;

/** Time passes when a test says so. */
class HeldTimers implements Timers {
  readonly #asks = new Set<() => void>();

  after(): () => void {
    return () => undefined;
  }

  every(ms: number, call: () => void): () => void {
    if (ms === answerMsMax) this.#asks.add(call);
    return () => this.#asks.delete(call);
  }

  /** It is time to ask whether it hears. */
  ask(): void {
    for (const call of this.#asks) call();
  }
}

function hosted(t: Test, program: string, more: Partial<MindsProgram> = {}, timers: Timers = systemTimers): Hosted {
  const logged: string[] = [];
  const note = (fields: object, message: string) => void logged.push(`${message} ${JSON.stringify(fields)}`);
  const pauses: number[] = [];
  const given: string[] = [];
  const of = { now: 0, tick: 0 };
  const sleep = (ms: number, signal: AbortSignal) => {
    pauses.push(ms);
    return pause(1, undefined, { signal });
  };
  const host = new MindsHost({
    program: {
      command: process.execPath,
      args: ['--eval', `${prelude}${program}`],
      cwd: import.meta.dirname,
      env: { PATH: process.env['PATH'] ?? '' },
      answerMsMax,
      ...more,
    },
    timers,
    tick: () => of.tick,
    log: { ...silentLog, info: note, warn: note, error: note },
    elapsed: () => of.now,
    sleep,
    onEnded: (resident) => given.push(resident),
  });
  t.teardown(() => host.close(0));
  return Object.assign(of, { host, logged, pauses, given });
}

t.test('[HM5] the process hears which residents to live, and which no more', async (t) => {
  const { host, given } = hosted(t, wellBehaved);
  host.live([vera, ilo]);
  await until('both are lived', () => host.about.living === 2);
  t.same(host.about, { isRunning: true, starts: 1, living: 2, idle: 0 });
  host.live([ilo]);
  await until('one is lived', () => host.about.living === 1);
  t.same(
    [vera, ilo].map(({ resident }) => host.lives(resident)),
    [false, true],
  );
  t.same(given, [], 'who was stopped was not lost');
  await host.close(5_000);
  t.same(host.about, { isRunning: false, starts: 1, living: 0, idle: 0 });
});

t.test('[HM4] [HM5] it is started again with growing pauses, and lives the same', async (t) => {
  const of = hosted(t, `hear((message) => { answer(message); setTimeout(() => process.exit(7), 5); });`);
  of.host.live([vera]);
  await until('eight pauses', () => of.pauses.length >= 8);
  t.same(of.pauses.slice(0, 8), [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
  await until('a short pause again', () => {
    // Again and again: the first time may come between two starts.
    of.now += 60_000;
    return of.pauses.slice(8).includes(1_000);
  });
  t.ok(of.logged.some((line) => line.includes('"how":"7"')));
  await of.host.close(0);
});

t.test('[HM4] a program that is not there is tried again', async (t) => {
  const of = hosted(t, '', { command: 'there-is-no-such-program' });
  await until('a third start', () => of.host.about.starts >= 3);
  t.ok(of.logged.some((line) => line.includes('ENOENT')));
  t.same(of.host.about.living, 0);
});

t.test('[HM3] a process that hangs is ended, and another begins', async (t) => {
  const of = hosted(t, `process.stdin.resume(); process.on('SIGTERM', () => {});`, { answerMsMax: 50 });
  of.host.live([vera]);
  await until('a second start', () => of.host.about.starts >= 2);
  t.ok(of.logged.some((line) => line.includes('does not answer')));
});

t.test('[HM3] a process that lives somebody and then hears nothing any more is ended', async (t) => {
  const timers = new HeldTimers();
  const deaf = `hear((message) => { answer(message); if (message.type === 'live') setTimeout(() => { for (;;); }); });`;
  const of = hosted(t, deaf, {}, timers);
  of.host.live([vera]);
  await until('she is lived', () => of.host.about.living === 1);
  timers.ask();
  timers.ask();
  t.ok(of.logged.some((line) => line.includes('does not hear')));
  await until('a second start', () => of.host.about.starts === 2);
});

/** After each `pong` it ends Ilo and begins him again in turn: so it is seen that the `pong` was heard. */
const turning = (idle: string, unnamed = 0) => `let isLived = true; hear((message) => {
  if (message.type !== 'ping') return answer(message);
  const named = ${idle};
  say({ type: 'pong', idle: named.length + ${unnamed}, named });
  isLived = !isLived;
  say(isLived ? { type: 'living', resident: 'ilo-2' } : { type: 'ended', resident: 'ilo-2', why: 'stopped' });
});`;

/** Asks, and resolves when the answer was heard. */
async function asked(timers: HeldTimers, { host }: Hosted): Promise<void> {
  const before = host.about.living;
  timers.ask();
  await until('it answers', () => host.about.living !== before);
}

t.test('[HM3] who hears goes on', async (t) => {
  const timers = new HeldTimers();
  const of = hosted(t, turning('[]'), {}, timers);
  of.host.live([vera, ilo]);
  await until('both are lived', () => of.host.about.living === 2);
  for (let times = 0; times < 3; times++) await asked(timers, of);
  t.match(of.host.about, { isRunning: true, starts: 1, idle: 0 });
});

t.test('[HM6] a mind that does nothing is logged once when the city has ticked, until it does something', async (t) => {
  const timers = new HeldTimers();
  let count = 0;
  const of = hosted(
    t,
    turning(`++times < 5 ? ['vera-1', 'nobody-9'] : []`).replace('let', 'let times = 0,'),
    {},
    timers,
  );
  const mentions = () => of.logged.filter((line) => line.includes('does nothing')).length;
  of.host.live([vera, ilo]);
  await until('both are lived', () => of.host.about.living === 2);
  for (const { tick, idle } of [
    { tick: 7, idle: 0 },
    { tick: 7, idle: 0 },
    { tick: 8, idle: 1 },
    { tick: 9, idle: 1 },
    { tick: 10, idle: 0 },
  ]) {
    of.tick = tick;
    await asked(timers, of);
    t.equal(of.host.about.idle, idle, `asked ${++count} times`);
  }
  t.equal(mentions(), 1);
  t.notMatch(of.logged.join(), 'nobody-9');
});

t.test(
  '[HM6] those who are counted and not named count when the city has ticked, and never more than live',
  async (t) => {
    const timers = new HeldTimers();
    const of = hosted(t, turning(`['vera-1']`, 9), {}, timers);
    of.host.live([vera, ilo, { ...ilo, resident: 'maren-3' }]);
    await until('all are lived', () => of.host.about.living === 3);
    for (const { tick, idle } of [
      { tick: 7, idle: 0 },
      { tick: 8, idle: 3 },
      { tick: 9, idle: 2 },
    ]) {
      of.tick = tick;
      await asked(timers, of);
      t.equal(of.host.about.idle, idle, `in tick ${tick}`);
    }
  },
);

t.test('[HM4] a process that will not end is killed', async (t) => {
  const { host } = hosted(
    t,
    `${wellBehaved} process.on('SIGTERM', () => {}); process.stdin.removeAllListeners('end');
    setInterval(() => {}, 1000);`,
  );
  host.live([vera]);
  await until('one is lived', () => host.about.living === 1);
  await host.close(50);
  t.equal(host.about.isRunning, false);
});

t.test('[HM2] garbage, and what is said of others, changes nothing', async (t) => {
  const nonsense = [
    'no json',
    '{"type":"ended","resident":"vera-1","why":"bored"}',
    '{"type":"living","resident":"nobody-9"}',
    '{"type":"ended","resident":"nobody-9","why":"dead"}',
    'x'.repeat(10_000),
  ];
  const of = hosted(
    t,
    `for (const line of ${JSON.stringify(nonsense)}) process.stdout.write(line + '\\n'); ${wellBehaved}`,
  );
  of.host.live([vera]);
  await until('she is lived', () => of.host.about.living === 1);
  t.same(of.given, []);
  t.notMatch(of.logged.join(), /bored|xxx/, 'nothing of it is repeated');
});

t.test('[HM2] a process that floods is ended, and the log is not flooded', async (t) => {
  const flood = `${wellBehaved} const pour = () => { for (let n = 0; n < 100; n++) process.stderr.write('no '.repeat(300) + '\\n');
    setImmediate(pour); }; pour();`;
  const of = hosted(t, flood);
  await until('a second start', () => of.host.about.starts >= 2);
  t.ok(of.logged.some((line) => line.includes('says too much')));
  t.ok(of.logged.filter((line) => line.includes('"said"')).length <= 20 * of.host.about.starts);
});

t.test('[HM1] a token goes to standard input, and nowhere else', async (t) => {
  const of = hosted(
    t,
    `hear((message) => { console.error('got ' + message.token, 'and adm_' + 'x'.repeat(30)); answer(message); });
    setTimeout(() => console.error(process.pid), 0);`,
  );
  of.host.live([vera]);
  await until(
    'it has said what it got, and its number',
    () => of.logged.some((line) => line.includes('got ')) && of.logged.some((line) => /"said":"\d+"/.test(line)),
  );
  t.match(of.logged.join(), /got res_\.\.\. and adm_\.\.\./);
  t.notMatch(of.logged.join(), token);
  const pid = /"said":"(\d+)"/.exec(of.logged.join())?.[1];
  if (process.platform === 'linux')
    for (const file of ['cmdline', 'environ']) t.notMatch(readFileSync(`/proc/${pid}/${file}`, 'utf8'), token, file);
});

t.test('[HM5] a mind that finds its resident dead, or taken over, says so', async (t) => {
  const of = hosted(t, `hear(({ resident }) => say({ type: 'ended', resident, why: 'taken_over' }));`);
  of.host.live([vera]);
  await until('somebody is given up', () => of.given.length > 0);
  t.same(of.given, ['vera-1']);
});
