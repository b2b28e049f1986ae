/** Ctrl-C and SIGTERM while a command works: it gives up, and whoever has opened something closes it. */

const signals = ['SIGINT', 'SIGTERM'] as const;

/** A command was interrupted, with everything closed that it had opened. */
export class Interruption extends Error {
  override readonly name = 'Interruption';
}

/** What comes of the work, unless an interruption comes first: then it throws `Interruption`, and what comes of the work is forgotten. */
export type OrInterrupted = <T>(work: Promise<T>) => Promise<T>;

/**
 * Calls `work` with what gives up waiting when an interruption comes, also one that came before it was asked, and with a signal that is
 * aborted then, for work that ends by itself.
 */
export async function interruptibly<T>(
  work: (orInterrupted: OrInterrupted, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  let interrupt = () => {};
  const interrupted = new Promise<never>((_, reject) => {
    interrupt = () => {
      controller.abort();
      reject(new Interruption('Interrupted: nothing was changed.'));
    };
  });
  // It may come while nobody waits.
  interrupted.catch(() => undefined);
  for (const signal of signals) process.on(signal, interrupt);
  try {
    return await work((given) => Promise.race([given, interrupted]), controller.signal);
  } finally {
    for (const signal of signals) process.off(signal, interrupt);
  }
}
