/**
 * Answers as models read them: short, and with everything that somebody in the city may have written marked as such. Any text that is no
 * plain word (an identifier, a code, a number, a time) counts as somebody's, whichever field it stands in: so nothing that a resident
 * writes can be taken for what the city says, and no field can be forgotten. The marks cannot be written by anybody: they are taken out of
 * what they enclose.
 */

/** Enclose what was written by others. */
export const [opens, closes] = ['⟪', '⟫'] as const;

/** Letters, digits and what identifiers, codes, times and paths are made of; no spaces, so that it says nothing. */
const plainWord = /^[A-Za-z0-9][A-Za-z0-9_./:+#-]{0,127}$/;

const marks = /[⟪⟫]/g;

/** The end of a time at which there is nothing to read. */
const wholeMinute = /(?<=^\d{4}-\d\d-\d\dT\d\d:\d\d):00\.000Z$/;

/** A text in one line, marked unless it is a plain word. */
export function marked(text: string): string {
  if (plainWord.test(text)) return text;
  const inside = JSON.stringify(text.replace(marks, '|')).slice(1, -1).replaceAll('\\"', '"');
  return `${opens}${inside}${closes}`;
}

/** How much of an answer is shown. */
interface Bounds {
  readonly items: number;
  readonly chars: number;
  readonly depth: number;
}

const everything: Bounds = { items: Number.POSITIVE_INFINITY, chars: Number.POSITIVE_INFINITY, depth: 64 };

/** From much to little. */
const steps: readonly Bounds[] = [
  { items: 20, chars: 600, depth: 6 },
  { items: 12, chars: 300, depth: 6 },
  { items: 8, chars: 160, depth: 5 },
  { items: 5, chars: 100, depth: 5 },
  { items: 4, chars: 60, depth: 4 },
  { items: 3, chars: 60, depth: 4 },
  { items: 2, chars: 60, depth: 4 },
  { items: 2, chars: 40, depth: 3 },
  { items: 1, chars: 24, depth: 2 },
];

/** About 300 tokens of ordinary text; what is written to be dear is some 800 at most. */
const weightMax = 750;

export interface Digest {
  readonly text: string;
  /** False where something was left out. */
  readonly isWhole: boolean;
}

/** The answer in a few lines of text. */
export function digestOf(answer: unknown): Digest {
  const whole = shown(answer, everything);
  if (weightOf(whole) <= weightMax) return { text: whole, isWhole: true };
  for (const bounds of steps) {
    const text = shown(answer, bounds);
    if (weightOf(text) <= weightMax) return { text, isWhole: false };
  }
  return { text: cut(shown(answer, steps.at(-1) ?? everything), weightMax), isWhole: false };
}

/** All of the answer. */
export const wholeOf = (answer: unknown): string => shown(answer, everything);

/** In characters of ASCII, of which a token has some three: others are a token each as a rule, and several where a script is rare. */
function weightOf(text: string): number {
  let weight = 0;
  for (let at = 0; at < text.length; at++) weight += weightOfUnit(text.charCodeAt(at));
  return weight;
}

function weightOfUnit(unit: number): number {
  if (unit < 0x80) return 1;
  const isCommon = unit < 0x700 || unit >> 1 === marksUnit >> 1 || (unit >= 0x3040 && unit < 0xd7a4);
  return isCommon ? 3 : 8;
}

const marksUnit = opens.charCodeAt(0);

/** As JSON, without quotes around plain words and names; fields that are null are left out. */
function shown(value: unknown, bounds: Bounds): string {
  if (typeof value === 'string') return marked(cut(value, bounds.chars).replace(wholeMinute, 'Z'));
  if (typeof value !== 'object' || value === null) return String(value);
  if (bounds.depth === 0) return '...';
  const below = { ...bounds, depth: bounds.depth - 1 };
  if (Array.isArray(value)) return listShown(value, below);
  const fields = Object.entries(value).filter(([, one]) => one !== null);
  const parts = fields.slice(0, fieldsMax(bounds)).map(([name, one]) => `${marked(name)}: ${shown(one, below)}`);
  return `{${[...parts, ...left(fields.length - parts.length)].join(', ')}}`;
}

function listShown(values: readonly unknown[], bounds: Bounds): string {
  const items = values.slice(0, bounds.items).map((one) => shown(one, bounds));
  return `[${[...items, ...left(values.length - items.length)].join(', ')}]`;
}

/** Objects have the fields of their schema, save maps, which may have any number. */
const fieldsMax = ({ items }: Bounds): number => 16 + items;

const left = (count: number): readonly string[] => (count > 0 ? [`... ${count} more`] : []);

/** At most so many characters, none of them half a pair. */
function cut(text: string, chars: number): string {
  if (text.length <= chars) return text;
  const isHalf = /[\ud800-\udbff]$/.test(text.slice(0, chars));
  return `${text.slice(0, isHalf ? chars - 1 : chars)}...`;
}
