/** Priced calls of global services, from their hold to their one end: what is taken, what is refunded, and who hears of it. */
import t from 'tap';
import type { ServiceResult } from '../../actors/effects.ts';
import type { Log } from '../../engine/ports.ts';
import { rounds, watch } from '../engine/held-journal.ts';
import { silentLog } from '../world.ts';
import { adding, balanced, does, rich } from './built-places.ts';
import { given, type Person, type Town } from './given-residents.ts';
import { asks } from './pod-with-service.ts';

const call = (hold: number) => ({
  type: 'call_global_service',
  service: 'bell',
  operation: 'ring',
  reference: 'kept',
  hold,
  halfInStudy: false,
  availability: 'everywhere',
});

/** Calls of global services in this town end when the test says so. */
function byHand(town: Town) {
  const ends: ((result: ServiceResult | Error) => void)[] = [];
  town.world.sandbox.serves = () =>
    new Promise((resolve, reject) =>
      ends.push((result) => (result instanceof Error ? reject(result) : resolve(result))),
    );
  return ends;
}

const receipts = (town: Town) =>
  town
    .newEvents()
    .filter(({ type }) => type === 'credits.received')
    .map(({ subject, data, audience }) => ({ subject, data, audience }));

const refund = (town: Town, name: string, data: object) => ({
  subject: town.id(name),
  data: { reason: 'refund', from: null, ...data },
  audience: [`to:${town.actor(name)}`],
});

t.test('[PA4] the caller of a failed call is notified of the refund wherever it is', async (t) => {
  const town = await given({ ada: rich });
  const ends = byHand(town);
  const results: readonly (ServiceResult | Error)[] = [
    { type: 'failed', code: 'service_failed' },
    { type: 'forgotten' },
    new Error('nobody rings'),
  ];
  for (const result of results) {
    const before = town.balance('ada');
    const answered = watch(asks(town, 'ada', call(3_000)));
    await rounds();
    ends.at(-1)?.(result);
    await rounds();
    t.match(answered.value, { type: 'refused', code: 'service_failed' });
    t.equal(town.balance('ada'), before);
    t.same(receipts(town), [refund(town, 'ada', { service: 'bell', amount: 3 })]);
  }
  const served = watch(asks(town, 'ada', call(3_000)));
  await rounds();
  ends.at(-1)?.({ type: 'served', cost: 1_000 });
  await rounds();
  t.match(served.value, { type: 'applied' });
  t.same(receipts(town), [], 'a bill is in the answer, and no event');
});

/** A town in which ada dies, with bo as her heir, while a call of hers is open. */
async function diesCalling() {
  const dying: Person = { ...rich, lifespan: 3 };
  const town = await given({ ada: dying, bo: rich });
  const ends = byHand(town);
  await does(town, 'ada', { type: 'bequeath', heir: town.id('bo') });
  const answered = watch(asks(town, 'ada', call(3_000)));
  await rounds();
  await town.ticks(3);
  town.newEvents();
  const end = async (result: ServiceResult) => {
    ends[0]?.(result);
    await rounds();
  };
  return { town, end, answered };
}

t.test('[PA4] the heir of a caller who died meanwhile is notified of its refund, not of the place', async (t) => {
  const results: readonly [ServiceResult, number][] = [
    [{ type: 'failed', code: 'timeout' }, 3],
    [{ type: 'served', cost: 1_000 }, 2],
  ];
  for (const [result, amount] of results) {
    const { town, end, answered } = await diesCalling();
    const before = town.balance('bo');
    await end(result);
    t.ok(answered.ended);
    t.equal(town.balance('bo'), before + amount * 1_000);
    t.same(receipts(town), [refund(town, 'bo', { amount })]);
    balanced(t, town);
  }
});

t.test('[GS3] [SG2] what no call can have cost takes nothing', async (t) => {
  const errors: string[] = [];
  const log: Log = { ...silentLog, error: (_, message) => void errors.push(message) };
  const town = await given({ ada: rich }, { log });
  const ends = byHand(town);
  for (const cost of [-1, 0.5, 3_001, Number.NaN]) {
    const before = town.balance('ada');
    const answered = watch(asks(town, 'ada', call(3_000)));
    await rounds();
    ends.at(-1)?.({ type: 'served', cost });
    await rounds();
    t.match(answered.value, { type: 'refused', code: 'service_failed' }, String(cost));
    t.equal(town.balance('ada'), before);
  }
  t.same(errors, [], 'and is no defect of the city');
  balanced(t, town);
});

t.test('[SG3] at home with a study half is held and half is taken, rounded up', async (t) => {
  const town = await given({ ada: { ...rich, atHome: true } });
  await does(town, 'ada', adding('den', 'study'));
  const ends = byHand(town);
  const before = town.balance('ada');
  const answered = watch(asks(town, 'ada', { ...call(3_001), halfInStudy: true }));
  await rounds();
  t.equal(town.balance('ada'), before - 1_501);
  ends[0]?.({ type: 'served', cost: 2_001 });
  await rounds();
  t.match(answered.value, { type: 'applied' });
  t.equal(town.balance('ada'), before - 1_001);
});

t.test('[SG4] the dying make no priced call', async (t) => {
  const town = await given({ ada: rich });
  await does(town, 'ada', { type: 'shut_down' });
  t.match(await asks(town, 'ada', call(3_000)), { type: 'refused', code: 'invalid_state' });
});
