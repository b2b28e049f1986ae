/**
 * Prints at a portal as they follow from acknowledged acts and from what is heard: who has paid for which, and how each ended.
 *
 * PP1  A print ends once; a fee that is told to come back comes back, and no other.
 */
import { type CityEvent, textOf } from '../../client/wire.ts';
import { type ExpectedEvents, eventKey } from './expected-events.ts';
import type { Findings } from './findings.ts';

interface ExpectedPrint {
  readonly by: string;
  /** Millicredits. */
  readonly fee: number;
}

/** Whose charges follow how prints end. */
interface Payer {
  charged: number;
}

export class ExpectedPrints {
  readonly #prints = new Map<string, ExpectedPrint>();
  /** How those ended of which their payer has heard that. */
  readonly #ends = new Map<string, string>();
  readonly #findings: Findings;
  readonly #events: ExpectedEvents;
  readonly #payer: (resident: string) => Payer | undefined;

  constructor(findings: Findings, events: ExpectedEvents, payer: (resident: string) => Payer | undefined) {
    this.#findings = findings;
    this.#events = events;
    this.#payer = payer;
  }

  /** How many were acknowledged. */
  get count(): number {
    return this.#prints.size;
  }

  /** A resident's print was acknowledged; how it ended may have been heard before. */
  add(id: string, print: ExpectedPrint): void {
    this.#prints.set(id, print);
    this.#events.mustBeHeard(eventKey('print.queued', id), [print.by]);
    // Its station may be late, or its answer lost.
    this.#events.mayBeHeard(eventKey('portal.printed', id), [print.by]);
    this.#settle(id);
  }

  /** Its station has said what came of it: whoever pays hears so. */
  answered(id: string, by: string): void {
    if (this.#payer(by) !== undefined) this.#events.mustBeHeard(eventKey('portal.printed', id), [by]);
  }

  hear(listener: string, { type, subject, data }: CityEvent): void {
    if (type !== 'portal.printed' || data['by'] !== listener) return;
    if (this.#ends.has(subject)) this.#findings.add('doubled', () => `${listener} heard twice how ${subject} ended`);
    this.#ends.set(subject, textOf(data['status']));
    this.#settle(subject);
  }

  /** Of one that has failed the fee is back. */
  #settle(id: string): void {
    const print = this.#prints.get(id);
    if (print === undefined || this.#ends.get(id) !== 'failed') return;
    const payer = this.#payer(print.by);
    if (payer !== undefined) payer.charged -= print.fee;
  }
}
