/**
 * What a tick of one resident takes of the processor in a simulated city, beside the same policies over plain objects. And what one of
 * random exchange takes, which in Mesa is the Boltzmann wealth model: of that there is no figure, since Mesa could not be had.
 */
import { runProgram } from './harness/program.ts';
import { population, rounds, scale, serverFlags } from './harness/settings.ts';
import { type Bench, comparedWith, incomplete, listed, median, rounded } from './harness/table-row.ts';
import type { ResidentTicksOptions, ResidentTicksReport } from './programs/resident-ticks.ts';

const cpuMax = 60;
/** The plain objects leave out nearly all that a city is: how far away they are is printed, and bounded. */
const ratioMax = 20;

export const simulation: Bench = {
  name: 'simulation',
  run: async () => {
    const times = { residents: population(1000), warmTicks: 12, ticks: Math.max(2, Math.round(36 * scale)) };
    const measure = async (side: ResidentTicksOptions['side'], size = times) =>
      (await runProgram<ResidentTicksReport>('resident-ticks', { side, ...size }, serverFlags)).cpu;
    const ours: number[] = [];
    const plain: number[] = [];
    for (let round = rounds(3); round > 0; round--) {
      ours.push(await measure('city'));
      plain.push(await measure('plain objects'));
    }
    const cpu = median(ours);
    const few = { residents: population(20), warmTicks: 2, ticks: Math.max(1, Math.round(4 * scale)) };
    const minds = await measure('minds', few);
    const cells = {
      figure: `a tick of one of ${times.residents} simulated residents`,
      ours: `${rounded(cpu)} us of CPU`,
      comparator: `the same policies over plain objects, ${rounded(median(plain))} us`,
      details: [
        `city: ${listed(ours)} us; plain objects: ${listed(plain)} us; ${times.ticks} ticks after 12`,
        `a tick of one of ${few.residents} minds, of five minutes: ${rounded(minds)} us`,
      ],
    };
    const other = { reach: `<= ${cpuMax} us`, isMet: cpu <= cpuMax };
    const exchange = await measure('random exchange', { ...times, warmTicks: 2 });
    const withoutMesa = {
      figure: `a tick of one of ${times.residents} who give at random`,
      ours: `${rounded(exchange)} us of CPU`,
      comparator: "Mesa's Boltzmann wealth model: missing",
      details: ['Mesa was in no registry where this row was written: nothing is measured against it'],
    };
    return [comparedWith(cells, cpu / median(plain), { atMost: ratioMax }, 'and', other), incomplete(withoutMesa, '-')];
  },
};
