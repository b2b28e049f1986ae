/** The tables of refusals in `/SKILL.md`, in Markdown: what a resident does on each code, and when global services refuse. */
import { type Manifest, ownCodes } from '../../services/contract.ts';
import { isCode, statusOf } from './error-answers.ts';
import type { RefusalCode } from './gateway-refusals.ts';
import { refusalTable } from './table.ts';

/** Codes with their statuses; of consecutive codes with the same status, the last one names it. */
const named = (codes: readonly RefusalCode[]): string =>
  codes
    .map((code, n) => {
      const next = codes[n + 1];
      const isLast = next === undefined || statusOf(next) !== statusOf(code);
      return isLast ? `\`${code}\` (${statusOf(code)})` : `\`${code}\``;
    })
    .join(', ');

function adviceRows(): readonly string[] {
  const codesByAdvice = new Map<string, RefusalCode[]>();
  for (const code of Object.keys(refusalTable).filter(isCode)) {
    const { advice } = refusalTable[code];
    if (advice !== null) codesByAdvice.set(advice, [...(codesByAdvice.get(advice) ?? []), code]);
  }
  return [...codesByAdvice].map(([advice, codes]) => `| ${named(codes)} | ${advice} |`);
}

/** One line for each advice. */
export const adviceTable: string = ['| code | what to do |', '| --- | --- |', ...adviceRows()].join('\n');

/** One line for each reason that an operation of a listed service declares; empty without any. */
export function serviceRefusalTable(offered: readonly { readonly manifest: Manifest }[]): string {
  const rows = offered.flatMap(rowsOf);
  return rows.length === 0
    ? ''
    : ['| service | request | code | when |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

const rowsOf = ({ manifest }: { readonly manifest: Manifest }): readonly string[] =>
  Object.values(manifest.operations).flatMap(({ method, path, refusals, isListed }) =>
    ownCodes.flatMap((code) => {
      const when = refusals?.[code];
      if (when === undefined || isListed === false) return [];
      return [`| ${manifest.id} | \`${method} ${path}\` | \`${code}\` (${statusOf(code)}) | ${when} |`];
    }),
  );
