/** The contract of every persistence: what was said at places, and who heard it. */
import type { Promised } from './credentials.ts';
import { batch, event, omar, vera } from './samples.ts';

export const wordPromises: { readonly title: string; readonly test: Promised }[] = [];
const on = (title: string, test: Promised): void => void wordPromises.push({ title, test });

on(
  '[SP5] words are found by the place that their audience begins with, newest first, however many there are',
  async (t, city) => {
    const hall = 'at:hall';
    const events = [
      ...[event(1, [hall]), event(2, [hall, 'at:yard', 'public'], 'message.shout'), event(3, ['once:heard', hall])],
      ...[event(4, [hall], 'resident.arrived'), event(5, ['at:yard', hall]), event(6, [hall, 'to:resident:vera-7'])],
    ];
    await city.journal.append(batch(1, { events }));
    const seqs = async (topic: string, after: number, before: number, limit = 9) =>
      (await city.events.said(topic, { after, before }, limit)).map(({ seq }) => seq);
    t.strictSame(await city.events.said(hall, { after: 0, before: 2 }, 9), [events[0]]);
    t.strictSame(await seqs(hall, 0, 99), [6, 2, 1]);
    t.strictSame(await seqs(hall, 0, 6, 1), [2]);
    t.strictSame(await seqs(hall, 1, 6), [2]);
    t.strictSame(await seqs('at:yard', 0, 99), [5]);
    t.strictSame(await seqs('once:heard', 0, 99), [], 'what was heard once is under nothing');
  },
);

on('[ME7] stays are what was followed, and heard is what was said meanwhile at that place', async (t, city) => {
  const followings = [
    ['at:hall', 2],
    ['at:yard', 4],
    [null, 7],
  ] as const;
  const audiences = ['at:hall', 'at:hall', 'at:hall', 'at:yard', 'once:heard at:yard', 'at:yard', 'at:yard'];
  const events = audiences.map((audience, n) => event(n + 1, audience.split(' ')));
  const rows = followings.map(([topic, seq]) => ({ actor: vera, topic, seq }));
  await city.journal.append(batch(1, { events, followings: [...rows, { actor: omar, topic: 'at:hall', seq: 1 }] }));
  const at = '2026-01-02T03:04:05.678Z';
  const [hall, yard] = [
    { from: 2, until: 4, topic: 'at:hall', at },
    { from: 4, until: 7, topic: 'at:yard', at },
  ];
  t.strictSame(
    [...(await city.events.stays(vera, 0, 9))].map((one) => ({ ...one })),
    [hall, yard],
  );
  t.strictSame(
    [...(await city.events.stays(vera, 2, 9))].map((one) => ({ ...one })),
    [yard],
  );
  t.match(await city.events.stays(omar, 0, 1), [{ from: 1, until: null }]);
  const heard = async (stays: number, words: number) =>
    (await city.events.heard(vera, stays, words)).map(({ event: { seq }, stay }) => [seq, stay]);
  t.strictSame(await heard(9, 9), [
    [6, 4],
    [4, 4],
    [3, 2],
    [2, 2],
  ]);
  t.strictSame(await heard(2, 1), [[6, 4]], 'the newest of its times, one of them nowhere');
  t.strictSame(
    (await city.events.said('at:hall', { after: 1, before: 9 }, 1, 'oldest')).map(({ seq }) => seq),
    [2],
  );
});
