/**
 * What is kept of a run at the end of a tick, in its partial folder, so that an interrupted one can be gone on with from there; and of a
 * fork that policies drive, which is such a run in a city that was there before.
 */
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { Lived } from '../simulation/course.ts';
import type { Chronicled } from './chronicle.ts';
import type { Recorded } from './figures.ts';

const name = 'kept';

/** Counted up whenever what is kept has another shape. */
const formatNow = 2;

export interface KeptRun {
  /** The last whole tick. */
  readonly tick: number;
  readonly lived: Lived;
  readonly recorded: Recorded;
  readonly chronicled: Chronicled;
  /** Bytes of each file that grows. */
  readonly bytes: Readonly<Record<string, number>>;
}

/** Replaces what was kept before, whole. */
export async function keep<Kept extends Pick<KeptRun, 'tick' | 'lived'> = KeptRun>(
  folder: string,
  kept: Kept,
): Promise<void> {
  const path = join(folder, name);
  await writeFile(`${path}.new`, serialize({ format: formatNow, ...kept }));
  await rename(`${path}.new`, path);
}

/**
 * Undefined where nothing was kept yet. What was written is ours: only its format is checked. Throws an error of one sentence for that of
 * another version.
 */
export async function keptIn<Kept extends Pick<KeptRun, 'tick' | 'lived'> = KeptRun>(
  folder: string,
): Promise<Kept | undefined> {
  const bytes = await readFile(join(folder, name)).catch(() => undefined);
  if (bytes === undefined) return undefined;
  const kept: Kept & { readonly format?: number } = deserialize(bytes);
  if (kept.format !== formatNow)
    throw new Error(`${folder} was kept by another version, whose runs this one cannot go on with. Remove it.`);
  return kept;
}

export const forget = (folder: string): Promise<void> => rm(join(folder, name), { force: true });
