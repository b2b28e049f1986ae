/**
 * `npm run files [-- WORD...]`: every production file with the sentence that says what is in it, or those of them in whose path or
 * sentence all words stand.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { productionRooms } from './rooms.js';

export interface DescribedFile {
  readonly path: string;
  /** The first sentence of the comment at its head; empty where it has none. */
  readonly sentence: string;
}

/** The production files below `root`, in the order of their paths. */
export function describedFiles(root: string): readonly DescribedFile[] {
  return productionRooms
    .flatMap((room) =>
      readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map((path) => join(room, path)),
    )
    .filter((path) => /\.(ts|tsx|js)$/.test(path) && !path.endsWith('.d.ts'))
    .sort()
    .map((path) => ({ path, sentence: sentenceOf(readFileSync(join(root, path), 'utf8')) }));
}

/** The first sentence of the first comment; a colon is followed by what belongs to it. */
export function sentenceOf(text: string): string {
  const comment = /\/\*\*([\s\S]*?)\*\//.exec(text)?.[1] ?? '';
  const paragraph =
    comment
      .replace(/^ *\* ?/gm, '')
      .trim()
      .split(/\n\s*\n/)[0] ?? '';
  const line = paragraph.replace(/\s+/g, ' ');
  return /^.*?\.(?= |$)/.exec(line)?.[0] ?? line;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const words = process.argv.slice(2).map((word) => word.toLowerCase());
  const found = describedFiles('.').filter(({ path, sentence }) => {
    const line = `${path} ${sentence}`.toLowerCase();
    return words.every((word) => line.includes(word));
  });
  for (const { path, sentence } of found) console.log(`${path}  ${sentence}`);
  if (found.length === 0) {
    console.error(`error: no file has ${words.join(' and ')} in its path or its first sentence; fewer words find more`);
    process.exitCode = 1;
  }
}
