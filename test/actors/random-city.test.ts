/**
 * Whatever residents do: the book balances, escrow is what is held, the map is right, the city is its journal (L5, K2, J1, J2), and answers
 * written around lists that are kept are those that would be made anew.
 */
import t from 'tap';
import { sized } from '../crash/size.ts';
import { RandomCity } from './random-city.ts';

// A guard against what hangs, not a measure.
t.setTimeout(600_000);

const seeds = Array.from({ length: sized(7, 12, 100) }, (_, n) => n + 1);
const steps = 1_000;

/** What a walk must have seen to be worth anything. */
const milestones = [
  'connection.approved',
  'connection.closed',
  'connection.expired',
  'connection.opened',
  'connection.rejected',
  'connection.requested',
  'container.started',
  'container.stopped',
  'funding.asked',
  'funding.declined',
  'job.cancelled',
  'job.claimed',
  'job.completed',
  'job.expired',
  'job.posted',
  'job.rejected',
  'job.reopened',
  'job.submitted',
  'pod.deployed',
  'pod.orphaned',
  'pod.shut_down',
  'pool.funded',
  'portal.broadcast',
  'portal.message',
  'portal.printed',
  'print.queued',
  'resident.died',
  'resident.vouched',
  'room.added',
  'room.invited',
  'room.removed',
  'service.called',
  'workshop.created',
  // Rare: a few walks may go without.
  ...(seeds.length < 25 ? [] : ['pod.reconnected']),
];

const published = new Set<string>();
/** Answers with a list that is kept, also anew. */
let compared = 0;

for (const seed of seeds)
  t.test(`seed ${seed}`, async (t) => {
    const city = new RandomCity(seed);
    await city.live(steps);
    t.same(city.violations.slice(0, 5), []);
    t.same(city.arrivals.differences.slice(0, 2), []);
    compared += city.arrivals.compared;
    for (const type of city.publishedTypes) published.add(type);
    for (const [end, count] of [...city.outcomes].sort()) t.comment(`${count} ${end}`);
  });

t.test('the walks together saw everything that a city goes through', async (t) => {
  t.same(
    milestones.filter((type) => !published.has(type)),
    [],
  );
  t.ok(compared > 20 * seeds.length, `${compared} answers around lists that are kept`);
});
