/** Nothing of ours outlives its place (X3): containers whose place has ended are looked for at the start and regularly. */
import type { Log } from '../engine/ports.ts';

/** Milliseconds between two looks. */
const sweepMs = 60_000;

/** What has containers, and asks of each whether it is to stay. */
interface Swept<Lives> {
  reconcile(lives: Lives): Promise<void>;
}

/** Sweeps now and every minute; the result ends it. */
export function sweepRegularly<Lives>(swept: Swept<Lives>, lives: Lives, log: Log): () => void {
  const sweep = () =>
    void swept
      .reconcile(lives)
      .catch((cause: unknown) => log.warn({ cause: String(cause) }, 'the sandbox was not swept'));
  sweep();
  const timer = setInterval(sweep, sweepMs);
  return () => clearInterval(timer);
}
