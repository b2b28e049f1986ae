/**
 * Chance for policies: of each resident in each tick its own. A stream for all would be drawn from by whoever comes first, and one changed
 * setting would reshuffle everybody.
 */
import { createHash } from 'node:crypto';
import { SeededRandom } from '../seeded-random.ts';

/** What a policy may throw. */
export type Dice = Pick<SeededRandom, 'integerBelow' | 'withProbability' | 'pick' | 'pickWeighted'>;

/** The dice of the resident in the tick: the same whatever else happens in the city. */
export const diceOf = (seed: number, resident: string, tick: number): Dice =>
  new SeededRandom(numberOf(`dice\n${seed}\n${resident}\n${tick}`));

/** Where the resident comes among all who act in the tick: the smaller first. Who is born or dies changes nobody else's order. */
export const turnOf = (seed: number, resident: string, tick: number): number =>
  numberOf(`turn\n${seed}\n${resident}\n${tick}`);

/** 32 bits of a hash: the generator makes similar numbers of seeds that lie side by side. */
const numberOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32LE(0);
