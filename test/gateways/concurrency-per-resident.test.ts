/** Calls of one resident: a few at the same time, the others in line. */
import t from 'tap';
import { ConcurrencyPerResident, type Place } from '../../gateways/services/concurrency-per-resident.ts';
import { type Call, city, path, said } from './parrot-service.ts';

const begun = (place: Place | undefined) => place !== undefined && place.begins === undefined;

t.test(
  '[GS10] who waits begins in its order when one before it leaves, and who stops waiting never does',
  async (t) => {
    const concurrency = new ConcurrencyPerResident(2, 2);
    const [first, second, third, fourth] = [1, 2, 3, 4].map(() => concurrency.enter('ada'));
    t.same([first, second, third, fourth].map(begun), [true, true, false, false]);
    t.equal(concurrency.enter('ada'), undefined, 'too many wait');
    t.ok(begun(concurrency.enter('bo')), 'each has a queue of its own');
    let order = '';
    void third?.begins?.then(() => {
      order += 'third ';
    });
    void fourth?.begins?.then(() => {
      order += 'fourth ';
    });
    third?.leave();
    second?.leave();
    await fourth?.begins;
    t.equal(order, 'fourth ');
    first?.leave();
    fourth?.leave();
    t.ok([concurrency.enter('ada'), concurrency.enter('ada')].every(begun), 'the queue is free again');
  },
);

t.test(
  '[GS10] of one resident two calls run, whatever becomes of them, and everybody else calls as before',
  async (t) => {
    const { parrot, ada, resident } = await city(t, { deadlineMs: 60_000 });
    const bo = await resident('Bo', 100);
    const ends: (() => void)[] = [];
    parrot.says = (call: Call) => new Promise((resolve) => ends.push(() => resolve(said(call))));
    const say = (who: typeof ada) => who.post(`${path}/say`, { text: 'one' });
    const calls = [say(ada), say(ada), say(ada)];
    while (ends.length < 2) await ada.get('/v1/me');
    const other = say(bo);
    while (ends.length < 3) await ada.get('/v1/me');
    t.equal(parrot.called.length, 3, 'the third of Ada waits, Bo does not');
    ends[2]?.();
    t.match(await other, { status: 200 });
    ends[0]?.();
    t.match(await Promise.race(calls), { status: 200 });
    while (ends.length < 4) await ada.get('/v1/me');
    for (const end of ends) end();
    t.match(await Promise.all(calls), [{ status: 200 }, { status: 200 }, { status: 200 }]);
  },
);

t.test('[GS10] a call that waits in line waits within its own deadline, and nothing is taken', async (t) => {
  const { parrot, ada, balance } = await city(t);
  parrot.says = () => new Promise(() => undefined);
  const say = () => ada.post(`${path}/say`, { text: 'one' });
  const answers = await Promise.all([say(), say(), say()]);
  t.match(answers, [{ status: 504 }, { status: 504 }, { status: 504 }]);
  t.equal(await balance(), 100);
});

t.test('[GS4] [GS10] of more calls at once than may wait, the others take no slot of the rate', async (t) => {
  const { parrot, ada } = await city(t, { callsPerMinute: 120, deadlineMs: 600_000 });
  let open = () => {};
  parrot.listens = new Promise((resolve) => {
    open = resolve;
  });
  const statuses: number[] = [];
  const listen = async (calls: number) => {
    const listening = async () => statuses.push((await ada.get(`${path}/heard/bo`)).status);
    await Promise.all(Array.from({ length: calls }, listening));
  };
  const count = (status: number) => statuses.filter((one) => one === status).length;
  const first = listen(125);
  while (statuses.length < 63) await ada.get('/v1/me');
  t.equal(count(503), 63, 'two run, sixty wait');
  open();
  await first;
  await listen(31);
  await listen(32);
  t.equal(count(200), 120);
  t.equal(count(429), 5);
});
