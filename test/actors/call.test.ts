/** Runs and service calls: held, performed, charged or given back, whatever comes of them (L5, S2). */
import t from 'tap';
import type { SandboxResult } from '../../actors/effects.ts';
import { commons, innerPlace } from '../../actors/rules/place/names.ts';
import { contentHash } from '../../engine/ids.ts';
import { shownEarned, shownSpent } from '../../engine/state/ledger.ts';
import { rounds, watch } from '../engine/held-journal.ts';
import { finished } from '../world.ts';
import {
  adding,
  at,
  balanced,
  code,
  does,
  goTo,
  heldInImages,
  holds,
  pod,
  podAt,
  poolOf,
  priced,
  refuses,
  rich,
  service,
  writing,
} from './built-places.ts';
import { given, move, refusal, type Town } from './given-residents.ts';
import { answer, asks, byHand, callsIn, priceOf, query, shop } from './pod-with-service.ts';

/** Millicredits earned and spent in all. */
function lifetime(town: Town, name: string): readonly number[] {
  const { state } = town.world.city;
  const account = state.account(town.actor(name));
  return [shownEarned(account, state.counters.tick), shownSpent(account, state.counters.tick)];
}

t.test('a call is charged when its code has finished: the pool is paid and shares, the caller sees all', async (t) => {
  const { town, place } = await shop();
  const store = contentHash('{"count":1}');
  town.world.sandbox.comes = () => ({ ...finished, output: '{"doubled":2}', store });
  town.world.sandbox.contents = ['{"count":1}'];
  const [bo, pool, cleo] = [town.balance('bo'), poolOf(town, place), town.balance('cleo')];
  const outcome = await asks(town, 'bo', query(place));
  t.same(answer(outcome), { output: { doubled: 2 }, duration_ms: 7, charged: 3, balance: (bo - priceOf) / 1_000 });
  t.same(
    [town.balance('bo'), poolOf(town, place), town.balance('cleo')],
    [bo - priceOf, pool + priceOf - 300, cleo + 300],
  );
  t.equal(podAt(town, place).store, store);
  t.match(town.world.sandbox.asked.at(-1), {
    effect: 'sandbox',
    input: { task: 'call', place, caller: town.id('bo'), code, entry: 'index.js', input: '{"n":1}' },
  });
  t.match(town.newEvents(), [
    { type: 'credits.received', data: { reason: 'share', amount: 0.3 }, audience: [`to:${town.actor('cleo')}`] },
    {
      type: 'service.called',
      actor: town.id('bo'),
      subject: place,
      data: { outcome: 'finished', charged: 3 },
      audience: [`to:${town.actor('bo')}`, `to:${town.actor('ada')}`],
    },
  ]);
  t.same(callsIn(town), [], 'the call has left the city');
  balanced(t, town);
});

t.test('[L5] [SV2] the price is held while it runs, so that it cannot be spent twice', async (t) => {
  const { town, place } = await shop({ credits: 10_000 });
  const ends = byHand(town);
  const calls = [1, 2, 3].map(() => watch(asks(town, 'bo', query(place))));
  await rounds();
  t.same([town.balance('bo'), holds(town, 'escrow')], [1_000, 9_000]);
  t.equal(heldInImages(town.world.city.state.images.values()), 9_000);
  t.match(await asks(town, 'bo', query(place)), refusal('insufficient_credits', { required: 3_000, balance: 1_000 }));
  t.ok(calls.every(({ ended }) => !ended));
  for (const end of ends) end(finished);
  await rounds();
  t.ok(calls.every(({ value }) => value?.type === 'applied'));
  t.same([town.balance('bo'), holds(town, 'escrow')], [1_000, 0]);
  balanced(t, town);
});

/** A stranger's answer: it names the owner to turn to, and holds none of the last output. */
const failure = { outcome: 'failed', owner: 'ada-1', representative: 'ada-1', reason: undefined, stderr: undefined };

t.test('[SV3] nothing is charged for what failed, took too long, ran out of memory or was lost', async (t) => {
  const ended = (outcome: SandboxResult['outcome']): SandboxResult => ({
    ...finished,
    outcome,
    reason: 'because',
    stderr: 'x'.repeat(3_000),
  });
  for (const [result, code, context, outcomeHeard] of [
    [ended('failed'), 'service_failed', failure, 'failed'],
    [ended('out_of_memory'), 'service_failed', { outcome: 'out_of_memory' }, 'out_of_memory'],
    [ended('timed_out'), 'timeout', { duration_ms: 7 }, 'timed_out'],
    [ended('lost'), 'sandbox_unavailable', { reason: 'because' }, undefined],
    [new Error('no sandbox'), 'sandbox_unavailable', {}, undefined],
  ] as const) {
    const { town, place } = await shop();
    const ends = byHand(town);
    const [bo, pool, cleo] = [town.balance('bo'), poolOf(town, place), town.balance('cleo')];
    const before = lifetime(town, 'bo');
    const call = watch(asks(town, 'bo', query(place)));
    await rounds();
    t.equal(town.balance('bo'), bo - priceOf);
    ends[0]?.(result);
    await rounds();
    t.match(call.value, refusal(code, context));
    t.same([town.balance('bo'), poolOf(town, place), town.balance('cleo')], [bo, pool, cleo], code);
    t.same(lifetime(town, 'bo'), before, '[PA3] neither spent nor earned');
    t.equal(podAt(town, place).store, null);
    const heard = { outcome: outcomeHeard, charged: 0 };
    const refunded = [[`to:${town.actor('bo')}`], { reason: 'refund', amount: 3 }];
    t.match(
      town.newEvents().map(({ data, audience }) => [audience, data]),
      outcomeHeard === undefined
        ? [refunded]
        : [
            refunded,
            [[`to:${town.actor('bo')}`], { ...heard, reason: undefined, stderr: undefined }],
            [[`to:${town.actor('ada')}`], { ...heard, reason: 'because', stderr: 'x'.repeat(2_000) }],
          ],
      'its last words are for its author',
    );
    t.same(callsIn(town), []);
    balanced(t, town);
  }
});

t.test('an owner who calls its own service sees the last output of its code', async (t) => {
  const { town, place } = await shop();
  await goTo(town, 'ada', place);
  town.world.sandbox.comes = () => ({ ...finished, outcome: 'failed', reason: 'threw', stderr: 'at line 3' });
  t.match(await asks(town, 'ada', query(place)), refusal('service_failed', { reason: 'threw', stderr: 'at line 3' }));
});

t.test('[CD4] a run says how it ended, and is free', async (t) => {
  const { town, place } = await shop();
  await goTo(town, 'ada', place);
  const before = town.balance('ada');
  for (const [result, shown] of [
    [
      { ...finished, exitCode: 3, stdout: 'out', stderr: 'err', truncated: true },
      {
        exit_code: 3,
        stdout: 'out',
        stderr: 'err',
        duration_ms: 7,
        timed_out: false,
        oom_killed: false,
        truncated: true,
      },
    ],
    [
      { ...finished, outcome: 'timed_out' },
      { timed_out: true, oom_killed: false },
    ],
    [
      { ...finished, outcome: 'out_of_memory' },
      { timed_out: false, oom_killed: true },
    ],
  ] as const) {
    town.world.sandbox.comes = () => result;
    t.match(answer(await asks(town, 'ada', { type: 'run_code', workshop: place })), shown);
  }
  town.world.sandbox.comes = () => ({ ...finished, outcome: 'failed', reason: 'no entry' });
  t.match(
    await asks(town, 'ada', { type: 'run_code', workshop: place }),
    refusal('service_failed', { reason: 'no entry' }),
  );
  t.equal(town.balance('ada'), before);
  await does(town, 'ada', move('home'));
  await does(town, 'ada', adding('studio', 'workshop'));
  await does(town, 'ada', writing('studio'));
  const store = contentHash('{}');
  town.world.sandbox.comes = () => ({ ...finished, store });
  t.match(answer(await asks(town, 'ada', { type: 'run_code', workshop: 'studio' })), { exit_code: 0 });
  t.match(at(town, innerPlace(town.home('ada'), 'studio')).context, { store });
  t.equal(callsIn(town).length, 0);
  balanced(t, town);
});

t.test('[TO3] a price above what one would pay is refused: 5 when nothing is said, or max_price', async (t) => {
  const { town, place } = await shop();
  const set = (perQuery: number) =>
    does(town, 'ada', { type: 'set_pricing', pod: place, pricing: priced({ perQuery }) });
  await set(5_001);
  await refuses(t, town, 'bo', query(place), 'price_changed', { price: 5_001, max: 5_000 });
  await refuses(t, town, 'bo', query(place, { max_price: 5_000 }), 'price_changed', { price: 5_001, max: 5_000 });
  t.match(answer(await asks(town, 'bo', query(place, { max_price: 5_001 }))), { charged: 5.001 });
  await set(0);
  t.match(answer(await asks(town, 'bo', query(place, { max_price: 0 }))), { charged: 0 });
});

t.test('[SV1] a call is made where the service is, and only where there is one', async (t) => {
  const { town, place } = await shop();
  await refuses(t, town, 'cleo', query(place), 'location_required', { required: place, current: commons });
  await refuses(t, town, 'cleo', query('nowhere'), 'not_found');
  const dumb = await pod(town, 'ada', { name: 'dumb' });
  await goTo(town, 'cleo', dumb);
  await refuses(t, town, 'cleo', query(dumb), 'not_found', { kind: 'service' });
  await goTo(town, 'ada', dumb);
  await does(town, 'ada', writing(dumb, { entry: 'main.py' }));
  await refuses(t, town, 'cleo', query(dumb), 'not_found', { kind: 'service' });
});

t.test('[CD5] eight may be open, runs among them; a ninth may go when one of them ends', async (t) => {
  const { town, place } = await shop();
  const ends = byHand(town);
  const calls = Array.from({ length: 8 }, () => watch(asks(town, 'bo', query(place))));
  await rounds();
  await refuses(t, town, 'bo', query(place), 'rate_limited', {
    limit: 8,
    of: 'calls',
    window_seconds: 1,
    retry_after_seconds: 1,
  });
  await goTo(town, 'cleo', place);
  const another = watch(asks(town, 'cleo', query(place)));
  await rounds();
  ends[0]?.(finished);
  await rounds();
  const ninth = watch(asks(town, 'bo', query(place)));
  await rounds();
  t.equal(holds(town, 'escrow'), 9 * priceOf);
  for (const end of ends.slice(1)) end(finished);
  await rounds();
  t.ok([...calls, another, ninth].every(({ value }) => value?.type === 'applied'));
  balanced(t, town);
});

t.test(
  '[A1] code may say 64 KiB on each stream and return as much: it is answered, and not kept by any actor',
  async (t) => {
    const { town, place } = await shop();
    const said = 'x'.repeat(65_536);
    const output = JSON.stringify(said.slice(2));
    town.world.sandbox.comes = () => ({ ...finished, stdout: said, stderr: said, output });
    t.match(answer(await asks(town, 'bo', query(place))), { output: said.slice(2), charged: priceOf / 1000 });
    await goTo(town, 'ada', place);
    const ran = await asks(town, 'ada', { type: 'run_code', workshop: place });
    t.match(answer(ran), { stdout: said, stderr: said, exit_code: 0 });
    t.same(callsIn(town), []);
    balanced(t, town);
  },
);

t.test('a share is reckoned in whole millionths: 0.57 of 100 is 57', async (t) => {
  const town = await given({ ada: rich, bo: rich, cleo: rich });
  const pricing = priced({ perQuery: 100, split: { [town.id('cleo')]: 0.57 } });
  const place = await service(town, 'ada', { name: 'shop', funding: 100_000, pricing });
  await goTo(town, 'bo', place);
  const before = holds(town, town.actor('cleo'));
  await asks(town, 'bo', query(place));
  t.equal(holds(town, town.actor('cleo')) - before, 57);
});
