/** How much a check does: little in `npm test`, more in continuous integration (SIZE=ci), all of it by `npm run soak` (SIZE=full). */

const size = process.env.SIZE ?? 'test';

/** The number for the size asked for. */
export function sized(test: number, ci: number, full: number): number {
  return size === 'full' ? full : size === 'ci' ? ci : test;
}

/** Another seed makes other choices; the one used stands in the output of each check. */
export const seed = Number(process.env.SEED ?? 1);

/** A third of the programs in `npm test`, others for each of three seeds; elsewhere all of them. */
export const sampled = <Value>(programs: Readonly<Record<string, Value>>): readonly (readonly [string, Value])[] => {
  const every = sized(3, 1, 1);
  return Object.entries(programs).filter((_, n) => n % every === seed % every);
};
