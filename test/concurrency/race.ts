/** A race: who takes part, what stands when it begins, what is wished for, and who may win. */
import type { SandboxResult } from '../../actors/effects.ts';
import type { Person, Town } from '../actors/given-residents.ts';
import type { Dice } from '../simulation/dice.ts';
import type { RaceEnd } from './race-end.ts';
import type { Wish } from './wish.ts';

export interface Race<Things> {
  readonly name: string;
  readonly people: Readonly<Record<string, Person>>;
  /** Settings other than the usual ones. */
  readonly env?: Record<string, string>;
  /** What stands when the race begins; built once. */
  readonly build: (town: Town) => Promise<Things>;
  readonly wishes: (things: Things, dice: Dice) => readonly Wish[];
  /** At most so many seeds: for what another race has in part. */
  readonly seedsMax?: number;
  /** Fewest and most ticks that pass meanwhile. */
  readonly ticks: readonly [number, number];
  /** The codes with which losers may be refused. */
  readonly losers: readonly string[];
  readonly comes?: (dice: Dice) => SandboxResult;
  /** What has happened is possible: says what is not. */
  readonly judge: (end: RaceEnd, things: Things) => void;
}
