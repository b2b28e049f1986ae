/**
 * `civitas turns`: what began each turn of a city, the oldest first; `why turn:N` explains one, and `fork --without` leaves out what came
 * from outside.
 */
import { addresseeOf } from '../engine/addressee.ts';
import type { JournalCommand } from '../engine/command.ts';
import { MomentFinder } from '../engine/commit/moments.ts';
import { isoTime } from '../engine/turn/seal.ts';
import { journaledCommands } from '../research/past/journaled-commands.ts';
import { isFromOutside } from '../research/past/recorded-drive.ts';
import { commandText } from '../research/past/why-text.ts';
import { momentOf, withHistory, withPastFolder } from './past-folder.ts';
import { printable } from './printable.ts';

export interface TurnsOptions {
  readonly data?: string;
  /** The moments of the first and of the last turn that are told; unset: all that are kept. */
  readonly from?: string;
  readonly to?: string;
  /** Only turns that this actor sent or was sent something in: `resident:vera-7`, or its name alone. */
  readonly of?: string;
  /** Only what came from outside. */
  readonly outside?: boolean;
  readonly format: string;
}

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Says a line for each turn, as it is read, and no more once nobody reads it. Throws an error of one sentence for whatever cannot be told.
 */
export async function turns(
  env: Env,
  { data, from, to, of, outside = false, format }: TurnsOptions,
  say: (line: string) => void,
  isRead: () => boolean = () => true,
): Promise<void> {
  if (format !== 'text' && format !== 'json') throw new Error(`--format ${format}: there are text and json.`);
  const now = new Date();
  const first = from === undefined ? undefined : momentOf('--from', from, now);
  const last = to === undefined ? undefined : momentOf('--to', to, now);
  const lineOf = format === 'text' ? textLine : jsonLine;
  await withPastFolder(env, data, (folder) =>
    withHistory(folder, async (history) => {
      const finder = await MomentFinder.of(history);
      const begin = first && (await finder.find(first));
      const end = last && (await finder.find(last));
      if (begin !== undefined && end !== undefined && begin.turn > end.turn)
        throw new Error(`--from ${from} is after --to ${to}: turn ${begin.turn} is after turn ${end.turn}.`);
      const isWithin = ({ turn }: JournalCommand) =>
        turn >= (begin?.turn ?? 0) && turn <= (end?.turn ?? finder.newestTurn);
      for await (const command of journaledCommands(history, begin?.head.batch, end?.head.batch)) {
        if (!isRead()) break;
        if (isWithin(command) && (!outside || isFromOutside(command)) && (of === undefined || isOf(command, of)))
          say(lineOf(command));
      }
    }),
  );
}

function isOf(command: JournalCommand, of: string): boolean {
  const { caller, to } = addresseeOf(command);
  return [caller, to].some((id) => id === of || id?.endsWith(`:${of}`));
}

const textLine = (command: JournalCommand): string =>
  printable(`turn ${command.turn}  ${isoTime(command.at)}  ${commandText(command)}`);

function jsonLine(command: JournalCommand): string {
  const { command: type, ...addressee } = addresseeOf(command);
  const { turn, at } = command;
  return printable(JSON.stringify({ turn, at: isoTime(at), type, ...addressee, outside: isFromOutside(command) }));
}
