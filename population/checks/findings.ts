/** What the checks found wrong: every kind is counted, the first few of each are kept with their details. */

import type { ClientFinding } from '../../client/findings.ts';

export type FindingKind =
  | ClientFinding
  /** An acknowledged message that a listener who was there did not get. */
  | 'missing'
  /** The same message twice. */
  | 'doubled'
  /** Heard after a later one of the same speaker. */
  | 'out_of_order'
  /** Heard by someone who was not there, or to whom it was not addressed. */
  | 'overheard'
  /** Something behind an answer with `applied: false` happened. */
  | 'refused_but_happened'
  /** Something happened that nobody asked for. */
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
  /** Someone who must hear of an act did not. */
  | 'unheard'
  /** A service that counts its calls lost one, or counted one twice. */
  | 'miscounted'
  /** A charge, toll or fee that is not what was announced. */
  | 'overcharged'
  /** Someone was let in who must not enter, or kept out who may. */
  | 'wrongly_admitted'
  /** A request that must be refused was not, or for another reason. */
  | 'not_refused'
  /** Sound code that did not do what it says. */
  | 'code_differs'
  /** It came only after a resume, although the connection had been up. */
  | 'late'
  /** The same Idempotency-Key gave another answer. */
  | 'repeat_differs'
  /** The city could not be reached for the last checks, so nothing is proved. */
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
