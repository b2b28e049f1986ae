/** The commands of the journal, in the order of their turns. */
import type { JournalCommand } from '../../engine/command.ts';
import type { History } from '../../engine/ports.ts';

/** Those of the batches from `from` to `to`, as far as they are kept; unset: from the first, to the last one that is there now. */
export async function* journaledCommands(history: History, from = 0, to = Infinity): AsyncIterable<JournalCommand> {
  const extent = await history.extent();
  if (extent === undefined) return;
  const [first, last] = [Math.max(extent.first, from), Math.min(extent.last, to)];
  for await (const { commands } of history.read(first - 1, last)) yield* commands;
}
