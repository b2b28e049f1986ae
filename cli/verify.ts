/** `civitas verify`: whether all that a city has kept can be read, and what can be opened if not. */
import { type Verified, verifyCity } from '../persistence/postgres/verification.ts';
import { withPastFolder } from './past-folder.ts';
import { printable } from './printable.ts';

/** Damaged rows that are named; the others are counted. */
const namedMax = 200;

export function verify(env: Readonly<Record<string, string | undefined>>, data: string | undefined): Promise<Verified> {
  return withPastFolder(env, data, ({ server }) => verifyCity(server.address));
}

/** The report, a line each. */
export function reportOf({ rows, damages, openable }: Verified): readonly string[] {
  const counts = [...rows].map(([table, count]) => `${count} ${table}`).join(', ');
  const named = damages.slice(0, namedMax).map((damage) => `bad: ${damage}`);
  const more = damages.length - named.length;
  const stretches = openable.map(({ from, to }) => (from === to ? `${from}` : `${from} to ${to}`));
  const lines = [
    `rows: ${counts}`,
    ...named,
    ...(more > 0 ? [`bad: ${more} more rows`] : []),
    damages.length === 0 ? 'Every row can be read.' : `${damages.length} rows cannot be read or are missing.`,
    stretches.length === 0 ? 'No turn can be opened.' : `Turns that can be opened: ${stretches.join(', ')}.`,
  ];
  return lines.map(printable);
}
