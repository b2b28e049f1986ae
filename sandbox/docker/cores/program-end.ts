/**
 * How the program of a core container has ended (CK3).
 *
 * CK3  Ended for want of memory, or with a code that is neither 0, 137 nor 143: it has crashed. With 0: it has finished. Else
 *      somebody ended it, and it is started again. Docker says 255 of what was lost with the engine or the machine, and
 *      a program may say so too: only what was seen to end counts then.
 */
import type { CoreEnd } from '../../core-containers.ts';

export type End = CoreEnd | { readonly how: 'interrupted' };

/** What Docker says of a container that does not run. */
export interface State {
  readonly ExitCode: number;
  readonly OOMKilled: boolean;
}

/** What Docker's events have said of a container since it was started. */
export interface Heard {
  /** An event said that it has ended. */
  readonly hasDied: boolean;
  /** Somebody has ended it by a signal. */
  readonly wasKilled: boolean;
  /** The kernel has killed a process in it for want of memory. */
  readonly ranOut: boolean;
}

export const nothingHeard: Heard = { hasDied: false, wasKilled: false, ranOut: false };

/** Exit codes: 128 and the number of SIGKILL, of SIGTERM. */
const killed = 137;
const terminated = 143;
const lost = 255;

export function endOf({ ExitCode: code, OOMKilled }: State, { hasDied, wasKilled, ranOut }: Heard): End {
  if (code === 0) return { how: 'finished', reason: 'ended with code 0' };
  if (code === killed && (OOMKilled || ranOut) && !wasKilled) return { how: 'crashed', reason: 'ran out of memory' };
  if (code === killed || code === terminated || (code === lost && !hasDied)) return { how: 'interrupted' };
  return { how: 'crashed', reason: `ended with code ${code}` };
}
