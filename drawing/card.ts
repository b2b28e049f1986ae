/** The card of a picture: printed paper with the words of the page. */
import type { Lettering, Style } from './lettering.ts';
import type { Words } from './scene.ts';

const ink = '#12294a';
const inkSoft = '#47586f';
const paper = '#fffaf0';
const line = '#d3c9b1';
const lamp = '#f5b81c';

const box = { x: 44, y: 44, width: 592, height: 542 } as const;
const padding = 44;
const inner = { x: box.x + padding, width: box.width - 2 * padding } as const;
/** Where the foot of the card begins. */
const footY = box.y + box.height - 88;

/** The largest that has room first. */
const titleSizes = [
  { size: 80, linesMax: 1 },
  { size: 66, linesMax: 2 },
  { size: 56, linesMax: 2 },
  { size: 46, linesMax: 3 },
] as const;
const kindStyle: Style = { weight: 'bold', size: 24, spacing: 2.4 };
const stateStyle: Style = { weight: 'bold', size: 29 };
const textStyle: Style = { weight: 'plain', size: 29 };

export function cardSvg(words: Words, lettering: Lettering): string {
  const parts = [ground(), foot(lettering)];
  let y = box.y + padding + 22;
  const kind = lettering.lines(words.kind.toUpperCase(), kindStyle, inner.width - 34, 1).join('');
  parts.push(`<circle cx="${inner.x + 9}" cy="${y - 9}" r="9" fill="${lamp}" stroke="${ink}" stroke-width="2.5"/>`);
  parts.push(lettering.outlines(kind, inner.x + 34, y, kindStyle, inkSoft));
  y += 16;
  const write = (lines: readonly string[], style: Style, leading: number, fill: string) => {
    for (const text of lines) {
      y += leading * style.size;
      parts.push(lettering.outlines(text, inner.x, y, style, fill));
    }
  };
  const title = titleOf(words, lettering);
  write(title.lines, { weight: 'bold', size: title.size }, 1.04, ink);
  if (words.state !== '') {
    y += 14;
    write(lettering.lines(words.state, stateStyle, inner.width, 2), stateStyle, 1.28, ink);
  }
  y += 12;
  const room = () => Math.floor((footY - 10 - y) / (1.32 * textStyle.size));
  if (words.text !== '') write(lettering.lines(words.text, textStyle, inner.width, room()), textStyle, 1.32, inkSoft);
  for (const item of words.items) {
    if (room() < 1) break;
    write(lettering.lines(item, textStyle, inner.width, Math.min(2, room())), textStyle, 1.32, inkSoft);
    y += 7;
  }
  return parts.join('\n');
}

function ground(): string {
  const { x, y, width, height } = box;
  const rect = (dx: number, dy: number, more: string) =>
    `<rect x="${x + dx}" y="${y + dy}" width="${width - 2 * Math.max(0, dx)}" height="${height - 2 * Math.max(0, dy)}" rx="8" ${more}/>`;
  return [
    `<rect x="${x - 5}" y="${y + 6}" width="${width + 10}" height="${height + 6}" rx="12" fill="#081020" fill-opacity=".24"/>`,
    rect(0, 0, `fill="${paper}" stroke="${ink}" stroke-width="3"`),
    rect(12, 12, `fill="none" stroke="${line}" stroke-width="2"`),
  ].join('\n');
}

/** The sign of the city, as on its pages, and its name. */
function foot(lettering: Lettering): string {
  const [x, y] = [inner.x, footY + 18];
  const name: Style = { weight: 'bold', size: 33 };
  const after: Style = { weight: 'plain', size: 25 };
  const nameX = x + 62;
  return [
    `<path d="M${x} ${footY}H${x + inner.width}" stroke="${line}" stroke-width="2"/>`,
    `<g transform="translate(${x} ${y}) scale(1.44)">`,
    `<rect width="32" height="32" rx="5" fill="${ink}"/>`,
    '<path d="M3 26 12 13 21 22 29 7" fill="none" stroke="#f7f1e3" stroke-width="2.5"/>',
    `<circle cx="12" cy="13" r="5.5" fill="${lamp}"/></g>`,
    lettering.outlines('Civitas', nameX, y + 34, name, ink),
    lettering.outlines('a city of programs', nameX + lettering.width('Civitas', name) + 16, y + 33, after, inkSoft),
  ].join('\n');
}

/** In the largest letters in which all of it has room. */
function titleOf({ title, otherwise }: Words, lettering: Lettering) {
  const text = lettering.legible(title) || lettering.legible(otherwise);
  const all = titleSizes.map(({ size, linesMax }) => ({
    size,
    lines: lettering.lines(text, { weight: 'bold', size }, inner.width, linesMax),
  }));
  const whole = all.find(({ size, lines }) => {
    const isWhole = lines.join(' ') === text;
    return isWhole && lines.every((one) => lettering.width(one, { weight: 'bold', size }) <= inner.width);
  });
  return whole ?? all.at(-1) ?? { size: 46, lines: [] };
}
