/**
 * Prints at a portal as they follow from acknowledged acts and from what is heard: who has paid for which, and how each ended.
 *
 * PP1  A print ends once; a fee is refunded when an event says so, and no other.
 */
import type { CityEvent } from '../../client/events.ts';
import { textOf } from '../../client/wire.ts';
import { type ExpectedEvents, eventKey } from './expected-events.ts';
import type { Findings } from './findings.ts';

interface ExpectedPrint {
  readonly by: string;
  /** Millicredits. */
  readonly fee: number;
}

/** A payer, whose charges follow from how its prints end. */
interface Payer {
  charged: number;
}

export class ExpectedPrints {
  readonly #prints = new Map<string, ExpectedPrint>();
  /** The ends of prints, as their payers heard. */
  readonly #ends = new Map<string, string>();
  readonly #findings: Findings;
  readonly #events: ExpectedEvents;
  readonly #payer: (resident: string) => Payer | undefined;

  constructor(findings: Findings, events: ExpectedEvents, payer: (resident: string) => Payer | undefined) {
    this.#findings = findings;
    this.#events = events;
    this.#payer = payer;
  }

  /** Acknowledged prints. */
  get count(): number {
    return this.#prints.size;
  }

  /** A print of a resident was acknowledged; its end may have been heard before. */
  add(id: string, print: ExpectedPrint): void {
    this.#prints.set(id, print);
    this.#events.mustBeHeard(eventKey('print.queued', id), [print.by]);
    // The station may be late, or its answer be lost.
    this.#events.mayBeHeard(eventKey('portal.printed', id), [print.by]);
    this.#settle(id);
  }

  /** The station reported the end: the payer hears of it. */
  answered(id: string, by: string): void {
    if (this.#payer(by) !== undefined) this.#events.mustBeHeard(eventKey('portal.printed', id), [by]);
  }

  hear(listener: string, { type, subject, data }: CityEvent): void {
    if (type !== 'portal.printed' || data.by !== listener) return;
    if (this.#ends.has(subject)) this.#findings.add('doubled', () => `${listener} heard twice how ${subject} ended`);
    this.#ends.set(subject, textOf(data.status));
    this.#settle(subject);
  }

  /** The fee of a print that failed is refunded. */
  #settle(id: string): void {
    const print = this.#prints.get(id);
    if (print === undefined || this.#ends.get(id) !== 'failed') return;
    const payer = this.#payer(print.by);
    if (payer !== undefined) payer.charged -= print.fee;
  }
}
