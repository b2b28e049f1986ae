/**
 * 200 residents live by a seed: R1, L1, L2 and L3 hold after every turn, restarts lose nothing, and the same seed is the
 * same city. `SIZE=ci` runs 50 seeds, `SIZE=full` 1,000. A seed that finds something becomes a test of its own below.
 */
import t from 'tap';
import { type Course, simulate } from './simulate.ts';

const sizes: Readonly<Record<string, number>> = { ci: 50, full: 1_000 };
const seeds = sizes[process.env['SIZE'] ?? ''] ?? 25;
const course = (seed: number): Course => ({ seed, residents: 200, ticks: 24, attemptsPerTick: 150 });

t.test(
  `[R1] [L1] [L2] [L3] [R2] [R3] [J1] [J2] hold after every turn of ${seeds} cities`,
  { timeout: seeds * 10_000 },
  async (t) => {
    const outcomes = new Set<string>();
    for (let seed = 1; seed <= seeds; seed++) {
      const found = await simulate(course(seed));
      t.same(
        found.violations.slice(0, 5),
        [],
        `seed ${seed}: ${found.turns} turns, ${found.dead} dead, ${found.restarts} restarts`,
      );
      for (const outcome of found.outcomes.keys()) outcomes.add(outcome);
    }
    const all = ['applied', 'insufficient_credits', 'internal_error', 'invalid_request', 'invalid_state'];
    const more = ['location_required', 'not_found', 'recipient_not_here', 'resident_dead', 'exit_not_found'];
    for (const outcome of [...all, ...more]) t.ok(outcomes.has(outcome), `${outcome} came up`);
  },
);

t.test('[R5] the same seed is the same city, another seed another', async (t) => {
  const [one, again, other] = [await simulate(course(77)), await simulate(course(77)), await simulate(course(78))];
  t.equal(again.hash, one.hash);
  t.same([...again.outcomes], [...one.outcomes]);
  t.not(other.hash, one.hash);
});
