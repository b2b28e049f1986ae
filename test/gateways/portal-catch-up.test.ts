/** A socket of the Portal's feed catches up: each event once, in order, and what is not kept is announced. */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import t from 'tap';
import { NewestEvents } from '../../gateways/portal/feed/newest-events.ts';
import { CatchUp } from '../../gateways/portal/feed/portal-catch-up.ts';
import type { SeenEvent } from '../../gateways/portal/feed/seen-event.ts';
import { WorkQueue } from '../../gateways/transport/work-queue.ts';

const event = (seq: number): SeenEvent => ({
  ...{ seq, whole: String(seq), public: undefined, places: [], residents: [], visitors: [] },
});

/** What is sent of events 1 to `newest`, of which those of `kept` are in memory: numbers of events, and gaps. */
function sentEvents(
  kept: NewestEvents,
  since: number,
  span: { after: number; until: number },
): readonly (number | readonly [number, number])[] {
  const frames: (number | readonly [number, number])[] = [];
  let isDone = false;
  const catchUp = new CatchUp({
    socket: {
      send: (json) => {
        const frame = JSON.parse(json);
        frames.push(typeof frame === 'number' ? frame : [frame.from, frame.to]);
        return 'sent';
      },
    },
    ...{ work: new WorkQueue(), newest: kept, since, sent: span, slowMsMax: 1_000 },
    heard: ({ whole }) => whole,
    tooSlow: () => {},
    done: () => {
      isDone = true;
    },
  });
  catchUp.run();
  if (!isDone) throw new Error('not done');
  return frames;
}

t.test(
  '[PF2] [PF4] before and behind what was sent every event is sent once or announced, within it none',
  async () => {
    const numbers = fc.nat({ max: 40 });
    const events = fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 30 });
    const property = fc.property(
      events,
      fc.integer({ min: 1, max: 12 }),
      numbers,
      numbers,
      numbers,
      (seqs, max, ...at) => {
        const [since, after, until] = [at[0], Math.min(at[1], at[2]), Math.max(at[1], at[2])];
        const kept = new NewestEvents(max);
        const sorted = seqs.sort((a, b) => a - b);
        for (const seq of sorted) kept.add(event(seq));
        const frames = sentEvents(kept, since, { after, until });
        const from = Math.min(since, until);
        const isWanted = (seq: number) => seq > from && !(seq > after && seq <= until);
        const wanted = Array.from({ length: 40 }, (_, n) => n + 1).filter(isWanted);
        const whole = frames.filter((frame) => typeof frame === 'number');
        const isWhole = isDeepStrictEqual(
          whole,
          sorted.filter((seq) => isWanted(seq) && seq > kept.complete),
        );
        const lost = frames.flatMap((frame) =>
          typeof frame === 'number' ? [] : Array.from({ length: frame[1] - frame[0] + 1 }, (_, n) => frame[0] + n),
        );
        return (
          isWhole &&
          isDeepStrictEqual(
            lost,
            wanted.filter((seq) => seq <= kept.complete),
          )
        );
      },
    );
    fc.assert(property, { numRuns: 300 });
  },
);

t.test('[PF4] a socket without room is waited for, and no longer than it may take', async (t) => {
  const kept = new NewestEvents(10);
  for (const seq of [1, 2, 3]) kept.add(event(seq));
  const sent: string[] = [];
  const ends: string[] = [];
  const catchUpOf = (slowMsMax: number) =>
    new CatchUp({
      socket: { send: (json) => (sent.push(json) > 0 ? 'full' : 'sent') },
      ...{ work: new WorkQueue(), newest: kept, since: 0, sent: { after: 3, until: 3 }, slowMsMax },
      heard: ({ whole }) => whole,
      tooSlow: () => ends.push('too slow'),
      done: () => ends.push('done'),
    });
  const patient = catchUpOf(60_000);
  patient.run();
  t.same(sent, ['1']);
  for (let n = 0; n < 3; n++) patient.drained();
  t.same([sent, ends], [['1', '2', '3'], ['done']]);
  patient.drained();
  t.same(ends, ['done'], 'once');
  await new Promise<void>((resolve) => {
    const slow = new CatchUp({
      socket: { send: () => 'full' },
      ...{ work: new WorkQueue(), newest: kept, since: 0, sent: { after: 3, until: 3 }, slowMsMax: 1 },
      heard: ({ whole }) => whole,
      tooSlow: resolve,
      done: () => t.fail('was sent all'),
    });
    slow.run();
  });
  const stopped = catchUpOf(1);
  stopped.run();
  stopped.stop();
  stopped.drained();
  t.same(ends, ['done']);
});

t.test('[PF7] however many sockets resume, one slice is sent at a time, and others are served between', async (t) => {
  const sockets = 30;
  const events = 1_000;
  const many = new NewestEvents(events);
  for (let seq = 1; seq <= events; seq++) many.add(event(seq));
  let sent = 0;
  let done = 0;
  const work = new WorkQueue();
  const begin = () =>
    new CatchUp({
      socket: { send: () => (++sent > 0 ? 'sent' : 'full') },
      ...{ work, newest: many, since: 0, sent: { after: events, until: events }, slowMsMax: 1_000 },
      heard: ({ whole }) => whole,
      tooSlow: () => t.fail('was slow'),
      done: () => {
        done += 1;
      },
    }).run();
  for (let n = 0; n < sockets; n++) begin();
  t.ok(sent <= sockets * 20, `${sent} at once`);
  let most = 0;
  while (done < sockets) {
    const before = sent;
    await new Promise((resolve) => setImmediate(resolve));
    most = Math.max(most, sent - before);
  }
  t.equal(sent, sockets * events);
  t.ok(most <= 400, `${most} between two rounds of the loop`);
});
