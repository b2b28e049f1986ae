/**
 * The payments book: every acknowledged payment is in the payer's and the payee's event stream exactly once, under the `seq` of its
 * answer, and no payment is there that nobody made. An entry is removed once the answer and both events came, so the book is small.
 */
import type { Findings } from './findings.ts';

interface Payment {
  readonly from: string;
  readonly to: string;
  readonly amount: number;
}

interface Entry {
  readonly payment: Payment;
  acknowledged: boolean;
  payer: boolean;
  payee: boolean;
}

export class Payments {
  acknowledgedCount = 0;
  readonly #entries = new Map<number, Entry>();
  /** Payments whose outcome is not known. */
  readonly #unknown: Payment[] = [];
  /** Net of all payments in events, by resident, in millicredits. Payer and payee each count from their own stream. */
  readonly #net = new Map<string, number>();
  readonly #findings: Findings;

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  /** Answered 2xx. */
  acknowledge(seq: number, payment: Payment): void {
    this.acknowledgedCount++;
    const entry = this.#entry(seq, payment);
    if (entry.acknowledged) this.#findings.add('answer_differs', () => `two payments were answered with seq ${seq}`);
    entry.acknowledged = true;
    this.#drop(seq, entry);
  }

  /** Given up without an answer. */
  giveUp(payment: Payment): void {
    this.#unknown.push(payment);
  }

  /** `listener` hears of a payment; amounts in millicredits. */
  hear(listener: string, seq: number, from: string, to: string, amount: number): void {
    const entry = this.#entry(seq, { from, to, amount });
    if (listener === from) {
      entry.payer = true;
      this.#net.set(from, this.net(from) - amount);
    } else if (listener === to) {
      entry.payee = true;
      this.#net.set(to, this.net(to) + amount);
    } else this.#findings.add('overheard', () => `${listener} heard of a payment from ${from} to ${to} (seq ${seq})`);
    this.#drop(seq, entry);
  }

  /** What `resident` gained and lost by payments in its events. */
  net(resident: string): number {
    return this.#net.get(resident) ?? 0;
  }

  /** The final check. `heardAll`: residents whose stream is complete. */
  close(heardAll: ReadonlySet<string>): void {
    for (const [seq, entry] of this.#entries) {
      const { from, to, amount } = entry.payment;
      const name = `${amount / 1000} from ${from} to ${to}, seq ${seq}`;
      if (!entry.acknowledged) {
        if (heardAll.has(from) && !this.#takeUnknown(entry.payment))
          this.#findings.add('unasked', () => `payment of ${name}`);
        continue;
      }
      if (!entry.payee && heardAll.has(to))
        this.#findings.add('lost_payment', () => `the payee never heard of ${name}`);
      if (!entry.payer && heardAll.has(from))
        this.#findings.add('lost_payment', () => `the payer never heard of ${name}`);
    }
  }

  #entry(seq: number, payment: Payment): Entry {
    const known = this.#entries.get(seq);
    if (known !== undefined) {
      const same =
        known.payment.from === payment.from &&
        known.payment.to === payment.to &&
        known.payment.amount === payment.amount;
      if (!same) this.#findings.add('answer_differs', () => `seq ${seq} stands for two different payments`);
      return known;
    }
    const made: Entry = { payment, acknowledged: false, payer: false, payee: false };
    this.#entries.set(seq, made);
    return made;
  }

  #drop(seq: number, entry: Entry): void {
    if (entry.acknowledged && entry.payer && entry.payee) this.#entries.delete(seq);
  }

  #takeUnknown(payment: Payment): boolean {
    const at = this.#unknown.findIndex(
      (each) => each.from === payment.from && each.to === payment.to && each.amount === payment.amount,
    );
    if (at >= 0) this.#unknown.splice(at, 1);
    return at >= 0;
  }
}
