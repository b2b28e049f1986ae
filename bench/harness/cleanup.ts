/** Ends what a row has started with the row, and with the whole program when that is interrupted. */

type End = () => Promise<void>;

const pending = new Set<End>();

/** Remembers how to end something; returns how to end it now. It ends once, and whoever asks again waits for that. */
export function ends(undo: () => Promise<void> | void): End {
  let ending: Promise<void> | undefined;
  const run = async () => {
    try {
      await undo();
    } finally {
      pending.delete(end);
    }
  };
  const end = () => {
    ending ??= run();
    return ending;
  };
  pending.add(end);
  return end;
}

/** Ends everything that is left, newest first; what fails does not keep the rest from ending. */
export async function endAll(): Promise<void> {
  for (const end of [...pending].reverse())
    await end().catch((cause: unknown) => console.error(`something did not end: ${String(cause)}`));
}
