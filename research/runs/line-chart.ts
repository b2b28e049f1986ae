/** Figures of a report: static SVG, which needs no script and nothing of elsewhere. */
import { escaped } from '../markup.ts';

export interface Series {
  readonly name: string;
  /** By tick, or by place on the axis; null where there is nothing to draw. */
  readonly points: readonly (readonly [number, number | null])[];
}

export interface Figure {
  readonly title: string;
  readonly series: readonly Series[];
  /** Where it comes from, in one line. */
  readonly provenance: string;
}

const width = 720;
const height = 200;
const left = 80;
const top = 34;
const foot = 44;
const gridLinesMax = 5;
const colours = ['#205493', '#b03030', '#2e7d32', '#8a6d00', '#6a3d9a'];

/** Lines over ticks, from 0 or below on; as wide as the longest. */
export function lineChart({ title, series, provenance }: Figure): string {
  const points = series.flatMap((one) => one.points);
  const values = points.flatMap(([, value]) => value ?? []);
  const marks = marksOf(Math.min(0, ...extremes(values)), Math.max(...extremes(values), 0));
  const [least, most] = [marks[0] ?? 0, marks.at(-1) ?? 1];
  const end = points.reduce((last, [tick]) => Math.max(last, tick), 1);
  const x = (tick: number): number => round(left + (width * tick) / end);
  const y = (value: number): number => round(top + height - (height * (value - least)) / (most - least));
  const lines = series.map(({ points: own, name }, n) => {
    const drawn = own.flatMap(([tick, value]) => (value === null ? [] : [`${x(tick)},${y(value)}`]));
    const colour = colours[n % colours.length];
    const label = `<text class="label${n}" x="${left + n * 150}" y="${top - 12}" fill="${colour}">${escaped(name)}</text>`;
    return `${label}<polyline class="line${n}" fill="none" stroke="${colour}" stroke-width="1.5" points="${drawn.join(' ')}"/>`;
  });
  const grid = marks.flatMap((mark) => [
    `<path d="M${left},${y(mark)}H${left + width}" stroke="#888" stroke-opacity="0.3"/>`,
    `<text x="${left - 6}" y="${y(mark) + 4}" text-anchor="end">${shown(mark)}</text>`,
  ]);
  const axes = [
    ...grid,
    `<path d="M${left},${top}V${top + height}H${left + width}" fill="none" stroke="#888"/>`,
    `<text x="${left}" y="${top + height + 16}">tick 0</text>`,
    `<text x="${left + width}" y="${top + height + 16}" text-anchor="end">tick ${end}</text>`,
    `<text class="from" x="${left}" y="${top + height + 34}" fill="#666" font-size="11">${escaped(provenance)}</text>`,
  ];
  return framed(title, [...axes, ...lines].join('\n'), top + height + foot);
}

/** A mean with its interval, as a dot in a line. */
export interface Estimated {
  readonly name: string;
  readonly mean: number;
  readonly interval: readonly [number, number] | null;
}

const rowHeight = 24;
const names = 260;
const numbersWidth = 190;

/** Means with their intervals, one below the other, on one scale and in numbers. */
export function intervalChart(title: string, rows: readonly Estimated[], provenance: string): string {
  const ends = rows.flatMap(({ mean, interval }) => [mean, ...(interval ?? [])]);
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const right = width + left - numbersWidth - 16;
  const x = (value: number): number => round(names + ((right - names) * (value - least)) / (most - least || 1));
  const bottom = top + rows.length * rowHeight;
  const drawn = rows.map(({ name, mean, interval }, n) => {
    const y = top + n * rowHeight + rowHeight / 2;
    const line =
      interval === null
        ? ''
        : `<path class="line0" d="M${x(interval[0])},${y}H${x(interval[1])}" stroke="#205493" stroke-width="2"/>`;
    const label = `<text x="0" y="${y + 4}">${escaped(name)}</text>`;
    const numbers = `<text x="${right + 16}" y="${y + 4}">${shown(mean)}${between(interval)}</text>`;
    return `${label}${line}<circle class="label0" cx="${x(mean)}" cy="${y}" r="4" fill="#205493"/>${numbers}`;
  });
  const scale = [
    `<text x="${names}" y="${bottom + 14}">${shown(least)}</text>`,
    `<text x="${right}" y="${bottom + 14}" text-anchor="end">${shown(most)}</text>`,
    `<text class="from" x="0" y="${bottom + 34}" fill="#666" font-size="11">${escaped(provenance)}</text>`,
  ];
  return framed(title, [...drawn, ...scale].join('\n'), bottom + foot);
}

const between = (interval: Estimated['interval']): string =>
  interval === null ? '' : ` (${shown(interval[0])} to ${shown(interval[1])})`;

/** Round numbers from at or below the least to at or above the most, a few. */
function marksOf(least: number, most: number): readonly number[] {
  const wide = (most - least || 1) / gridLinesMax;
  const power = 10 ** Math.floor(Math.log10(wide));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= wide * (1 - 1e-9)) ?? 10);
  const [first, last] = [Math.floor(least / step), Math.max(Math.ceil(most / step), Math.floor(least / step) + 1)];
  return Array.from({ length: last - first + 1 }, (_, n) => (first + n) * step);
}

function framed(title: string, body: string, tall: number): string {
  const size = `viewBox="0 0 ${width + left + 10} ${tall}" width="${width + left + 10}"`;
  return (
    `<figure><figcaption>${escaped(title)}</figcaption>\n<div tabindex="0" role="group" aria-label="${escaped(title)}">` +
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" font-family="sans-serif" font-size="12">\n` +
    `<title>${escaped(title)}</title>\n${body}\n</svg></div></figure>`
  );
}

/** Of thousands of values, which could not all be arguments of one call. */
const extremes = (values: readonly number[]): readonly number[] =>
  values.length === 0 ? [] : [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];
const round = (value: number): number => Math.round(value * 10) / 10;
const shown = (value: number): string => String(Number(value.toPrecision(4)));
