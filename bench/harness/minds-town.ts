/** A town of minds on a virtual clock, founded as the host founds one, at the pace of a demonstration: whether it lives on. */
import { readConfig } from '../../config/settings.ts';
import { must } from '../../engine/assert.ts';
import { kindOf } from '../../engine/ids.ts';
import type { CityState } from '../../engine/state/city-state.ts';
import { balanceAt } from '../../engine/state/ledger.ts';
import { foundingIn } from '../../host/founding/founders.ts';
import { tableNamed } from '../../population/policies/built-in.ts';
import { mindsIn } from '../../research/minds/simulated-minds.ts';
import { Simulation } from '../../research/simulation/simulation.ts';

const config = readConfig({ TICK_SECONDS: '5' });
/** Visitors write souls while fewer live. */
const peopleMax = 24;

export interface TownLife {
  readonly seed: number;
  /** The fewest who lived at the end of any tick, and how many lived at the end of the last. */
  readonly fewest: number;
  readonly atEnd: number;
  /** The largest part of all credits there were that one resident held at the end of any tick. */
  readonly largest: number;
  /** CPU of this process, in ms, for each tick of each who lived. */
  readonly cpuMs: number;
}

export async function liveTown(seed: number, lives: number): Promise<TownLife> {
  const { count, credits, lifespans } = foundingIn(config);
  const residents = must(count, 'founders');
  const simulation = await Simulation.open({
    ...{ seed, residents, peopleMax, founderCredits: must(credits, 'credits of founders') },
    founderLifespans: must(lifespans, 'lifespans of founders'),
    ...{ table: must(tableNamed('minds'), 'minds'), minds: mindsIn, config },
  });
  const { state } = simulation.client.city;
  const ticks = lives * must(state.counters.settings['DEFAULT_LIFESPAN_TICKS'], 'the length of a life');
  let [fewest, largest, lived] = [residents, 0, 0];
  const before = process.cpuUsage();
  for (let tick = 0; tick < ticks; tick++) {
    await simulation.tick();
    fewest = Math.min(fewest, simulation.living);
    largest = Math.max(largest, largestShare(state));
    lived += simulation.living;
  }
  const { user, system } = process.cpuUsage(before);
  await simulation.close();
  return { seed, fewest, atEnd: simulation.living, largest, cpuMs: (user + system) / 1_000 / lived };
}

/** What is in circulation is what the treasury lacks. */
function largestShare({ accounts, counters }: CityState): number {
  let [most, all] = [0, 0];
  for (const [id, account] of accounts) {
    const balance = balanceAt(account, counters.tick);
    if (id === 'treasury') all = -balance;
    else if (id !== 'escrow' && kindOf(id) === 'resident') most = Math.max(most, balance);
  }
  return all > 0 ? most / all : 0;
}

export const lifeLine = ({ seed, fewest, atEnd, largest, cpuMs }: TownLife): string =>
  `seed ${seed}: never fewer than ${fewest}, ${atEnd} at the end; one holds ${(100 * largest).toFixed(1)} % of all credits ` +
  `at most; ${cpuMs.toFixed(2)} ms of CPU for a tick of a mind`;
