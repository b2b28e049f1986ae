/**
 * Words on the map: names and what is said, on a canvas above it. Each has several spots where it may stand, and takes the first on which
 * it covers no figure and no other word; where there is none, it is left out. Places come first, then who speaks and what is said, then
 * everybody else.
 */
import { shortened, shortenedWithOwner } from '../../../drawing/trade.ts';
import type { Size } from './camera.ts';

export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Spot {
  /** The middle of its first line, and the top of that. */
  readonly x: number;
  readonly y: number;
  /** Of speech: `y` is where its bubble begins, not where it ends. */
  readonly isTop?: boolean;
}

export interface Label {
  readonly text: string;
  /** `note`: what has just happened somewhere. */
  readonly kind: 'place' | 'resident' | 'speech' | 'note';
  /** The best first. Of speech, `y` is where its bubble ends. */
  readonly spots: readonly Spot[];
  /** For speech: where the speaker is. */
  readonly speaker?: Speaker;
}

export interface Speaker {
  /** The top of the head, and the point between the feet. */
  readonly mouth: Spot;
  readonly feet: Spot;
}

/** What of a canvas words need. */
export interface WordsContext
  extends Pick<CanvasRenderingContext2D, 'font' | 'textAlign' | 'textBaseline' | 'lineJoin' | 'lineWidth'>,
    Pick<CanvasRenderingContext2D, 'strokeStyle' | 'fillStyle' | 'globalAlpha'>,
    Pick<CanvasRenderingContext2D, 'beginPath' | 'moveTo' | 'lineTo' | 'closePath' | 'strokeText' | 'fillText'> {
  measureText(text: string): { readonly width: number };
  roundRect(x: number, y: number, width: number, height: number, radius: number): void;
  fill(): void;
  stroke(): void;
}

export interface WordsStyle {
  readonly ink: string;
  readonly paper: string;
}

const fonts = {
  place: '700 14px Overpass, sans-serif',
  resident: '600 13px Overpass, sans-serif',
  speech: '500 14px Overpass, sans-serif',
  note: '700 14px Overpass, sans-serif',
} as const;
/** CSS pixels of the map for each name: more names would hide it. */
const areaEach = 14_000;
const charactersMax = 28;
const lineHeight = 17;
const bubbleWidth = 210;
const bubbleLinesMax = 4;
const padding = 8;
/** CSS pixels between a bubble and its speaker. */
const tailMin = 4;

/** Buttons stand in the corner of the map; of a narrow one below it (`landing.css`). */
const corner = { width: 86, height: 200 };
const narrowMax = 600;

export class Labels {
  readonly #context: WordsContext;
  readonly #size: Size;
  readonly #style: WordsStyle;
  readonly #taken: Box[];
  readonly #roofs: readonly Box[];
  #names = 0;
  readonly #drawn = new Set<string>();

  /** `figures`: what no word may cover. `roofs`: what names cover only where they have no other spot. */
  constructor(
    context: WordsContext,
    size: Size,
    style: WordsStyle,
    figures: readonly Box[],
    roofs: readonly Box[] = [],
  ) {
    this.#context = context;
    this.#size = size;
    this.#style = style;
    this.#taken = [...figures];
    this.#roofs = roofs;
    context.textAlign = 'center';
    context.textBaseline = 'top';
    context.lineJoin = 'round';
  }

  /** True when there was room for it. */
  draw(label: Label): boolean {
    this.#context.font = fonts[label.kind];
    return label.kind === 'speech' ? this.#speech(label) : this.#name(label);
  }

  #name({ text, spots, kind }: Label): boolean {
    if (kind !== 'note' && this.#names >= (this.#size.width * this.#size.height) / areaEach) return false;
    const short = kind === 'note' ? text : this.#shortNameOf(text);
    const wide = this.#context.measureText(short).width;
    const [more, high] = kind === 'note' ? [16, lineHeight + 2] : [8, lineHeight];
    const boxes = spots.map(({ x, y }) => boxAt(x, y, wide + more, high));
    const box = this.#free(boxes, undefined, this.#roofs) ?? this.#free(boxes);
    if (box === undefined) return false;
    this.#names += 1;
    this.#drawn.add(short);
    const context = this.#context;
    if (kind === 'note') return this.#note(short, box);
    context.lineWidth = 4;
    context.strokeStyle = this.#style.paper;
    context.globalAlpha = kind === 'place' ? 0.95 : 0.85;
    context.strokeText(short, (box.left + box.right) / 2, box.top + 2);
    context.globalAlpha = 1;
    context.fillStyle = this.#style.ink;
    context.fillText(short, (box.left + box.right) / 2, box.top + 2);
    return true;
  }

  /** Of two places of one trade the second is told apart by its owner. */
  #shortNameOf(name: string): string {
    const short = shortened(name, charactersMax);
    return short !== name && this.#drawn.has(short) ? shortenedWithOwner(name, charactersMax) : short;
  }

  #note(text: string, box: Box): boolean {
    const context = this.#context;
    context.fillStyle = this.#style.ink;
    context.beginPath();
    context.roundRect(box.left, box.top, box.right - box.left, box.bottom - box.top, 4);
    context.fill();
    context.fillStyle = this.#style.paper;
    context.fillText(text, (box.left + box.right) / 2, box.top + 2);
    return true;
  }

  #speech({ text, spots, speaker }: Label): boolean {
    const lines = wrapped(this.#context, text, Math.min(bubbleWidth, this.#size.width * 0.55));
    const wide = Math.max(...lines.map((line) => this.#context.measureText(line).width)) + 2 * padding;
    const high = lines.length * lineHeight + 2 * padding - 4;
    const box = this.#free(
      spots.map(({ x, y, isTop }) => boxAt(x, isTop === true ? y : y - high, wide, high)),
      speaker,
    );
    if (box === undefined) return false;
    const context = this.#context;
    context.fillStyle = this.#style.paper;
    context.strokeStyle = this.#style.ink;
    context.lineWidth = 1.5;
    if (speaker !== undefined) this.#tail(box, speaker);
    context.beginPath();
    context.roundRect(box.left, box.top, wide, high, 7);
    context.fill();
    context.stroke();
    context.fillStyle = this.#style.ink;
    for (const [at, line] of lines.entries())
      context.fillText(line, (box.left + box.right) / 2, box.top + padding + at * lineHeight);
    return true;
  }

  #tail(box: Box, speaker: Speaker): void {
    const context = this.#context;
    const { root, from, to } = wayTo(box, speaker);
    context.beginPath();
    context.moveTo(root - 6, from);
    context.lineTo(to.x, to.y);
    context.lineTo(root + 6, from);
    context.closePath();
    context.fill();
    context.stroke();
  }

  /** Takes the first of these, moved into the map, that covers nothing. */
  #free(boxes: readonly Box[], speaker?: Speaker, roofs: readonly Box[] = []): Box | undefined {
    const { width, height } = this.#size;
    for (const wanted of boxes) {
      if (wanted.right < 0 || wanted.left > width || wanted.bottom < 0 || wanted.top > height) continue;
      const box = within(wanted, width, height);
      // Beside its speaker it would have a tail across itself.
      if (speaker !== undefined && box.bottom > speaker.mouth.y - tailMin && box.top < speaker.feet.y + tailMin)
        continue;
      if (roofs.some((roof) => overlap(box, roof))) continue;
      const tail = speaker && tailOf(box, speaker);
      if (this.#taken.some((other) => overlap(box, other) || (tail !== undefined && overlap(tail, other)))) continue;
      this.#taken.push(box, ...(tail === undefined ? [] : [tail]));
      return box;
    }
    return undefined;
  }
}

/** How a bubble's tail goes: from its lower side to the mouth, or from its upper one to the feet. */
function wayTo(box: Box, { mouth, feet }: Speaker) {
  const root = Math.max(box.left + 14, Math.min(box.right - 14, mouth.x));
  return box.bottom <= mouth.y
    ? { root, from: box.bottom - 2, to: { x: mouth.x, y: mouth.y - 2 } }
    : { root, from: box.top + 2, to: { x: feet.x, y: feet.y + 2 } };
}

/** The room that a tail takes outside of its bubble. */
function tailOf(box: Box, speaker: Speaker): Box {
  const { root, to } = wayTo(box, speaker);
  const [top, bottom] = to.y > box.bottom ? [box.bottom, to.y] : [to.y, box.top];
  return { left: Math.min(root - 6, to.x), right: Math.max(root + 6, to.x), top, bottom };
}

const boxAt = (x: number, top: number, width: number, height: number): Box => ({
  left: x - width / 2,
  right: x + width / 2,
  top,
  bottom: top + height,
});

/** Words keep within the map, and clear of the buttons in its corner. */
function within(box: Box, width: number, height: number): Box {
  const down = Math.max(0, 3 - box.top) + Math.min(0, height - 3 - box.bottom);
  const isCorner = width > narrowMax && box.top + down < corner.height;
  const rightMost = isCorner ? width - corner.width : width - 3;
  const aside = Math.min(0, rightMost - box.right) + Math.max(0, 3 - box.left);
  return { left: box.left + aside, right: box.right + aside, top: box.top + down, bottom: box.bottom + down };
}

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** What is longer than a bubble ends in an ellipsis: all of it stands beside the map. */
function wrapped(context: WordsContext, text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  const fits = (tried: string) => context.measureText(tried).width <= width;
  const words = text.split(/\s+/u).flatMap((word) => (fits(word) ? [word] : [...word].map((each) => each)));
  for (const word of words) {
    const tried = line === '' ? word : `${line} ${word}`;
    if (fits(tried)) line = tried;
    else {
      lines.push(line);
      line = word;
      if (lines.length === bubbleLinesMax) return [...lines.slice(0, -1), `${lines.at(-1)} …`];
    }
  }
  return [...lines, line];
}
