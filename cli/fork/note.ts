/** `fork.json`: what a data folder says of itself that is a fork. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

export const forkNoteName = 'fork.json';

/** What of it is read again. */
const ForkNote = z.object({
  parent: z.object({ data: z.string(), turn: z.int() }),
  /** Its turns that nobody in the city caused, those of the fork that it was forked from among them. */
  interventions: z.array(z.int()),
});

export type ForkNote = z.infer<typeof ForkNote>;

/** Undefined of a folder that is no fork. Throws an error of one sentence where the file is none of ours. */
export function forkNoteIn(data: string): ForkNote | undefined {
  const file = join(data, forkNoteName);
  if (!existsSync(file)) return undefined;
  try {
    return ForkNote.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new Error(`${file} does not say what was forked, and how.`, { cause });
  }
}

/** Up to the turn; empty of a folder that is no fork. */
export const interventionsIn = (data: string, until: number): readonly number[] =>
  forkNoteIn(data)?.interventions.filter((turn) => turn <= until) ?? [];
