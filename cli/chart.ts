/** `civitas chart`: the chart of a kind of actor, for other programs and for the eye (CH3). */
import { kinds } from '../actors/index.ts';
import { type Chart, chartsOf } from '../research/charts/chart.ts';
import { dotOf } from '../research/charts/dot.ts';
import { layoutOf } from '../research/charts/layout.ts';
import { mermaidOf } from '../research/charts/mermaid.ts';
import { scxmlOf } from '../research/charts/scxml.ts';
import { svgOf } from '../research/charts/svg.ts';

const formats = {
  json: (chart: Chart) => `${JSON.stringify(chart, null, 2)}\n`,
  scxml: scxmlOf,
  mermaid: mermaidOf,
  dot: dotOf,
  svg: (chart: Chart) => svgOf(chart, layoutOf(chart.id)),
} as const satisfies Readonly<Record<string, (chart: Chart) => string>>;

const charts = chartsOf(kinds);
export const chartNames = [...charts.keys()];

const isFormat = (format: string): format is keyof typeof formats => Object.hasOwn(formats, format);

/** The text of the chart in the format. Throws for a chart or a format that there is not, with those that there are. */
export function chartText(id: string, format: string): string {
  const chart = charts.get(id);
  if (chart === undefined) throw new Error(`There is no chart ${id}. There are ${chartNames.join(', ')}.`);
  if (!isFormat(format)) throw new Error(`There is no format ${format}. There are ${Object.keys(formats).join(', ')}.`);
  return formats[format](chart);
}
