/**
 * Which sentences stand in what somebody has said, and with which values in their slots. Minds that decide by rules share their sentences,
 * as people share a language, and understand each other by what can be heard alone; of other words nothing is found here.
 *
 * WD3  A value that was heard is compared with names that the mind knows, and never said again.
 */
import { LRUCache } from 'lru-cache';
import { groups } from './groups.ts';
import { agoTexts } from './naming.ts';
import { wrongTexts } from './wrongs.ts';

export interface Saying {
  readonly group: string;
  /** The sentence, with its slots. */
  readonly line: string;
  readonly slots: Readonly<Record<string, string>>;
}

interface Pattern {
  readonly group: string;
  readonly line: string;
  /** In lower case; the words contain it or do not match. */
  readonly longest: string;
  readonly pattern: RegExp;
  readonly names: readonly string[];
}

/** Slots whose values are texts of a soul or deeds; others are names, numbers and times, and have no stop. */
const texts: ReadonlySet<string> = new Set(['goal', 'memory', 'look', 'quirk', 'nature', 'deed']);
const slot = /\{(\??\w+)\}/;
/** A sentence with fewer characters besides its slots is not recognised. */
const charsMin = 8;
const wordsRemembered = 500;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** What may stand in a slot. */
function slotPattern(name: string): string {
  if (name === 'ago') return `(${agoTexts.map(escaped).join('|')})`;
  if (name === 'wrong') return `(${wrongTexts.map(escaped).join('|')})`;
  return texts.has(name) ? '(.{1,200}?)' : '([^.?!:]{1,90}?)';
}

function patternOf(group: string, line: string): Pattern {
  const parts = line.replace(/\{\?\w+\}/g, '').split(slot);
  const literals = parts.filter((_, i) => i % 2 === 0);
  const names = parts.filter((_, i) => i % 2 === 1);
  // Who has named its listener once does not name it again: `, {you}` may be missing.
  const isVocative = (i: number) => parts[i] === 'you' && i % 2 === 1 && parts[i - 1]?.endsWith(', ') === true;
  const source = parts.map((part, i) => {
    if (i % 2 === 1) return isVocative(i) ? `(?:, ${slotPattern(part)})?` : slotPattern(part);
    return escaped(isVocative(i + 1) ? part.slice(0, -2) : part);
  });
  const longest = [...literals].sort((a, b) => b.length - a.length)[0] ?? '';
  // A sentence begins where another ends, or after the name of whom it is for.
  const pattern = new RegExp(`(?:^|[.?!:] )${source.join('')}(?= |$)`, 'iu');
  return {
    group,
    line,
    longest: longest
      .replace(/[\s,]+$/, '')
      .trim()
      .toLowerCase(),
    pattern,
    names,
  };
}

const patterns: readonly Pattern[] = [...groups].flatMap(([group, lines]) =>
  lines.filter((line) => line.replace(/\{\??\w+\}/g, '').length >= charsMin).map((line) => patternOf(group, line)),
);

interface Match extends Saying {
  readonly from: number;
  readonly to: number;
}

function matchOf({ group, line, longest, pattern, names }: Pattern, words: string, lower: string): Match | undefined {
  const found = lower.includes(longest) ? pattern.exec(words) : null;
  if (found === null) return undefined;
  const slots = Object.fromEntries(names.map((name, i) => [name, found[i + 1] ?? '']));
  return { group, line, slots, from: found.index, to: found.index + found[0].length };
}

/** Of two sentences for the same words that one is meant of which more was said as it stands. */
const literalOf = ({ line }: Saying): number => line.replace(/\{\??\w+\}/g, '').length;

const parsed = new LRUCache<string, readonly Saying[]>({ max: wordsRemembered });

/** In the order in which they were said. Of two that stand in the same words the longer counts. */
export function sayingsIn(words: string): readonly Saying[] {
  const before = parsed.get(words);
  if (before !== undefined) return before;
  const lower = words.toLowerCase();
  const matches = patterns.flatMap((pattern) => matchOf(pattern, words, lower) ?? []);
  const chosen: Match[] = [];
  for (const match of matches.sort((a, b) => b.to - b.from - (a.to - a.from) || literalOf(b) - literalOf(a)))
    if (chosen.every(({ from, to }) => match.to <= from + 1 || match.from >= to - 1)) chosen.push(match);
  const sayings = chosen.sort((a, b) => a.from - b.from).map(({ group, line, slots }) => ({ group, line, slots }));
  parsed.set(words, sayings);
  return sayings;
}
