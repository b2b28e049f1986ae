/** Nothing of ours outlives its place (X3): containers whose place has ended are looked for at the start and regularly. */
import type { Log } from '../engine/ports.ts';
import type { Sandbox } from './interface.ts';

/** Milliseconds between two looks. */
const sweepMs = 60_000;

/** Sweeps now and every minute; the result ends it. */
export function sweepRegularly(sandbox: Sandbox, lives: (place: string) => boolean, log: Log): () => void {
  const sweep = () =>
    void sandbox
      .reconcile(lives)
      .catch((cause: unknown) => log.warn({ cause: String(cause) }, 'the sandbox was not swept'));
  sweep();
  const timer = setInterval(sweep, sweepMs);
  return () => clearInterval(timer);
}
