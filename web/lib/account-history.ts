/** How an account came to what it has, as the gateway answers it, and the rows of a table that says so. */
import * as z from 'zod/mini';
import type * as answers from '../../gateways/answers/credits.ts';
import { nameOf } from './names-read-alike.ts';
import { partOf } from './part-of.ts';

const Posting = z.object({
  turn: z.int(),
  at: z.string(),
  tick: z.int(),
  reason: z.string(),
  counterpart: z.object({ type: z.string(), id: z.nullable(z.string()) }),
  amount: z.number(),
  upkeep: z.number(),
  balance: z.number(),
});

export const AccountHistory = partOf<typeof answers.AccountHistory>()(
  z.object({
    items: z.array(Posting),
    next_cursor: z.nullable(z.string()),
    balance: z.number(),
    upkeep: z.nullable(z.number()),
    opening: z.nullable(z.number()),
  }),
);
export type AccountHistory = z.infer<typeof AccountHistory>;

/** Two rows at most for each posting: the page of a person, also on a phone. */
export const postingsOfPage = 20;

export interface HistoryRow {
  /** Null: it is of no moment. */
  readonly when: { readonly tick: number; readonly at: string } | null;
  readonly what: string;
  /** Null: it begins here. */
  readonly amount: number | null;
  readonly balance: number;
}

const partners: Readonly<Record<string, string>> = { treasury: 'the city', escrow: 'what is held', hidden: 'somebody' };

function what({ reason, amount, counterpart: { type, id } }: z.infer<typeof Posting>): string {
  const partner = partners[type] ?? (id === null ? type : nameOf(id));
  return `${reason}, ${amount < 0 ? 'to' : 'from'} ${partner}`;
}

/** The newest first; upkeep between two postings has a row of its own. */
export function historyRows({ items, balance, upkeep, opening }: AccountHistory): readonly HistoryRow[] {
  const rows: HistoryRow[] = [];
  if (upkeep !== null && upkeep !== 0) rows.push({ when: null, what: 'upkeep since', amount: upkeep, balance });
  for (const item of items) {
    const { at, tick, amount } = item;
    rows.push({ when: { tick, at }, what: what(item), amount, balance: item.balance });
    const before = Number((item.balance - amount).toFixed(3));
    if (item.upkeep !== 0) rows.push({ when: null, what: 'upkeep', amount: item.upkeep, balance: before });
  }
  if (opening !== null && opening !== 0) rows.push({ when: null, what: 'before that', amount: null, balance: opening });
  return rows;
}

/** Two decimals, so that they stand below each other; three where there are thousandths. */
const figure = (amount: number): string => Math.abs(amount).toFixed(3).replace(/0$/, '');

/** With its sign: colour says nothing here. */
export const signed = (amount: number): string => `${amount < 0 ? '−' : '+'}${figure(amount)}`;

export const held = (balance: number): string => `${balance < 0 ? '−' : ''}${figure(balance)}`;
