/** When a run ends before its last tick: comparisons of figures of a tick with numbers, joined by `and` and `or`; `and` binds closer. */
import type { TickFigures } from './figures.ts';

export type IsOver = (row: TickFigures) => boolean;

/** What can be compared; amounts are credits. */
const figures: Readonly<Record<string, (row: TickFigures) => number | null>> = {
  tick: ({ tick }) => tick,
  population: ({ population }) => population,
  births: ({ births }) => births,
  deaths: ({ deaths }) => deaths,
  gini: ({ gini }) => gini,
  applied: ({ applied }) => applied,
  refused: ({ refused }) => refused,
  events: ({ events }) => events,
  residents: ({ held }) => held.residents / 1000,
  pools: ({ held }) => held.pools / 1000,
  visitors: ({ held }) => held.visitors / 1000,
  escrow: ({ held }) => held.escrow / 1000,
  treasury: ({ held }) => held.treasury / 1000,
};

const compare: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '=': (a, b) => a === b,
  '!=': (a, b) => a !== b,
};

const charsMax = 1_000;
const comparison = /^\s*([a-z]+)\s*(<=|>=|!=|<|>|=)\s*(-?[0-9]+(?:\.[0-9]+)?)\s*$/;

/** Reads it. Throws an error of one sentence. A figure of which there is none, as the Gini coefficient of nobody, fulfils nothing. */
export function untilOf(text: string): IsOver {
  if (text.length > charsMax) throw new Error(`--until: at most ${charsMax} characters.`);
  const ways = text.split(/\bor\b/).map((all) => all.split(/\band\b/).map((one) => comparisonOf(text, one)));
  return (row) => ways.some((all) => all.every((holds) => holds(row)));
}

function comparisonOf(whole: string, text: string): IsOver {
  const [, name = '', operator = '', number = ''] = comparison.exec(text) ?? [];
  const figure = Object.hasOwn(figures, name) ? figures[name] : undefined;
  const holds = compare[operator];
  if (figure === undefined || holds === undefined)
    throw new Error(
      `--until ${whole}: "${text.trim()}" compares no figure with a number; for example population < 10 or gini > 0.6. ` +
        `There are ${Object.keys(figures).join(', ')}.`,
    );
  return (row) => {
    const value = figure(row);
    return value !== null && holds(value, Number(number));
  };
}
