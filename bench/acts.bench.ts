/**
 * Acts through `submit` of a city in memory, as a simulation does them, beside the same turns run and sealed and no more: what answers,
 * journal and feeds cost. By CPU, since the journal works beside the acts. The same of many residents beside few.
 */
import { runProgram } from './harness/program.ts';
import { population, rounds, scale, serverFlags } from './harness/settings.ts';
import { type Bench, compared, listed, median, printed, rounded } from './harness/table-row.ts';
import type { ActsOptions, ActsReport } from './programs/acts.ts';

const ratioMin = 0.8;

const measure = async (side: ActsOptions['side'], residents: number): Promise<number> => {
  const acts = Math.max(1_000, Math.round(200_000 * scale));
  const size = { residents, warmActs: Math.round(acts / 4), acts };
  return (await runProgram<ActsReport>('acts', { side, ...size } satisfies ActsOptions, serverFlags)).perCpuSecond;
};

const rowOf = (residents: number, ours: readonly number[], against: string, theirs: readonly number[]) => ({
  figure: `acts through submit, ${rounded(residents)} residents`,
  ours: `${rounded(median(ours))} in a second of CPU`,
  comparator: `${against}, ${rounded(median(theirs))}`,
  details: [`ours ${listed(ours)}; ${against} ${listed(theirs)}`],
});

export const acts: Bench = {
  name: 'acts',
  run: async () => {
    const [few, many, most] = [population(100), population(10_000), population(100_000)];
    const sides = { few: [], bare: [], many: [], most: [] } as Record<'few' | 'bare' | 'many' | 'most', number[]>;
    for (let round = rounds(3); round > 0; round--) {
      sides.few.push(await measure('submitted', few));
      sides.bare.push(await measure('bare turns', few));
      sides.many.push(await measure('submitted', many));
    }
    sides.most.push(await measure('submitted', most));
    const ratio = (ours: readonly number[], theirs: readonly number[]) => median(ours) / median(theirs);
    const fewText = `${rounded(few)} residents`;
    return [
      compared(rowOf(few, sides.few, 'bare turns', sides.bare), ratio(sides.few, sides.bare), { atLeast: ratioMin }),
      compared(rowOf(many, sides.many, fewText, sides.few), ratio(sides.many, sides.few), { atLeast: ratioMin }),
      printed(rowOf(most, sides.most, fewText, sides.few), ratio(sides.most, sides.few)),
    ];
  },
};
