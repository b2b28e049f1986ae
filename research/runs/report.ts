/** `report.html`: a run, or a grid of runs, for the eye. Self-contained: it may be mailed, or opened in ten years. */

import { escaped } from '../markup.ts';
import type { comparisonOf } from './grid-comparison.ts';
import { intervalChart, lineChart, type Series } from './line-chart.ts';
import type { Provenance } from './provenance.ts';
import { provenanceLine } from './provenance.ts';

type Row = Readonly<Record<string, string>>;
type Comparison = ReturnType<typeof comparisonOf>;

/** `ticks`: the rows of that table. */
export function reportOfRun(provenance: Provenance, ticks: readonly Row[]): string {
  const line = provenanceLine(provenance);
  const series = (name: string, column: string, unit = 1): Series => ({
    name,
    points: ticks.map((row) => [Number(row['tick']), numberIn(row[column], unit)]),
  });
  const figures = [
    lineChart({
      title: 'Residents who live, at the end of each tick',
      series: [series('residents', 'population')],
      provenance: line,
    }),
    lineChart({
      title: 'Births and deaths, in each tick',
      series: [series('births', 'births'), series('deaths', 'deaths')],
      provenance: line,
    }),
    lineChart({
      title: 'Credits, by who holds them at the end of each tick',
      series: ['residents', 'pools', 'escrow'].map((holder) => series(holder, `${holder}_millicredits`, 1000)),
      provenance: line,
    }),
    lineChart({
      title: 'Gini coefficient of what residents hold (0: all the same)',
      series: [series('Gini', 'gini')],
      provenance: line,
    }),
    lineChart({
      title: 'Commands of residents and visitors, in each tick',
      series: [series('carried out', 'applied'), series('refused', 'refused')],
      provenance: line,
    }),
  ];
  return page('A simulated city', provenance, figures);
}

export function reportOfGrid(provenance: Provenance, { cells }: Comparison): string {
  const line = provenanceLine(provenance);
  const names = Object.keys(cells.find(({ figures }) => Object.keys(figures).length > 0)?.figures ?? {});
  const figures = names.map((name) => {
    const unit = name.endsWith(inMillicredits) ? 1000 : 1;
    const rows = cells.flatMap(({ settings, figures: own }) => {
      const { mean = null, interval = null } = own[name] ?? {};
      if (mean === null) return [];
      const ends = interval === null ? null : ([interval[0] / unit, interval[1] / unit] as const);
      return [{ name: named(settings), mean: mean / unit, interval: ends }];
    });
    return intervalChart(`${titleOf(name)}: mean and 95 % interval over the seeds`, rows, line);
  });
  return page('A grid of simulated cities', provenance, figures);
}

const inMillicredits = '_millicredits';

/** What a figure of `runs.csv` is, in words and with its unit. */
const titleOf = (name: string): string => (Object.hasOwn(titles, name) ? (titles[name] ?? name) : name);
const titles: Readonly<Record<string, string>> = {
  ticks: 'Ticks that it ran',
  population: 'Residents who live at the end',
  births: 'Births (founders are not counted)',
  deaths: 'Deaths',
  deaths_natural: 'Deaths at the end of a natural life',
  deaths_credit: 'Deaths for want of credits',
  pods: 'Pods that can be reached at the end',
  gini: 'Gini coefficient of what the living hold at the end',
  residents_millicredits: 'Credits that residents hold at the end',
  pools_millicredits: 'Credits in pools of pods at the end',
  treasury_millicredits: 'Credits of the treasury at the end (below zero: what it minted and has not got back)',
  turns: 'Turns',
  events: 'Events',
  applied: 'Commands of residents and visitors that were carried out',
  refused: 'Commands of residents and visitors that were refused',
};

const named = (settings: Readonly<Record<string, string>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ') || 'as set';

const numberIn = (cell: string | undefined, unit: number): number | null =>
  cell === undefined || cell === '' ? null : Number(cell) / unit;

/**
 * A figure keeps the size at which it can be read, and is moved within its frame where the page is narrower. Lines are lighter in the dark.
 */
const style =
  ':root{color-scheme:light dark}' +
  'body{font:15px/1.5 sans-serif;max-width:860px;margin:2em auto;padding:0 1em;color:#222;background:#fff}' +
  'figure{margin:2em 0}figcaption{font-weight:bold}figure>div{overflow-x:auto}svg{display:block;min-width:700px}' +
  'svg text:not([fill]){fill:currentColor}' +
  'th{text-align:left;vertical-align:top;padding-right:1em;font-weight:normal;color:#666}td{word-break:break-all}' +
  '@media(prefers-color-scheme:dark){body{color:#ddd;background:#181818}th{color:#aaa}svg .from{fill:#aaa}' +
  ['#8ab8f0', '#f09090', '#7fca84', '#d9b84a', '#c3a0ea']
    .map((colour, n) => `svg .line${n}{stroke:${colour}}svg .label${n}{fill:${colour}}`)
    .join('') +
  '}';

function page(title: string, provenance: Provenance, figures: readonly string[]): string {
  const rows = Object.entries(provenance).map(
    ([name, value]) => `<tr><th>${escaped(name)}</th><td>${escaped(String(value))}</td></tr>`,
  );
  return (
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width,initial-scale=1">' +
    `<title>${escaped(title)}</title><style>${style}</style></head><body>\n<h1>${escaped(title)}</h1>\n` +
    `<table>${rows.join('')}</table>\n${figures.join('\n')}\n</body></html>\n`
  );
}
