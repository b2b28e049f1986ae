/** Waiting for a condition of which no event comes: it is checked again and again until it holds. */
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds after which a test gives up, on any machine. */
const giveUpMs = 290_000;
const pollMs = 5;

/** Resolves when the clock shows another millisecond: what happens now is later than what has happened, to who looks at the time. */
export async function nextMs(): Promise<void> {
  const now = Date.now();
  await until('the clock goes on', () => Date.now() > now);
}

/** Resolves when `holds`, to the milliseconds that it took. Throws when it never does, and says what was waited for. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<number> {
  const begun = performance.now();
  while (!(await holds())) {
    if (performance.now() - begun > giveUpMs) throw new Error(`not within ${giveUpMs} ms: ${what}`);
    await pause(pollMs);
  }
  return Math.round(performance.now() - begun);
}
