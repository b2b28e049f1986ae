/** `fork.json`: what a data folder says of itself that is a fork. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { codeVersion } from '../../host/code-version.ts';
import type { PastFolder } from '../past-folder.ts';
import type { Drive } from './drive.ts';
import type { Forked } from './forked.ts';

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

interface Fork {
  /** Of its data folder. */
  readonly id: string;
  readonly parent: PastFolder;
  /** The batch of the parent in which its moment is. */
  readonly batch: number;
  readonly drive: Drive;
  /** Those that it was given. */
  readonly settings: Readonly<Record<string, number>>;
  readonly forked: Forked;
}

export type WrittenForkNote = ReturnType<typeof noteOf>;

/** All that is said of a fork. */
export const noteOf = ({ id, parent, batch, drive, settings, forked }: Fork) => ({
  ...{ id, ...driveNote(drive), settings },
  parent: { data: parent.config.DATA_DIR, batch, turn: forked.at },
  ...{ code: codeVersion(), turn: forked.turn, state_hash: forked.stateHash },
  ...{ interventions: forked.interventions, refused: forked.refused, services: servicesNote(forked.services) },
  ...(forked.driven && { acts: { applied: forked.driven.applied, refused: forked.driven.refused } }),
});

export function driveNote(drive: Drive) {
  if (drive.type === 'recorded') return { drive: drive.type, without: drive.without };
  if (drive.type === 'none') return { drive: drive.type };
  const { type, policy, seed, ticks } = drive;
  const { name, file } = policy;
  return { drive: type, policy: name, ...(file && { policy_sha256: file.sha256 }), seed, ticks };
}

const servicesNote = (services: Forked['services']) =>
  services === undefined
    ? { as_of: 'none' }
    : {
        ...{ as_of: 'now', know_the_future: true },
        rows: Object.fromEntries(services.map(({ name, rows }) => [name, rows])),
      };
