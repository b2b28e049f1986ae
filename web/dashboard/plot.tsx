/** A chart of series by tick. Lines differ by their dashes, not by colour alone; a table beside it has the same numbers. */
import { createEffect, createSignal, For, type JSX, onCleanup, onMount, Show } from 'solid-js';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { type Chart, summaryOf, tableOf } from './series.ts';

const heightPx = 200;
const rowsShown = 50;

/** How the first, second, third ... line is drawn: dashes in pixels, and the name of the colour in the styles. */
const strokes = [
  { dash: [], colour: '--ink' },
  { dash: [8, 4], colour: '--alarm' },
  { dash: [2, 3], colour: '--good' },
  { dash: [10, 3, 2, 3], colour: '--ink-soft' },
  { dash: [1, 6], colour: '--ink' },
] as const;
const strokeOf = (at: number) => strokes[at % strokes.length] ?? strokes[0];

const colour = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

export function Plot(props: { readonly chart: Chart }): JSX.Element {
  return (
    <figure class="plot">
      <figcaption>{props.chart.title}</figcaption>
      <Show when={props.chart.ticks.length > 1} fallback={<p class="empty">Nothing to draw before the second tick.</p>}>
        <Drawing chart={props.chart} />
        <Legend chart={props.chart} />
      </Show>
      <Show when={props.chart.ticks.length > 0}>
        <Table chart={props.chart} />
      </Show>
    </figure>
  );
}

function Drawing(props: { readonly chart: Chart }): JSX.Element {
  let box: HTMLDivElement | undefined;
  const [drawn, setDrawn] = createSignal<uPlot>();
  const names = () => props.chart.series.map(({ name }) => name).join('\n');
  const draw = () => {
    drawn()?.destroy();
    if (box !== undefined) setDrawn(new uPlot(optionsOf(props.chart, box.clientWidth), dataOf(props.chart), box));
  };
  onMount(() => {
    if (box === undefined) return;
    const resized = new ResizeObserver(() => drawn()?.setSize({ width: box?.clientWidth ?? 0, height: heightPx }));
    resized.observe(box);
    const scheme = window.matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', draw);
    onCleanup(() => {
      resized.disconnect();
      scheme.removeEventListener('change', draw);
      drawn()?.destroy();
    });
  });
  let before = '';
  createEffect(() => {
    const now = names();
    const data = dataOf(props.chart);
    if (now === before) drawn()?.setData(data);
    else draw();
    before = now;
  });
  return <div ref={box} class="drawing" role="img" aria-label={summaryOf(props.chart)} />;
}

/** Steps of a scale of whole numbers: there is no half tick, and no half resident. */
const wholeSteps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 100_000, 1_000_000] as const;
const isWhole = (series: Chart['series']): boolean =>
  series.every(({ values }) => values.every((value) => value === null || Number.isInteger(value)));

const dataOf = ({ ticks, series }: Chart): uPlot.AlignedData => [
  [...ticks],
  ...series.map(({ values }) => [...values]),
];

function optionsOf({ series }: Chart, width: number): uPlot.Options {
  const ink = colour('--ink-soft');
  const axis: uPlot.Axis = {
    stroke: ink,
    font: '13px Overpass, sans-serif',
    grid: { stroke: colour('--line-faint'), width: 1 },
    ticks: { show: false },
  };
  return {
    width,
    height: heightPx,
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: false } },
    axes: [
      { ...axis, incrs: [...wholeSteps] },
      { ...axis, size: 60, ...(isWhole(series) ? { incrs: [...wholeSteps] } : {}) },
    ],
    series: [
      {},
      ...series.map(({ name }, at): uPlot.Series => {
        const { dash, colour: named } = strokeOf(at);
        return {
          label: name,
          stroke: colour(named),
          width: 2,
          dash: [...dash],
          points: { show: false },
          spanGaps: false,
        };
      }),
    ],
  };
}

function Legend(props: { readonly chart: Chart }): JSX.Element {
  return (
    <ul class="legend">
      <For each={props.chart.series}>
        {({ name, values }, at) => (
          <li>
            <svg viewBox="0 0 40 8" aria-hidden="true">
              <line
                x1="0"
                y1="4"
                x2="40"
                y2="4"
                stroke-width="2.5"
                stroke={`var(${strokeOf(at()).colour})`}
                stroke-dasharray={strokeOf(at()).dash.join(' ')}
              />
            </svg>
            {name}: <strong>{values.at(-1) ?? 'none'}</strong>
          </li>
        )}
      </For>
    </ul>
  );
}

function Table(props: { readonly chart: Chart }): JSX.Element {
  return (
    <details>
      <summary>As a table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard */}
      <section class="scrolled" aria-label={`${props.chart.title}, as a table`} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Tick</th>
              <For each={props.chart.series}>{({ name }) => <th scope="col">{name}</th>}</For>
            </tr>
          </thead>
          <tbody>
            <For each={tableOf(props.chart, rowsShown)}>
              {([tick, ...values]) => (
                <tr>
                  <th scope="row">{tick}</th>
                  <For each={values}>{(value) => <td>{value ?? 'none'}</td>}</For>
                </tr>
              )}
            </For>
          </tbody>
        </table>
      </section>
    </details>
  );
}
