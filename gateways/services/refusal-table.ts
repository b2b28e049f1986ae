/** What the operations of global services refuse with, as they declare it: a table for `/SKILL.md`. */
import { ownCodes } from '../../services/contract.ts';
import { statusOf } from '../refusal-answers.ts';
import type { Offered } from './routes.ts';

/** One row for each reason of each service, in Markdown; empty where there is none. */
export function serviceRefusalTable(offered: readonly Offered[]): string {
  const rows = new Set(offered.flatMap(rowsOf));
  return rows.size === 0 ? '' : ['| service | code | when |', '| --- | --- | --- |', ...rows].join('\n');
}

const rowsOf = ({ manifest }: Offered): readonly string[] =>
  Object.values(manifest.operations).flatMap(({ refusals }) =>
    ownCodes.flatMap((code) => {
      const when = refusals?.[code];
      return when === undefined ? [] : [`| ${manifest.id} | \`${code}\` (${statusOf(code)}) | ${when} |`];
    }),
  );
