/** Outcomes of code that did not come to its end, made in one way by everyone who finds one out. */

import type { Outcome, Printed } from './interface.ts';
import { limits } from './limits.ts';

/** The code is to blame: `reason` says for what, in words for its author. */
export function failed(reason: string, printed: Printed = nothingPrinted()): Outcome {
  return { type: 'failed', reason: shortened(reason), ...printed };
}

/** The sandbox is to blame. */
export function lost(reason: string): Outcome {
  return { type: 'lost', reason: shortened(reason) };
}

/** Of code that did not begin, or whose output went down with it. */
export function nothingPrinted(durationMs = 0): Printed {
  return { stdout: '', stderr: '', truncated: false, durationMs };
}

/** By way of bytes: the cut may have halved a character. */
function shortened(reason: string): string {
  return Buffer.from(reason.slice(0, limits.reasonCharsMax)).toString();
}
