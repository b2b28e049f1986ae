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
const left = 70;
const top = 34;
const foot = 44;
const colours = ['#205493', '#b03030', '#2e7d32', '#8a6d00', '#6a3d9a'];

/** Lines over ticks, from 0 or below on; as wide as the longest. */
export function lineChart({ title, series, provenance }: Figure): string {
  const points = series.flatMap((one) => one.points);
  const values = points.flatMap(([, value]) => value ?? []);
  const [least, most] = [Math.min(0, ...extremes(values)), Math.max(...extremes(values), 0)];
  const end = points.reduce((last, [tick]) => Math.max(last, tick), 1);
  const x = (tick: number): number => round(left + (width * tick) / end);
  const y = (value: number): number => round(top + height - (height * (value - least)) / (most - least || 1));
  const lines = series.map(({ points: own, name }, n) => {
    const drawn = own.flatMap(([tick, value]) => (value === null ? [] : [`${x(tick)},${y(value)}`]));
    const colour = colours[n % colours.length];
    const label = `<text x="${left + n * 150}" y="${top - 8}" fill="${colour}">${escaped(name)}</text>`;
    return `${label}<polyline fill="none" stroke="${colour}" stroke-width="1.5" points="${drawn.join(' ')}"/>`;
  });
  const axes = [
    `<path d="M${left},${top}V${top + height}H${left + width}" fill="none" stroke="#888"/>`,
    `<text x="${left - 6}" y="${top + 10}" text-anchor="end">${shown(most)}</text>`,
    `<text x="${left - 6}" y="${top + height}" text-anchor="end">${shown(least)}</text>`,
    `<text x="${left + width}" y="${top + height + 16}" text-anchor="end">tick ${end}</text>`,
    `<text x="${left}" y="${top + height + 34}" fill="#666" font-size="11">${escaped(provenance)}</text>`,
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

/** Means with their intervals, one below the other, on one scale. */
export function intervalChart(title: string, rows: readonly Estimated[], provenance: string): string {
  const ends = rows.flatMap(({ mean, interval }) => [mean, ...(interval ?? [])]);
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const x = (value: number): number =>
    round(names + ((width + left - names - 20) * (value - least)) / (most - least || 1));
  const bottom = top + rows.length * rowHeight;
  const drawn = rows.map(({ name, mean, interval }, n) => {
    const y = top + n * rowHeight + rowHeight / 2;
    const line =
      interval === null
        ? ''
        : `<path d="M${x(interval[0])},${y}H${x(interval[1])}" stroke="#205493" stroke-width="2"/>`;
    const label = `<text x="0" y="${y + 4}">${escaped(name)}</text>`;
    return `${label}${line}<circle cx="${x(mean)}" cy="${y}" r="4" fill="#205493"><title>${shown(mean)}</title></circle>`;
  });
  const scale = [
    `<text x="${names}" y="${bottom + 14}">${shown(least)}</text>`,
    `<text x="${width + left - 20}" y="${bottom + 14}" text-anchor="end">${shown(most)}</text>`,
    `<text x="0" y="${bottom + 34}" fill="#666" font-size="11">${escaped(provenance)}</text>`,
  ];
  return framed(title, [...drawn, ...scale].join('\n'), bottom + foot);
}

function framed(title: string, body: string, tall: number): string {
  const size = `viewBox="0 0 ${width + left + 10} ${tall}" width="${width + left + 10}"`;
  return (
    `<figure><figcaption>${escaped(title)}</figcaption>\n` +
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" font-family="sans-serif" font-size="12">\n` +
    `<title>${escaped(title)}</title>\n${body}\n</svg></figure>`
  );
}

/** Of thousands of values, which could not all be arguments of one call. */
const extremes = (values: readonly number[]): readonly number[] =>
  values.length === 0 ? [] : [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];
const round = (value: number): number => Math.round(value * 10) / 10;
const shown = (value: number): string => String(Number(value.toPrecision(4)));
