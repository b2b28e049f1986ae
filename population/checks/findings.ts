/** The findings of the checks: every kind is counted, the first few of each are kept with their details. */

import type { ClientFinding } from '../../client/findings.ts';

export type FindingKind =
  | ClientFinding
  /** An acknowledged message that a listener who was there did not get. */
  | 'missing'
  /** The same message twice. */
  | 'doubled'
  /** Heard after a later one of the same speaker. */
  | 'out_of_order'
  /** Heard by a resident that was not there, or to whom it was not addressed. */
  | 'overheard'
  /** An effect of a request that was answered `applied: false`. */
  | 'refused_but_happened'
  /** An effect without a request. */
  | 'unasked'
  /** The answer's `seq`, place or shape does not fit the event or the request. */
  | 'answer_differs'
  /** An acknowledged payment that payer or payee never heard of. */
  | 'lost_payment'
  /** An acknowledged letter that is not listed exactly once. */
  | 'lost_letter'
  /** A balance that does not follow from what was acknowledged. */
  | 'balance'
  /** An acknowledged move whose arrival the mover never heard of. */
  | 'lost_move'
  /** A resident that must hear of an act did not. */
  | 'unheard'
  /** A service that counts its calls lost one, or counted one twice. */
  | 'miscounted'
  /** A charge, toll or fee that is not what was announced. */
  | 'overcharged'
  /** Someone was let in who must not enter, or kept out who may. */
  | 'wrongly_admitted'
  /** A request that must be refused was not, or for another reason. */
  | 'not_refused'
  /** Sound code behaved otherwise than it is written. */
  | 'code_differs'
  /** Heard only after a resume, although the connection had been up. */
  | 'late'
  /** The same Idempotency-Key gave another answer. */
  | 'repeat_differs'
  /** The city could not be reached for the final checks, so nothing is proved. */
  | 'unreachable';

const examplesMax = 10;

export class Findings {
  readonly counts = new Map<FindingKind, number>();
  readonly examples: string[] = [];

  /** `detail` is a function because most runs find nothing and some would find millions. */
  add(kind: FindingKind, detail: () => string, times = 1): void {
    const before = this.counts.get(kind) ?? 0;
    this.counts.set(kind, before + times);
    if (before < examplesMax) this.examples.push(`${kind}: ${detail()}`);
  }

  get total(): number {
    let sum = 0;
    for (const count of this.counts.values()) sum += count;
    return sum;
  }
}
