/**
 * The fenced blocks of a Markdown file. What is to be run is `sh`: in one shell, or as `sh city` in the terminal in which the city runs,
 * or as `sh beside` in a third, in which a program runs until Ctrl-C. A `diff` is applied. Other languages (`console`, `text`, `js`) are
 * for reading.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Block {
  readonly language: string;
  /** What follows the language on the line of the fence. */
  readonly info: string;
  readonly text: string;
  /** Of the fence. */
  readonly line: number;
}

/** Of a file named from the root. */
export const markdownOf = (path: string): string => readFileSync(new URL(path, `file://${root}`), 'utf8');

/** In the order of the text. */
export function blocksOf(markdown: string): readonly Block[] {
  return [...markdown.matchAll(/^```(\w*)[ \t]*(.*)\n([\s\S]*?)^```$/gm)].map((match) => {
    const [, language = '', info = '', text = ''] = match;
    return { language, info, text, line: markdown.slice(0, match.index).split('\n').length };
  });
}

/** The text without its blocks: as many lines, those of blocks empty. */
export const proseOf = (markdown: string): string =>
  markdown.replaceAll(/^```[\s\S]*?^```$/gm, (block) => block.replaceAll(/[^\n]/g, ''));
