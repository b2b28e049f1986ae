/** What is kept of a fork whose policies were interrupted, so that it can be gone on with: how it was begun, and what they had come to. */
import { hash } from 'node:crypto';
import { resolve } from 'node:path';
import type { Settings } from '../../engine/actor-kind.ts';
import { codeVersion } from '../../host/code-version.ts';
import type { DrivenSoFar } from '../../research/past/policies-drive.ts';
import { keep, keptIn } from '../../research/runs/kept-run.ts';
import type { Drive } from './drive.ts';
import type { Forked } from './forked.ts';
import { driveNote } from './note.ts';

/** The fork as it was written: plain data, which goes to the thread. */
export interface WrittenFork {
  readonly secret: string;
  readonly settings: Settings;
  /** How many live there, and the time of its last turn, in milliseconds since 1970. */
  readonly living: number;
  readonly at: number;
}

/** A fork as it was when its policies began. */
export interface BegunFork {
  /** What decides how it goes: of another one nothing is gone on with. */
  readonly essence: string;
  readonly written: WrittenFork;
  readonly forked: Forked;
  /** The batch of the parent in which its moment is. */
  readonly batch: number;
}

export interface KeptFork extends DrivenSoFar {
  readonly begun: BegunFork;
}

export const keepFork = (folder: string, kept: KeptFork): Promise<void> => keep(folder, kept);

/** Undefined where nothing was kept. Throws an error of one sentence for that of another version. */
export const keptFork = (folder: string): Promise<KeptFork | undefined> => keptIn<KeptFork>(folder);

/** The options that count. */
interface Essential {
  readonly at: string;
  readonly services?: string;
  readonly set: readonly string[];
}

/** By its options; commands count by what they say, and the moment as it was given. `parent`: the data folder that is forked. */
export function essenceOf({ at, services, set }: Essential, parent: string, drive: Drive, commands: unknown): string {
  const said = hash('sha256', JSON.stringify(commands), 'hex');
  return JSON.stringify({
    ...{ parent: resolve(parent), at, set, services: services ?? 'none', commands: said },
    ...{ drive: driveNote(drive), code: codeVersion() },
  });
}
