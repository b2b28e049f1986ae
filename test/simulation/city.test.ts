/**
 * 120 residents live, build, adopt and work by a seed, and visitors and portal stations with them: the books balance after every turn
 * (L1, L2, L3, L7), places are what the map says after every tick, restarts lose nothing, and the same seed is the same city. `SIZE=ci`
 * runs 12 seeds, `SIZE=full` 1,000.
 */
import t from 'tap';
import { sized } from '../crash/size.ts';
import { type Course, simulate } from './simulate.ts';

const seeds = sized(1, 12, 1_000);
// A guard against what hangs, not a measure.
t.setTimeout(Math.max(600_000, 12_000 * seeds));

const course = (seed: number): Course => ({ seed, residents: 120, ticks: 28, attemptsPerTick: 130 });

/** Seeds that bring up all that is not rare, and seeds that bring up what is rare, too. */
const someSeeds = 6;
const manySeeds = 25;

/** What must come up somewhere among some seeds, so that none of it goes unchecked. */
const expectedOutcomes = [
  'applied',
  'insufficient_credits',
  'internal_error',
  'invalid_request',
  'invalid_state',
  'location_required',
  'not_found',
  'recipient_not_here',
  'resident_dead',
  'exit_not_found',
  'access_denied',
  'not_representative',
  'not_invited',
  'already_exists',
  'tier_capacity_exceeded',
  'connection_approval_required',
  'last_connection',
  'insufficient_resources',
  'price_changed',
  'pod_shut_down',
  'service_failed',
  'sandbox_unavailable',
  'soul_queue_empty',
  'endowment_kept',
  'already_claimed',
  'already_vouched',
  'rate_limited',
  ...(seeds < manySeeds ? [] : ['stale_code', 'timeout']),
];
const expectedEvents = [
  'workshop.created',
  'pod.deployed',
  'pod.orphaned',
  'pod.reconnected',
  'pod.shut_down',
  'pool.funded',
  'funding.asked',
  'funding.declined',
  'connection.requested',
  'connection.approved',
  'connection.rejected',
  'connection.opened',
  'connection.closed',
  'service.called',
  'room.added',
  'room.invited',
  'room.revoked',
  'room.removed',
  'container.started',
  'container.stopped',
  'resident.dying',
  'resident.died',
  'soul.queued',
  'soul.withdrawn',
  'soul.adopted',
  'soul.born',
  'soul.died',
  'resident.born',
  'resident.thought',
  'resident.vouched',
  'token.replaced',
  'token.ended',
  'token.missed',
  'token.shown',
  'credits.transferred',
  'credits.received',
  'portal.message',
  'portal.broadcast',
  'print.queued',
  'portal.printed',
  'job.posted',
  'job.claimed',
  'job.submitted',
  'job.rejected',
  'job.completed',
  'job.reopened',
  'job.cancelled',
  ...(seeds < manySeeds ? [] : ['connection.expired']),
];

function add(sums: Map<string, number>, counts: ReadonlyMap<string, number>): void {
  for (const [name, count] of counts) sums.set(name, (sums.get(name) ?? 0) + count);
}

const listed = (sums: ReadonlyMap<string, number>): string =>
  [...sums]
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');

t.test(
  `[L7] [L1] [L2] [L3] [L5] [OP1] [J4] [J1] [J2] [K2] [M2] hold after every turn of ${seeds} cities`,

  async (t) => {
    const outcomes = new Map<string, number>();
    const eventCounts = new Map<string, number>();
    for (let seed = 1; seed <= seeds; seed++) {
      const found = await simulate(course(seed));
      t.same(
        found.violations.slice(0, 5),
        [],
        `seed ${seed}: ${found.turns} turns, ${found.dead} dead, ${found.restarts} restarts`,
      );
      add(outcomes, found.outcomes);
      add(eventCounts, found.eventCounts);
    }
    t.comment(`outcomes: ${listed(outcomes)}`);
    t.comment(`events: ${listed(eventCounts)}`);
    if (seeds < someSeeds) return;
    for (const outcome of expectedOutcomes) t.ok(outcomes.has(outcome), `${outcome} came up`);
    for (const type of expectedEvents) t.ok(eventCounts.has(type), `${type} was published`);
  },
);

t.test('[OP3] the same seed is the same city, another seed another', async (t) => {
  const short = (seed: number): Course => ({ ...course(seed), ticks: 10 });
  const [one, again, other] = [await simulate(short(77)), await simulate(short(77)), await simulate(short(78))];
  t.equal(again.hash, one.hash);
  t.same([...again.outcomes], [...one.outcomes]);
  t.not(other.hash, one.hash);
});
