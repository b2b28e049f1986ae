/** The log for the operator, and the answers to callers, when the journal was away for a while (J5). */
import t from 'tap';
import type { Log } from '../../engine/ports.ts';
import { holding, SteppedClock, watch } from './held-journal.ts';
import { doing, openToys, toy } from './toy-actors.ts';

type Line = readonly [message: string, context: object];

function noting(): { readonly log: Log; readonly lines: Line[] } {
  const lines: Line[] = [];
  const note = (context: object, message: string) => void lines.push([message, context]);
  return { log: { debug() {}, info() {}, warn: note, error: note }, lines };
}

async function outage() {
  const { journalOf, journal } = holding();
  const clock = new SteppedClock();
  const { log, lines } = noting();
  const { city } = await openToys(['a', 'b'], { journalOf, clock, log });
  journal().mood = 'away';
  return { city, clock, lines, journal: journal() };
}

t.test('[J5] an outage is logged when it begins and when it ends, with what waited', async (t) => {
  const { city, clock, lines, journal } = await outage();
  const answers = [watch(doing(city, toy('a'), [])), watch(doing(city, toy('b'), []))];
  await clock.pass(400);
  t.same(
    lines.map(([message]) => message),
    ['the journal does not answer: what was done waits for it'],
  );
  const later = watch(doing(city, toy('b'), []));
  journal.mood = 'well';
  await clock.pass(200);
  t.ok(later.ended && answers.every(({ ended }) => ended));
  t.equal(lines.length, 2);
  t.match(lines[1], [/the journal answers again/, { turnsWaiting: 3 }]);
  const awayMs = Number((lines[1]?.[1] as { awayMs?: number } | undefined)?.awayMs);
  t.ok(awayMs >= 400 && awayMs <= 600, `${awayMs} ms`);
});

t.test('[J5] without an outage nothing is logged', async (t) => {
  const { city, lines, journal } = await outage();
  journal.mood = 'well';
  await doing(city, toy('a'), []);
  t.same(lines, []);
});

t.test('[J5] what the journal has answered while the process was busy is heard before it counts as late', async (t) => {
  const { city, clock, lines, journal } = await outage();
  journal.mood = 'held';
  const answer = watch(doing(city, toy('a'), []));
  await clock.pass(100);
  clock.stall(5_000);
  journal.release();
  await clock.pass(100);
  t.match(answer, { ended: true, value: { type: 'applied' } });
  t.same(lines, []);
});
