/** Plays a race by its seeds. */
import type { Test } from 'tap';
import { given } from '../actors/given-residents.ts';
import { sized } from '../crash/size.ts';
import { rounds, SteppedClock } from '../engine/held-journal.ts';
import { seedsOfRaces } from '../seeds/races.ts';
import { withoutPublicWorks } from '../world.ts';
import { Interleaving } from './interleaving.ts';
import type { Race } from './race.ts';

const seeds = sized(50, 50, 1_000);
/** Seeds that bring up every code that may come up. */
const rareSeedsMin = 300;

/** Plays a race by every seed. `SEED` plays just that one. */
export async function runRace<Things>(t: Test, race: Race<Things>): Promise<void> {
  const env = { ...withoutPublicWorks.env, ...race.env };
  const town = await given(race.people, { clock: new SteppedClock(), env });
  const things = await race.build(town);
  await rounds(3);
  await town.world.city.checkpoint();
  const ids = new Map(Object.keys(race.people).map((name) => [name, town.id(name)]));
  const codes = new Map<string, number>();
  const faults: string[] = [];
  const played = seedsOf(race);
  for (const seed of played) {
    if (faults.length >= 10) break;
    const interleaving = new Interleaving(race, things, town, ids, seed);
    for (const fault of await interleaving.run()) faults.push(`seed ${seed}: ${fault}`);
    for (const code of interleaving.outcomes) codes.set(code, (codes.get(code) ?? 0) + 1);
  }
  t.same(faults, [], race.name);
  t.comment(`${played.length} seeds: ${[...codes].map(([code, count]) => `${code} ${count}`).join(', ')}`);
  if (played.length === 1) return;
  t.ok(codes.has('applied'), 'some are granted');
  // What is rare needs more seeds.
  const isLong = played.length >= rareSeedsMin;
  for (const code of isLong ? race.losers : race.losers.slice(0, 1)) t.ok(codes.has(code), `${code} came up`);
}

/** The one that was asked for; else those that found something, and as many others as the size has. */
function seedsOf<Things>(race: Race<Things>): readonly number[] {
  const asked = process.env['SEED'];
  if (asked !== undefined) return [Number(asked)];
  const others = Array.from({ length: Math.min(seeds, race.seedsMax ?? seeds) }, (_, at) => at + 1);
  return [...new Set([...Object.values(seedsOfRaces[race.name] ?? {}), ...others])];
}
