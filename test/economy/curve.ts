/** How many live, and what is in circulation, by tick, as a drawing. */
import type { TickRow } from './records.ts';

interface Curve {
  readonly name: string;
  readonly ticks: readonly TickRow[];
}

const width = 720;
const height = 220;
const margin = 50;
const colours = ['#b03030', '#8a6d00', '#205493', '#2e7d32'];
/** Ticks between two points. */
const step = 4;

interface Panel {
  readonly title: string;
  readonly read: (row: TickRow) => number;
}

const panels: readonly Panel[] = [
  { title: 'residents who live', read: ({ population }) => population },
  { title: 'credits in circulation, escrow and pools included', read: ({ supply }) => supply },
];

export function curveOf(curves: readonly Curve[]): string {
  const ticksMax = Math.max(...curves.map(({ ticks }) => ticks.at(-1)?.tick ?? 0));
  const drawn = panels.map((panel, n) => panelOf(panel, curves, ticksMax, n * (height + 2 * margin)));
  const legend = curves.map(
    ({ name }, n) => `<text x="${margin + n * 200}" y="20" fill="${colours[n % colours.length]}">${name}</text>`,
  );
  const size = `width="${width + 2 * margin}" height="${panels.length * (height + 2 * margin) + 10}"`;
  const body = [...legend, ...drawn].join('\n');
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="sans-serif" font-size="13">\n<title>Simulated economies, by tick</title>\n<rect width="100%" height="100%" fill="white"/>\n${body}\n</svg>\n`;
}

function panelOf({ title, read }: Panel, curves: readonly Curve[], ticksMax: number, above: number): string {
  const most = Math.max(...curves.flatMap(({ ticks }) => ticks.map(read)));
  const [top, bottom] = [above + margin, above + margin + height];
  const x = (tick: number): number => Math.round(margin + (width * tick) / ticksMax);
  const y = (value: number): number => Math.round(bottom - (height * value) / most);
  const lines = curves.map(({ ticks }, n) => {
    const points = ticks.filter(({ tick }) => tick % step === 0).map((row) => `${x(row.tick)},${y(read(row))}`);
    return `<polyline fill="none" stroke="${colours[n % colours.length]}" points="${points.join(' ')}"/>`;
  });
  const axis = `<path d="M${margin},${top}V${bottom}H${margin + width}" fill="none" stroke="#888"/>`;
  const labels = [
    `<text x="${margin}" y="${top - 8}">${title}</text>`,
    `<text x="5" y="${top + 5}">${Math.round(most)}</text>`,
    `<text x="30" y="${bottom}">0</text>`,
    `<text x="${margin + width - 70}" y="${bottom + 18}">tick ${ticksMax}</text>`,
  ];
  return [axis, ...labels, ...lines].join('\n');
}
