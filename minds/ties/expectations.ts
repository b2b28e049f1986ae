/**
 * What others owe to a mind by what it did for them or they said: each is kept by something that can be heard, and who has not kept it when
 * the time is over is held for it. Nobody is told of it but by what the mind says.
 */
import type { Expected } from '../memory/expected.ts';
import type { Happening } from '../perception/perception.ts';
import type { Deed } from './deeds.ts';

interface Expectation {
  readonly ticks: number;
  /** The event by which it is kept. */
  readonly keptBy: string;
  readonly otherwise: Deed;
}

export const expectations: Readonly<Record<Expected['what'], Expectation>> = {
  /** What it lent comes back. */
  loan: { ticks: 24, keptBy: 'credits.transferred', otherwise: 'keptLoan' },
  /** Whom it asked for credits in need, and likes best of those who heard it. */
  help: { ticks: 6, keptBy: 'credits.transferred', otherwise: 'refusedHelp' },
  /** For whom it has vouched. */
  vouch: { ticks: 30, keptBy: 'resident.vouched', otherwise: 'keptVouch' },
  /** Who said that it would come to its place. */
  visit: { ticks: 16, keptBy: 'service.called', otherwise: 'brokeWord' },
};

export const isDue = ({ what, tick }: Expected, now: number): boolean => now - tick >= expectations[what].ticks;

/** Who needs help does not mind from whom it comes. */
export const isKept = ({ of, what }: Expected, { type, actor }: Happening): boolean =>
  type === expectations[what].keptBy && (actor === of || what === 'help');
