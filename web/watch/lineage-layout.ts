/** Where each of a lineage stands in its drawing: a row for each generation, the mentors above, and who was adopted by one below it. */
import type { Kin } from './answers.ts';

export interface Placed {
  readonly kin: Kin;
  /** The middle of its box. */
  readonly x: number;
  readonly y: number;
}

export interface Layout {
  readonly placed: readonly Placed[];
  /** From mentor to mentee. */
  readonly lines: readonly { readonly from: Placed; readonly to: Placed }[];
  readonly width: number;
  readonly height: number;
}

/** A name has two lines, and its life one. `rim`: for the line around a box that is chosen. */
export const box = { width: 168, height: 64, gapX: 16, gapY: 40, rim: 6 } as const;

export function layOut(kin: readonly Kin[]): Layout {
  const first = Math.min(0, ...kin.map(({ generation }) => generation));
  const last = Math.max(0, ...kin.map(({ generation }) => generation));
  const rows: Placed[][] = [];
  for (let generation = first; generation <= last; generation++) {
    const above = rows.at(-1) ?? [];
    const at = (mentor: string | null) => above.findIndex((one) => one.kin.id === mentor);
    const own = kin.filter((one) => one.generation === generation).sort((a, b) => at(a.mentor) - at(b.mentor));
    const y = (generation - first) * (box.height + box.gapY) + box.height / 2;
    rows.push(own.map((one, n) => ({ kin: one, x: (n + 0.5) * (box.width + box.gapX), y })));
  }
  const width = Math.max(1, ...rows.map((row) => row.length)) * (box.width + box.gapX);
  // Each row stands in the middle.
  const placed = rows.flatMap((row) => {
    const shift = (width - row.length * (box.width + box.gapX)) / 2;
    return row.map((one) => ({ ...one, x: one.x + shift }));
  });
  const byId = new Map(placed.map((one) => [one.kin.id, one]));
  const lines = placed.flatMap((to) => {
    const from = to.kin.mentor === null ? undefined : byId.get(to.kin.mentor);
    return from === undefined ? [] : [{ from, to }];
  });
  return { placed, lines, width, height: rows.length * (box.height + box.gapY) - box.gapY };
}
