/**
 * Given one client that calls tools without a pause, when it calls them more often than it may and when it may call as often as it likes,
 * then each call is answered, those of others are answered between them, and what the city keeps of them does not grow.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import t from 'tap';
import { inParallel } from '../../client/parallel.ts';
import { gatewayDefaults } from '../../gateways/settings.ts';
import { sized } from '../crash/size.ts';
import { smallTables, startedWorld } from '../gateways/started-gateways.ts';
import { type Call, callsAt, type ToolAnswer } from './tool-calls.ts';

const calls = sized(1_500, 10_000, 200_000);
/** Somebody else calls behind each so many, which is less often than anybody may. */
const othersEvery = calls / 50;
const atOnce = 8;
/** Of all calls together, of which each alone takes more while it is under way. */
const growthBytesMax = 3 * 2 ** 20;

setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');

/** What is done, refused, misunderstood and unknown, by both ways through the door; nothing that stays in the journal of the city. */
const kinds: readonly (readonly [string, object])[] = [
  ['city_look', { action: 'me' }],
  ['city_look', { action: 'here', full: true }],
  ['city_trade', { action: 'credits' }],
  ['city_work', { action: 'list', status: 'open' }],
  ['city_events', { since: '1', limit: '5' }],
  ['city_move', { exit_id: 'nowhere' }],
  ['city_talk', { action: 'say', message: '' }],
  ['city_talk', { action: 'sey', message: 'hello' }],
  ['city_call_api', { method: 'GET', path: '/v1/credits/history' }],
  ['city_call_api', { method: 'GET', path: '/v1/nothing' }],
  ['city_fly', {}],
];

/** Calls so many of them one after the other on each of some connections; resolves with what is wrong. */
async function callMany(call: Call, count: number, judge: (answer: ToolAnswer) => string | undefined) {
  const wrong: string[] = [];
  const numbers = Array.from({ length: count }, (_, n) => n);
  await inParallel(atOnce, numbers, async (n) => {
    const [name, given] = kinds[n % kinds.length] ?? ['', {}];
    const fault = judge(await call(name, given));
    if (fault !== undefined) wrong.push(`${n} ${name}: ${fault}`);
    if (n % othersEvery !== 0) return;
    const { code, shown } = await call('city_look', { action: 'me' }, 'Bo');
    if (code !== undefined || !/id: bo-2/.test(shown.join())) wrong.push(`${n} somebody else: ${shown.join()}`);
  });
  return wrong.slice(0, 10);
}

/** By the tool or, where it is the protocol's server that counts, by its status. */
const isLimited = ({ status, code }: ToolAnswer): boolean => status === 429 || code === 'rate_limited';

const isAnswered = ({ status, text }: ToolAnswer): boolean =>
  status === 200 || (status === 400 && /Unknown tool/.test(text));

t.test(`[OP12] ${calls} calls of one client, as often as it may and oftener`, async (t) => {
  // All within one minute, however long it takes.
  const world = await startedWorld(t, {}, { clock: { now: () => Date.now(), elapsed: () => 0 } });
  for (const name of ['Vera', 'Bo']) await world.resident(name, 1_000);
  let limited = 0;
  const wrong = await callMany(callsAt(t, world.url), calls, (answer) => {
    if (!isLimited(answer)) return isAnswered(answer) ? undefined : `${answer.status} ${answer.text}`;
    limited += 1;
    return /retry_after_seconds\W+\d/.test(answer.text) ? undefined : `when may it ask again? ${answer.text}`;
  });
  t.same(wrong, [], 'each is answered, or told when to ask again');
  t.equal(calls - limited, gatewayDefaults.residentRatePerMinute, 'whatever it calls counts as one request');
  t.same(world.errors, []);
});

t.test(`[OP12] ${calls} calls of one client that may call so often leave nothing behind`, async (t) => {
  const settings = { ...gatewayDefaults, ...smallTables, residentRatePerMinute: 1_000_000_000 };
  const world = await startedWorld(t, {}, { settings });
  for (const name of ['Vera', 'Bo']) await world.resident(name, 1_000);
  const call = callsAt(t, world.url);
  const judge = (answer: ToolAnswer) => (isAnswered(answer) ? undefined : `${answer.status} ${answer.text}`);
  t.same(await callMany(call, Math.ceil(calls / 3), judge), [], 'those by which all is loaded');
  const before = kept();
  t.same(await callMany(call, calls, judge), [], 'each is answered');
  const growth = kept() - before;
  t.comment(`${growth} bytes`);
  t.ok(growth < growthBytesMax, `${growth} bytes stay`);
  t.match(world.city.state.totals(), { credits: 0, burn: 0, overdrawn: [] });
  t.same(world.errors, []);
});

/** Bytes that are still held when all that is held by nobody is gone. */
function kept(): number {
  if (typeof collect !== 'function') throw new Error('needs a collector');
  for (let n = 0; n < 3; n++) collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
