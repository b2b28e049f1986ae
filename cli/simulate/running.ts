/** A run in a thread of its own, from where it is started: its folder is opened, and put into its place. */
import { keptIn } from '../../research/runs/kept-run.ts';
import type { Summary } from '../../research/runs/run.ts';
import { RunFolder } from '../../research/runs/run-folder.ts';
import { Unwritable, unwritableOf } from '../../research/runs/unwritable.ts';
import { begin, type Program, runManifest } from './manifest.ts';
import { isLivedByMinds, type RunOrder, type Said, type ThreadData } from './order.ts';
import { inWatchedThread, type Patience } from './watched-thread.ts';

/** Who has a run started. */
export interface Session extends Program {
  /** Hears, line by line, how far it is. */
  readonly say: (line: string) => void;
  /** Interrupts it. */
  readonly signal?: AbortSignal;
  readonly patience?: Patience;
}

interface Place {
  readonly out: string;
  /** Whether a run that was interrupted there is gone on with. */
  readonly resumes: boolean;
}

type OnTick = (tick: number, acts: number) => void;

/** A run was interrupted. It can be gone on with, unless minds live in it. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** Runs it. Throws an error of one sentence for a run that fails, of which nothing is left, and `Interrupted`. */
export async function runOrdered(
  order: RunOrder,
  { out, resumes }: Place,
  session: Session,
  onTick: OnTick,
): Promise<Summary> {
  const folder = await RunFolder.open(out, { resumes });
  try {
    await begin(folder, runManifest(order, session), out);
  } catch (cause) {
    await (folder.isOld ? folder.leave() : folder.discard());
    throw cause;
  }
  try {
    const summary = await inThread({ order, folder: folder.partial }, out, session, onTick);
    await folder.complete();
    return summary;
  } catch (cause) {
    const goesOn = !isLivedByMinds(order) && (cause instanceof Interrupted || (await outlivesFault(folder, cause)));
    await (goesOn ? folder.leave() : folder.discard());
    throw cause;
  }
}

/** Whether the disk is at fault alone, and something was kept. */
const outlivesFault = async (folder: RunFolder, cause: unknown): Promise<boolean> =>
  unwritableOf(cause) !== undefined && (await keptIn(folder.partial)) !== undefined;

function inThread(
  data: Omit<ThreadData, 'asking'>,
  out: string,
  { signal, patience }: Session,
  onTick: OnTick,
): Promise<Summary> {
  const hear = (said: Said): Summary | undefined => {
    if (said.type === 'failed') throw said.isUnwritable ? new Unwritable(said.why) : new Error(said.why);
    if (said.type === 'interrupted')
      throw new Interrupted(`Interrupted at tick ${said.tick}: ${whatIsLeft(data.order, out)}.`);
    if (said.type === 'ended') return said.summary;
    onTick(said.tick, said.acts);
    return undefined;
  };
  return inWatchedThread({ command: 'run-simulation', data, hear, signal, patience });
}

const whatIsLeft = (order: RunOrder, out: string): string =>
  isLivedByMinds(order)
    ? 'nothing is left, since a run with minds cannot be gone on with'
    : `--resume goes on from there (${out})`;
