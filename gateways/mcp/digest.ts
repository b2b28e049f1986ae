/**
 * Answers as models read them: short, and with everything that somebody in the city may have written marked as such. Bare is what the
 * schema of the answer declares as the city's own, and what is a plain word (an identifier, a code, a number, a time); any other text
 * counts as somebody's, whichever field it stands in: so nothing that a resident writes can be taken for what the city says, and a field
 * that was forgotten is marked. The marks cannot be written by anybody: they are taken out of all texts.
 */
import { type Authorship, fieldOf, formOf, itemsOf, ofOthers } from './authorship.ts';
import { routesAsTools } from './routes-as-tools.ts';

/** Enclose what was written by others. */
export const [opens, closes] = ['⟪', '⟫'] as const;

/**
 * Letters, digits and what identifiers, codes, times and paths are made of: no spaces, no address, a colon in times alone, and of few
 * words, so that it says nothing.
 */
const plainWord = /^(?!.*\/\/)[A-Za-z0-9](?:[A-Za-z0-9_./+#-]|(?<=\d):(?=\d)){0,127}$/;
const wordsMax = 6;

const isPlain = (text: string): boolean => plainWord.test(text) && wordsIn(text) <= wordsMax;

/** Words that it may be read as, also where digits stand for letters, or capitals for spaces. */
const wordsIn = (text: string): number =>
  text.split(/[-_./+#]+/).reduce((before, part) => before + wordsInPart(part), 0);

const lettersOfWord = 6;

/** What is chance, as in tokens and cursors, has few pieces of three letters and more; one word at most is read in it. */
function wordsInPart(part: string): number {
  const pieces = part.match(/[A-Z]?[a-z]{2,}|[A-Z]{3,}/g) ?? [];
  const letters = pieces.reduce((sum, { length }) => sum + (length > 2 ? length : 0), 0);
  if (letters < 0.7 * part.length) return /[A-Za-z].?[A-Za-z]/.test(part) ? 1 : 0;
  return pieces.reduce((sum, { length }) => sum + Math.max(1, Math.floor(length / lettersOfWord)), 0);
}

const marks = /[⟪⟫]/g;

/** The end of a time at which there is nothing to read, and how long such a time is. */
const wholeMinute = /(?<=^\d{4}-\d\d-\d\dT\d\d:\d\d):00\.000Z$/;
const timeChars = 24;

/** A text in one line, marked unless it is a plain word. */
export function marked(text: string): string {
  return isPlain(text) ? text : enclosed(inOneLine(text));
}

const enclosed = (text: string): string => `${opens}${text}${closes}`;

/** Line ends and directions of writing that JSON leaves as they are. */
const unseen = /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Without the marks. */
const inOneLine = (text: string): string =>
  JSON.stringify(text.replace(marks, '|')).slice(1, -1).replaceAll('\\"', '"').replace(unseen, escaped);

/** An identifier, or what looks like one. */
const identifiers = /[A-Za-z0-9][A-Za-z0-9_./+#-]*/g;

/**
 * What the city says, in one line, tools in place of routes. It names others by their ids, which are made of names: one that says something
 * is marked.
 */
export const citySays = (text: string): string =>
  inOneLine(routesAsTools(text)).replace(identifiers, (id) => (wordsIn(id) > wordsMax ? enclosed(id) : id));

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

/** The answer in a few lines of text: with the largest bounds in which it is short enough. `by`: who wrote what in it. */
export function digestOf(answer: unknown, by: Authorship = ofOthers): Digest {
  const whole = shown(answer, by, everything, weightMax);
  if (whole !== undefined) return { text: whole, isWhole: true };
  let found: string | undefined;
  for (let [from, to] = [0, steps.length]; from < to; ) {
    const middle = (from + to) >> 1;
    const text = shown(answer, by, steps[middle] ?? everything, weightMax);
    if (text === undefined) from = middle + 1;
    else [found, to] = [text, middle];
  }
  return { text: found ?? fitting(wholeOf(answer, by, steps.at(-1))), isWhole: false };
}

/** All of the answer, as far as the bounds go. */
export const wholeOf = (answer: unknown, by: Authorship = ofOthers, bounds: Bounds = everything): string =>
  shown(answer, by, bounds, Number.POSITIVE_INFINITY) ?? '';

/** Undefined where it weighs more: nothing is written beyond that. */
function shown(answer: unknown, by: Authorship, bounds: Bounds, most: number): string | undefined {
  const sheet = new Sheet(bounds, most);
  sheet.write(answer, by, bounds.depth);
  return sheet.isFull ? undefined : sheet.text;
}

/** An answer as JSON, without quotes around plain words and names; fields that are null are left out. */
class Sheet {
  text = '';
  readonly #bounds: Bounds;
  #left: number;

  constructor(bounds: Bounds, weightMax: number) {
    this.#bounds = bounds;
    this.#left = weightMax;
  }

  get isFull(): boolean {
    return this.#left < 0;
  }

  /** `depth`: of what is shown below. */
  write(value: unknown, by: Authorship, depth: number): void {
    if (this.isFull) return;
    if (typeof value === 'string') this.#text(timeShown(value), by);
    else if (typeof value !== 'object' || value === null) this.#add(String(value));
    else if (depth === 0) this.#add('...');
    else if (Array.isArray(value)) this.#list(value, itemsOf(by), depth - 1);
    else this.#fields(value as Readonly<Record<string, unknown>>, by, depth - 1);
  }

  /** What is plain is an identifier, which is of no use when it is cut; what is not stays marked when it is. */
  #text(text: string, by: Authorship): void {
    const shown = cut(text, this.#bounds.chars);
    if (by.text === 'city') this.#add(citySays(shown));
    else this.#add(isPlain(text) ? text : enclosed(inOneLine(shown)));
  }

  #list(values: readonly unknown[], by: Authorship, depth: number): void {
    const count = Math.min(values.length, this.#bounds.items);
    this.#add('[');
    for (let at = 0; at < count && !this.isFull; at++) {
      if (at > 0) this.#add(', ');
      this.write(values[at], by, depth);
    }
    this.#add(`${left(values.length - count, count)}]`);
  }

  #fields(value: Readonly<Record<string, unknown>>, by: Authorship, depth: number): void {
    const most = fieldsMax(this.#bounds);
    const form = formOf(by, value);
    let count = 0;
    this.#add('{');
    for (const name of plainFirst(value)) {
      if (this.isFull) return;
      const one = value[name];
      if (one === null || ++count > most) continue;
      this.#add(count > 1 ? `, ${marked(name)}: ` : `${marked(name)}: `);
      this.write(one, fieldOf(form, name), depth);
    }
    this.#add(`${left(count - most, most)}}`);
  }

  #add(text: string): void {
    this.text += text;
    this.#left -= weightOf(text);
  }
}

/** Names of fields: what stands in one word or sentence before what has parts, of which a short digest has the fewest. */
function plainFirst(value: Readonly<Record<string, unknown>>): readonly string[] {
  const names = Object.keys(value);
  const hasParts = (name: string) => typeof value[name] === 'object';
  const parted = names.filter(hasParts);
  return parted.length === 0 ? names : [...names.filter((name) => !hasParts(name)), ...parted];
}

const timeShown = (text: string): string => (text.length === timeChars ? text.replace(wholeMinute, 'Z') : text);

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

/** As much of a text as a digest may have, and no open mark: what follows would seem to be quoted. */
export function fitting(text: string): string {
  let end = 0;
  for (let weight = 0; end < text.length && weight < weightMax; end++) weight += weightOfUnit(text.charCodeAt(end));
  const shown = cut(text, end);
  return shown.lastIndexOf(opens) > shown.lastIndexOf(closes) ? `${shown}${closes}` : shown;
}

const marksUnit = opens.charCodeAt(0);

/** Objects have the fields of their schema, save maps, which may have any number. */
const fieldsMax = ({ items }: Bounds): number => 16 + items;

/** Behind so many that are shown. */
const left = (count: number, before: number): string => (count > 0 ? `${before > 0 ? ', ' : ''}... ${count} more` : '');

/** At most so many characters, none of them half a pair. */
function cut(text: string, chars: number): string {
  if (text.length <= chars) return text;
  const isHalf = /[\ud800-\udbff]$/.test(text.slice(0, chars));
  return `${text.slice(0, isHalf ? chars - 1 : chars)}...`;
}
