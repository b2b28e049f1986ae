/** Makes the outcomes of code that did not come to its end. */

import type { Outcome, Printed } from './interface.ts';
import { limits } from './limits.ts';

/** The code is to blame: `reason` says why, in words for its author. */
export function failed(reason: string, printed: Printed = nothingPrinted()): Outcome {
  return { type: 'failed', reason: shortened(reason), ...printed };
}

/** The sandbox is to blame. */
export function lost(reason: string): Outcome {
  return { type: 'lost', reason: shortened(reason) };
}

/** The output of code that did not begin, or whose output was lost with it. */
export function nothingPrinted(durationMs = 0): Printed {
  return { stdout: '', stderr: '', truncated: false, durationMs };
}

/** Cut by bytes, which may have halved a character. */
function shortened(reason: string): string {
  return Buffer.from(reason.slice(0, limits.reasonCharsMax)).toString();
}
