/** Keeps the history of a running city as short as `KEEP_DAYS` and `KEEP_GIB` say: `civitas prune`, each hour. */
import { schedule } from 'node-cron';
import type { Config } from '../config/settings.ts';
import type { Log } from '../engine/ports.ts';
import { runInBackground } from './background-program.ts';
import type { Lifecycle } from './lifecycle.ts';

const hourly = '37 * * * *';

interface PruningOptions {
  /** A cron expression. */
  readonly when?: string;
  /** Resolves to a sentence that says what was removed. */
  readonly prune: (signal: AbortSignal) => Promise<string>;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

/** Begins. The result: a function that ends it; of a prune that is under way the slices that are done stay done. */
export function pruneRegularly({ when = hourly, prune, log }: PruningOptions): () => Promise<void> {
  const stopping = new AbortController();
  let pruning: Promise<void> | undefined;
  const task = schedule(when, () => {
    pruning ??= prune(stopping.signal)
      .then((said) => log.info({ said }, 'history beyond what is kept was pruned'))
      .catch((cause: unknown) => {
        if (!stopping.signal.aborted)
          log.warn({ cause: String(cause) }, 'pruning failed: history grows until it succeeds');
      })
      .finally(() => {
        pruning = undefined;
      });
  });
  return async () => {
    stopping.abort();
    await task.stop();
    await pruning;
  };
}

export async function startPruning(
  { KEEP_DAYS: days, KEEP_GIB: gib }: Pick<Config, 'KEEP_DAYS' | 'KEEP_GIB'>,
  log: Log,
  life: Lifecycle,
): Promise<void> {
  if (days === undefined && gib === undefined) return;
  const prune = (signal: AbortSignal) => runInBackground('prune', signal);
  await life.start(
    () => pruneRegularly({ prune, log }),
    (stop) => stop(),
  );
}
