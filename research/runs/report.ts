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
    lineChart({ title: 'Residents who live', series: [series('residents', 'population')], provenance: line }),
    lineChart({
      title: 'Births and deaths',
      series: [series('births', 'births'), series('deaths', 'deaths')],
      provenance: line,
    }),
    lineChart({
      title: 'Credits, by who holds them',
      series: ['residents', 'pools', 'escrow'].map((holder) => series(holder, `${holder}_millicredits`, 1000)),
      provenance: line,
    }),
    lineChart({ title: 'Gini coefficient of what residents hold', series: [series('Gini', 'gini')], provenance: line }),
    lineChart({
      title: 'Commands',
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
    const rows = cells.flatMap(({ settings, figures: own }) => {
      const estimate = own[name];
      if (estimate === undefined || estimate.mean === null) return [];
      return [{ name: named(settings), mean: estimate.mean, interval: estimate.interval }];
    });
    return intervalChart(`${name}: mean and 95 % interval over the seeds`, rows, line);
  });
  return page('A grid of simulated cities', provenance, figures);
}

const named = (settings: Readonly<Record<string, string>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ') || 'as set';

const numberIn = (cell: string | undefined, unit: number): number | null =>
  cell === undefined || cell === '' ? null : Number(cell) / unit;

function page(title: string, provenance: Provenance, figures: readonly string[]): string {
  const rows = Object.entries(provenance).map(
    ([name, value]) => `<tr><th>${escaped(name)}</th><td>${escaped(String(value))}</td></tr>`,
  );
  const style =
    'body{font:15px/1.5 sans-serif;max-width:860px;margin:2em auto;padding:0 1em;color:#222}' +
    'figure{margin:2em 0}figcaption{font-weight:bold}svg{max-width:100%;height:auto}' +
    'th{text-align:left;padding-right:1em;font-weight:normal;color:#666}td{word-break:break-all}';
  return (
    `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title>` +
    `<style>${style}</style></head><body>\n<h1>${escaped(title)}</h1>\n` +
    `<table>${rows.join('')}</table>\n${figures.join('\n')}\n</body></html>\n`
  );
}
