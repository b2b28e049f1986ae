/** What the operations of global services refuse with, as they declare it: a table for `/SKILL.md`. */
import { ownCodes } from '../../services/contract.ts';
import { statusOf } from '../refusals/answers.ts';
import type { Offered } from './routes.ts';

/** One row for each reason of each operation on the list of services, in Markdown; empty where there is none. */
export function serviceRefusalTable(offered: readonly Offered[]): string {
  const rows = offered.flatMap(rowsOf);
  return rows.length === 0
    ? ''
    : ['| service | request | code | when |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

const rowsOf = ({ manifest }: Offered): readonly string[] =>
  Object.values(manifest.operations).flatMap(({ method, path, refusals, isListed }) =>
    ownCodes.flatMap((code) => {
      const when = refusals?.[code];
      if (when === undefined || isListed === false) return [];
      return [`| ${manifest.id} | \`${method} ${path}\` | \`${code}\` (${statusOf(code)}) | ${when} |`];
    }),
  );
