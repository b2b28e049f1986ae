/** Nothing of the city's outlives its place (X3): containers whose place has ended are removed at the start and regularly. */
import type { Log } from '../engine/ports.ts';

/** Milliseconds between two sweeps. */
const sweepMs = 60_000;

/** A port that has containers, and removes those that are not needed any more. */
interface Swept<Lives> {
  reconcile(lives: Lives): Promise<void>;
}

/** Sweeps now and every minute. The result: a function that ends that. */
export function sweepRegularly<Lives>(swept: Swept<Lives>, lives: Lives, log: Log): () => void {
  const sweep = () =>
    void swept
      .reconcile(lives)
      .catch((cause: unknown) => log.warn({ cause: String(cause) }, 'the sandbox was not swept'));
  sweep();
  const timer = setInterval(sweep, sweepMs);
  return () => clearInterval(timer);
}
