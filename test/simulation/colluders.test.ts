/**
 * Groups that pass credits among themselves in every way that there is, and have as many born as they can: nobody of them is richer for
 * it than what the operator granted them (EN1, EN2). `SIZE=ci` looks at 80 of them, `SIZE=full` at 1,000.
 */
import t from 'tap';
import { sized } from '../crash/size.ts';
import { collude } from './colluders.ts';

const seeds = sized(4, 40, 1_000);
// A guard against what hangs, not a measure.
t.setTimeout(Math.max(600_000, 12_000 * seeds));

/** Seeds that find every way. */
const someSeeds = 40;

/** Ways that have to be found by some group, or the check says little. */
const ways = [
  ...[
    'adopt',
    'transfer',
    'post_job',
    'claim_job',
    'complete_job',
    'open_workshop',
    'deploy',
    'fund',
    'contribute',
    'call_service',
  ],
  ...['set_pricing', 'transfer_pod', 'appoint', 'request_connection', 'bequeath', 'shut_down', 'move'],
];

t.test(`[EN1] [EN2] births make none of ${seeds} groups of colluders richer`, async (t) => {
  const applied = new Set<string>();
  let births = 0;
  for (let seed = 1; seed <= seeds; seed++) {
    const found = await collude(seed);
    for (const type of found.applied.keys()) applied.add(type);
    births += found.births;
    t.ok(found.richest <= found.granted, `seed ${seed}: ${found.richest} of ${found.granted}, ${found.births} births`);
  }
  if (seeds < someSeeds) return;
  t.ok(births >= 5 * seeds, `${births} births`);
  t.same(
    ways.filter((way) => !applied.has(way)),
    [],
    'every way was taken',
  );
});
