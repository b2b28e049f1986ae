/**
 * `npm run model`: what the walks have covered, drawn onto the charts: `coverage/<chart>.svg` for each, and all of them in
 * `coverage/index.html` under their figures. Green was walked, orange partly, red never; how often stands in the tooltips.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyStateMachine } from 'xstate';
import { chartOf } from '../../research/charts/chart.ts';
import { layoutOf } from '../../research/charts/layout.ts';
import { svgOf } from '../../research/charts/svg.ts';
import type { Coverage } from './coverage.ts';

export function drawCoverage(
  folder: string,
  covered: readonly { readonly machine: AnyStateMachine; readonly coverage: Coverage }[],
): void {
  mkdirSync(folder, { recursive: true });
  const sections = covered.map(({ machine, coverage }) => {
    const svg = svgOf(chartOf(machine), layoutOf(machine.id), coverage.walked);
    writeFileSync(join(folder, `${machine.id}.svg`), svg);
    return `<h2>${machine.id}</h2>\n<pre>${coverage.report.join('\n').replaceAll('<', '&lt;')}</pre>\n${svg}`;
  });
  const head = '<!doctype html><meta charset="utf-8"><title>Coverage of the charts of civitas</title>';
  writeFileSync(join(folder, 'index.html'), `${head}\n<h1>Coverage of the charts</h1>\n${sections.join('\n')}\n`);
}
