/** For simulations the embedded sandbox runs code by a clock and chance that are given: the same job has the same outcome. */
import t from 'tap';
import { EmbeddedSandbox } from '../../sandbox/embedded/embedded-sandbox.ts';
import type { FixedTime, Outcome, Task } from '../../sandbox/interface.ts';
import { jobOf, unhurried } from '../contract/sandbox/jobs.ts';

t.setTimeout(600_000);

const sandbox = await EmbeddedSandbox.open(unhurried);
t.teardown(() => sandbox.close());

const at = Date.UTC(2030, 0, 1);
const call: Task = { type: 'call', input: 'null', caller: 'ada-1' };
const execute = (code: string, fixed: FixedTime, runMsMax = 10_000): Promise<Outcome> =>
  sandbox.execute({ ...jobOf(code, call), runMsMax, fixed });
const outputOf = async (code: string, fixed: FixedTime): Promise<unknown> => {
  const outcome = await execute(code, fixed);
  if (outcome.type !== 'finished' || outcome.output === null) throw new Error(JSON.stringify(outcome));
  return JSON.parse(outcome.output);
};

t.test('the clock stands where it was set, whichever way it is asked', async (t) => {
  const code = `export const handle = () => [
    Date.now(), new Date().getTime(), Date().slice(0, 15), new Date(0).getTime(), new Date() instanceof Date,
    new Date(1e12).constructor === Date, Date.UTC(2000, 0), performance.now(),
  ];`;
  const [now, made, text, epoch, ...rest] = Object(await outputOf(code, { now: at, seed: 1 }));
  t.same([now, made, epoch], [at, at, 0]);
  t.match(text, /^Tue Jan 01 2030/);
  t.same(rest, [true, true, Date.UTC(2000, 0), 0]);
});

t.test('the time zone is UTC, whatever that of the machine is', async (t) => {
  const { TZ } = process.env;
  t.teardown(() => {
    if (TZ === undefined) Reflect.deleteProperty(process.env, 'TZ');
    else process.env['TZ'] = TZ;
  });
  process.env['TZ'] = 'Asia/Tokyo';
  t.equal(new Date(0).getHours(), 9, 'the machine is elsewhere');
  const code = `export const handle = () => [
    new Date().getTimezoneOffset(), new Date(2020, 5, 1).getTime(), new Date().toString(), new Date(0).getHours(),
  ];`;
  // Each job has a thread of its own: the one that was started ahead may have asked before.
  for (const _ of [1, 2])
    t.same(await outputOf(code, { now: at, seed: 1 }), [
      ...[0, Date.UTC(2020, 5, 1), 'Tue Jan 01 2030 00:00:00 GMT+0000', 0],
    ]);
});

t.test('chance is that of the seed', async (t) => {
  const code = 'export const handle = () => Array.from({ length: 50 }, Math.random);';
  const [one, same, other] = await Promise.all([1, 1, 2].map((seed) => outputOf(code, { now: at, seed })));
  t.same(one, same);
  t.notSame(one, other);
  const thrown = Object.values(Object(one));
  t.ok(thrown.every((number) => Number(number) >= 0 && Number(number) < 1));
  t.ok(new Set(thrown).size === 50);
});

t.test('who waits waits no time, and finds that it has passed', async (t) => {
  const code = `export async function handle() {
    const from = Date.now();
    const seen = [];
    setTimeout(() => seen.push(Date.now() - from), 1_200_000);
    await new Promise((resolve) => setTimeout(resolve, 3_000_000));
    return [...seen, Date.now() - from];
  }`;
  // Fifty minutes: whoever slept them would be ended long before.
  t.match(await execute(code, { now: at, seed: 1 }, 3_600_000), { output: '[1200000,3000000]' });
});

t.test('what runs too long is ended after as much of it, however fast the machine is', async (t) => {
  const code = `export const handle = () => {
    for (;;) if (store.get('turns') !== undefined) console.log('never'); else for (let n = 0; n < 1e6; n++);
  };`;
  t.match(await execute(code, { now: at, seed: 1 }, 100), { type: 'timed_out' });
  const waiting = 'export const handle = () => new Promise((resolve) => setTimeout(resolve, 20_000));';
  t.match(await execute(waiting, { now: at, seed: 1 }), { type: 'timed_out' }, 'waiting counts');
  const counting = (turns: number) =>
    `export const handle = () => { let n = 0; while (n < ${turns}) n += 1; return n; };`;
  const ends = async (turns: number) => (await execute(counting(turns), { now: at, seed: 1 }, 100)).type;
  // Somewhere between two numbers of turns is the last that is run, the same each time.
  let [few, many] = [100_000, 20_000_000];
  while (many > few * 1.2) {
    const middle = Math.floor((few + many) / 2);
    if ((await ends(middle)) === 'finished') few = middle;
    else many = middle;
  }
  t.same(
    [await ends(few), await ends(many), await ends(few), await ends(many)],
    ['finished', 'timed_out', 'finished', 'timed_out'],
  );
  t.comment(`100 ms are ${few} turns of a loop`);
});
