/**
 * What a tick of one resident takes of the processor: in a simulated city of policies, of minds, or where all give and are given to at
 * random; or of policies over plain objects.
 */
import { readConfig } from '../../config/settings.ts';
import { mind, mixed, only } from '../../population/policies/built-in.ts';
import { exchange } from '../../population/policies/exchange.ts';
import { mindsIn } from '../../research/minds/simulated-minds.ts';
import { Simulation } from '../../research/simulation/simulation.ts';
import { PlainTown } from '../harness/plain-town.ts';
import { answer, options } from '../harness/program-io.ts';

export interface ResidentTicksOptions {
  readonly side: 'city' | 'minds' | 'random exchange' | 'plain objects';
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

const common = { seed: 7, residents, config: readConfig({ MINDS: '0' }) };

function opened(): Promise<Simulation> | PlainTown {
  if (side === 'plain objects') return new PlainTown(residents);
  if (side === 'minds') return Simulation.open({ ...common, table: only(mind, mind), minds: mindsIn });
  return Simulation.open({ ...common, table: side === 'city' ? mixed : only('exchange', exchange) });
}

const town = await opened();
for (let n = 0; n < warmTicks; n++) await town.tick();
const usage = process.cpuUsage();
let lived = 0;
for (let n = 0; n < ticks; n++) {
  lived += town.living;
  await town.tick();
}
const { user, system } = process.cpuUsage(usage);
answer({ cpu: (user + system) / Math.max(1, lived) } satisfies ResidentTicksReport);
