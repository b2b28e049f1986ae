/** What `civitas fork` says of a fork that was made. */
import type { CopiedTable } from '../../persistence/postgres/copying.ts';
import type { Forked } from './forked.ts';

const refusalsNamed = 20;

/** The report, a line each. */
export function reportOf(
  { at, turn, stateHash: hash, interventions, refused, untranslatedFrom, driven, services }: Forked,
  out: string,
): readonly string[] {
  const acts = driven && [...Object.entries(driven.refused)].map(([code, times]) => `${code} ${times}`).join(', ');
  const named = refused
    .slice(0, refusalsNamed)
    .map(({ turn: was, type, to, code }) => `  turn ${was}: ${type}${to === null ? '' : ` to ${to}`}: ${code}`);
  return [
    `forked after turn ${at}; it has ${turn} turns`,
    `state ${hash}`,
    ...(interventions.length === 0 ? [] : [`interventions: turns ${interventions.join(', ')}`]),
    ...(driven === undefined ? [] : [`policies: ${driven.applied} acts; refused: ${acts || 'none'}`]),
    ...(services === undefined ? [] : [futureKnown(services, at)]),
    ...(untranslatedFrom === undefined
      ? []
      : [
          `From turn ${untranslatedFrom} on another version of the code made the record: names given since then are not translated.`,
        ]),
    ...(refused.length === 0 ? [] : [`${refused.length} of what came from outside are refused now:`, ...named]),
    // Whoever forked a city out of DATABASE_URL would start that city by this line.
    `Start it with its clock, sandbox and minds at rest: DATABASE_URL= DATA_DIR=${quoted(out)} TICK_CRON=manual SANDBOX=off MINDS=0 node cli/civitas.js start`,
  ];
}

/** A word of a shell. */
const quoted = (word: string): string => (/^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

const futureKnown = (services: readonly CopiedTable[], at: number): string => {
  const rows = services.reduce((sum, table) => sum + table.rows, 0);
  return `${rows} rows of global services are as they are now: they know the future, what came after turn ${at}`;
};
