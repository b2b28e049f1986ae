/** `civitas fork`: a data folder with the city as it was at a moment, changed or not, that goes on from there. The city is only read. */
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { pino } from 'pino';
import type { UnnumberedCommand } from '../../engine/command.ts';
import type { CityState } from '../../engine/state/city-state.ts';
import { interruptibly } from '../interruption.ts';
import { momentOf, type PastFolder, secretOf, stateAt, withHistory, withOpenFolder } from '../past-folder.ts';
import type { Patience } from '../simulate/watched-thread.ts';
import { commandsIn, settingsOf } from './changes.ts';
import { type DriveOptions, driveOf } from './drive.ts';
import { ForkFolder } from './folder.ts';
import type { Forked } from './forked.ts';
import { Forking } from './forking.ts';
import { noteOf } from './note.ts';

export interface ForkOptions extends DriveOptions {
  readonly data?: string;
  readonly at: string;
  readonly out: string;
  readonly set: readonly string[];
  /** A file of commands. */
  readonly command?: string;
  /** `none`, or `now`: what global services keep is copied. */
  readonly services?: string;
  /** With policies that do not answer. */
  readonly patience?: Patience;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Throws an error of one sentence, with nothing changed, for whatever cannot be done. */
export async function fork(env: Env, options: ForkOptions): Promise<Forked> {
  const { data, at, out } = options;
  const moment = momentOf('--at', at, new Date());
  const drive = await driveOf(options);
  const { services = 'none' } = options;
  if (services !== 'none' && services !== 'now') throw new Error(`--services ${services}: there are none and now.`);
  const settings = settingsOf(options.set);
  const commands = options.command === undefined ? [] : await commandsIn(options.command);
  if (out === '') throw new Error('--out is empty: name a folder.');
  return interruptibly((orInterrupted) =>
    withOpenFolder(env, data, (parent) =>
      withHistory(parent, async (history) => {
        assertOutside(out, parent);
        const { state, opened } = await orInterrupted(stateAt(parent, history, moment));
        if (opened.wanted !== undefined)
          throw new Error(
            `Another version of the code made turn ${opened.wanted}: this one can fork at the end of its batch, turn:${opened.turn}.`,
          );
        const folder = await ForkFolder.open(out, secretOf(parent), pino({ level: 'warn', base: null }));
        const how = { drive, settings, ...(options.patience && { patience: options.patience }) };
        try {
          const forking = new Forking(parent, history, state, opened);
          const copied = services === 'now' ? await orInterrupted(forking.copyServices(folder)) : undefined;
          const run = await orInterrupted(forking.run(folder.address, changesOf(state, settings, commands), how));
          const forked = { ...run, ...(copied && { services: copied }) };
          await folder.complete(noteOf({ id: folder.id, parent, batch: opened.batch, drive, settings, forked }));
          return forked;
        } catch (cause) {
          await folder.discard();
          throw cause;
        }
      }),
    ),
  );
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
