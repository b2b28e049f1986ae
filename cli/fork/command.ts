/** `civitas fork`: a data folder with the city as it was at a moment, changed or not, that goes on from there. The city is only read. */
import { existsSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { pino } from 'pino';
import type { UnnumberedCommand } from '../../engine/command.ts';
import type { CityState } from '../../engine/state/city-state.ts';
import { interruptibly, type OrInterrupted } from '../interruption.ts';
import { momentOf, type PastFolder, secretOf, stateAt, withHistory, withOpenFolder } from '../past-folder.ts';
import type { Patience } from '../simulate/watched-thread.ts';
import { commandsIn, settingsOf } from './changes.ts';
import { type Drive, type DriveOptions, driveOf } from './drive.ts';
import { ForkFolder } from './folder.ts';
import type { Forked } from './forked.ts';
import { Forking } from './forking.ts';
import { type BegunFork, essenceOf, keptFork } from './kept-fork.ts';
import { forkNoteName, noteOf } from './note.ts';
import { reportOf } from './report.ts';
import { DriveInterrupted, liveInThread } from './thread.ts';

export interface ForkOptions extends DriveOptions {
  readonly data?: string;
  readonly at: string;
  readonly out: string;
  readonly set: readonly string[];
  /** A file of commands. */
  readonly command?: string;
  /** `none`, or `now`: what global services keep is copied. */
  readonly services?: string;
  /** Goes on with what was interrupted there, if something was. */
  readonly resume?: boolean;
  /** With policies that do not answer. */
  readonly patience?: Patience;
  /** Interrupts its policies, as Ctrl-C does. */
  readonly signal?: AbortSignal;
}

type Env = Readonly<Record<string, string | undefined>>;

/** What is asked for, read from the options. */
interface Ask {
  readonly options: ForkOptions;
  readonly drive: Drive;
  readonly settings: Readonly<Record<string, number>>;
  readonly commands: readonly UnnumberedCommand[];
  readonly essence: string;
  readonly orInterrupted: OrInterrupted;
  readonly signal: AbortSignal;
}

const log = () => pino({ level: 'warn', base: null });

/** What is said of it, a line each. Throws as `fork` does. */
export async function forkLines(env: Env, options: ForkOptions): Promise<readonly string[]> {
  const { out, resume = false } = options;
  if (resume && existsSync(join(out, forkNoteName))) return [`${out} is whole already.`];
  return reportOf(await fork(env, options), out);
}

/** Throws an error of one sentence, with nothing changed, for whatever cannot be done. */
export async function fork(env: Env, options: ForkOptions): Promise<Forked> {
  const { data, at, out, resume = false, services = 'none' } = options;
  momentOf('--at', at, new Date());
  const drive = await driveOf(options);
  if (services !== 'none' && services !== 'now') throw new Error(`--services ${services}: there are none and now.`);
  if (resume && drive.type !== 'policies') throw new Error('--resume: it is for --drive policies.');
  const settings = settingsOf(options.set);
  const commands = options.command === undefined ? [] : await commandsIn(options.command);
  if (out === '') throw new Error('--out is empty: name a folder.');
  return interruptibly((orInterrupted, interruption) =>
    withOpenFolder(env, data, async (parent) => {
      assertOutside(out, parent);
      const signal = options.signal === undefined ? interruption : AbortSignal.any([options.signal, interruption]);
      const essence = essenceOf(options, parent.config.DATA_DIR, drive, commands);
      const ask = { options, drive, settings, commands, essence, orInterrupted, signal };
      const left = resume ? await ForkFolder.reopen(out, log()) : undefined;
      return left === undefined ? await begin(parent, ask) : await goOn(parent, left, ask);
    }),
  );
}

function begin(parent: PastFolder, ask: Ask): Promise<Forked> {
  const { options, drive, settings, commands, essence, orInterrupted } = ask;
  const { at, out, services } = options;
  return withHistory(parent, async (history) => {
    const { state, opened } = await orInterrupted(stateAt(parent, history, momentOf('--at', at, new Date())));
    if (opened.wanted !== undefined)
      throw new Error(
        `Another version of the code made turn ${opened.wanted}: this one can fork at the end of its batch, turn:${opened.turn}.`,
      );
    const folder = await ForkFolder.open(out, secretOf(parent), log());
    return completed(folder, parent, ask, async () => {
      const forking = new Forking(parent, history, state, opened);
      const copied = services === 'now' ? await orInterrupted(forking.copyServices(folder)) : undefined;
      const changes = changesOf(state, settings, commands);
      const ready = await orInterrupted(forking.write(folder.address, changes, { drive, settings }));
      return { ...ready, essence, forked: { ...ready.forked, ...(copied && { services: copied }) } };
    });
  });
}

/** What is not what was begun there stays as it was. */
async function goOn(parent: PastFolder, folder: ForkFolder, ask: Ask): Promise<Forked> {
  const { essence, options } = ask;
  const kept = await keptFork(folder.partial).catch(async (cause: unknown) => {
    await folder.leave();
    throw cause;
  });
  if (kept?.begun.essence !== essence)
    throw new Error(
      `--out ${options.out}: what was interrupted there was begun with other options, or by another version. Give those, or remove ${await folder.leave()}.`,
    );
  return completed(folder, parent, ask, async () => kept.begun);
}

/** Lets policies live in what was begun, and puts the folder into its place. Leaves nothing where it fails. */
async function completed(
  folder: ForkFolder,
  parent: PastFolder,
  { options, drive, settings, signal }: Ask,
  begin: () => Promise<BegunFork>,
): Promise<Forked> {
  try {
    const begun = await begin();
    const forked = await driven(folder, begun, { drive, signal, patience: options.patience });
    await folder.complete(noteOf({ id: folder.id, parent, batch: begun.batch, drive, settings, forked }));
    return forked;
  } catch (cause) {
    if (cause instanceof DriveInterrupted) {
      await folder.leave();
      throw new DriveInterrupted(`${cause.message}: --resume goes on from there (${options.out}).`);
    }
    await folder.discard();
    throw cause;
  }
}

interface HowDriven {
  readonly drive: Drive;
  readonly signal: AbortSignal;
  readonly patience: Patience | undefined;
}

async function driven(folder: ForkFolder, begun: BegunFork, { drive, ...how }: HowDriven): Promise<Forked> {
  if (drive.type !== 'policies') return begun.forked;
  const place = { address: folder.address, folder: folder.partial };
  const came = await liveInThread(place, begun, { drive, ...how });
  return { ...begun.forked, turn: came.turn, stateHash: came.stateHash, driven: came };
}

/** The city that is forked is only read, its folder among it. */
function assertOutside(out: string, { config: { DATA_DIR } }: PastFolder): void {
  const inside = relative(resolve(DATA_DIR), resolve(out));
  if (inside.split(sep)[0] !== '..' && !isAbsolute(inside))
    throw new Error(`--out ${out} lies in the data folder of the city, which is only read. Name another folder.`);
}

function changesOf(
  { counters }: CityState,
  settings: Readonly<Record<string, number>>,
  commands: readonly UnnumberedCommand[],
): readonly UnnumberedCommand[] {
  if (Object.keys(settings).length === 0) return commands;
  return [{ type: 'settings.changed', settings: { ...counters.settings, ...settings } }, ...commands];
}
