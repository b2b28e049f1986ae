/** What a tick of one resident takes of the processor: in a simulated city of the built-in policies, or over plain objects. */
import { readConfig } from '../../config/settings.ts';
import { mixed } from '../../population/policies/built-in.ts';
import { Simulation } from '../../research/simulation/simulation.ts';
import { PlainTown } from '../harness/plain-town.ts';
import { answer, options } from '../harness/program-io.ts';

export interface ResidentTicksOptions {
  readonly side: 'city' | 'plain objects';
  readonly residents: number;
  /** Of warming up, and then of measuring. */
  readonly warmTicks: number;
  readonly ticks: number;
}

export interface ResidentTicksReport {
  /** Microseconds of processor, of all threads, for each resident and tick. */
  readonly cpu: number;
}

const { side, residents, warmTicks, ticks } = options<ResidentTicksOptions>();

const town =
  side === 'city'
    ? await Simulation.open({ seed: 7, residents, table: mixed, config: readConfig({ MINDS: '0' }) })
    : new PlainTown(residents);
for (let n = 0; n < warmTicks; n++) await town.tick();
const usage = process.cpuUsage();
let lived = 0;
for (let n = 0; n < ticks; n++) {
  lived += town.living;
  await town.tick();
}
const { user, system } = process.cpuUsage(usage);
answer({ cpu: (user + system) / Math.max(1, lived) } satisfies ResidentTicksReport);
