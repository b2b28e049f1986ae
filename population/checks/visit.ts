/**
 * A visit is the time of a listener at one scope, with what it heard: at a place from its own arrival to its next arrival, or, for
 * whispers and letters, its whole life. It is judged once every message that was begun before its end has an answer:
 *
 * PR1  Every acknowledged message of the scope with `from < seq < to` was heard. Numbers tell of holes in the middle, the acknowledged
 *   `seq` of holes at both ends.
 * PR2  Nothing was heard twice, and nothing after a later number of the same channel.
 */
import type { Channel } from './channel.ts';
import type { ChannelRegistry } from './channel-registry.ts';
import type { Findings } from './findings.ts';

interface Span {
  readonly first: number;
  last: number;
}

interface Hole {
  readonly channel: Channel;
  readonly low: number;
  readonly high: number;
}

export class Visit {
  readonly listener: string;
  readonly scope: string;
  readonly from: number;
  /** Exclusive; Infinity while it lasts. */
  to = Number.POSITIVE_INFINITY;
  /** Messages begun before the end of this visit had at most this ticket. */
  ticket = Number.POSITIVE_INFINITY;
  readonly #spans = new Map<Channel, Span>();
  readonly #holes: Hole[] = [];
  readonly #findings: Findings;

  constructor(listener: string, scope: string, from: number, findings: Findings) {
    this.listener = listener;
    this.scope = scope;
    this.from = from;
    this.#findings = findings;
  }

  hear(channel: Channel, number: number): void {
    const span = this.#spans.get(channel);
    if (span === undefined) {
      this.#spans.set(channel, { first: number, last: number });
      return;
    }
    if (number > span.last) {
      if (number > span.last + 1) this.#holes.push({ channel, low: span.last + 1, high: number - 1 });
      span.last = number;
      return;
    }
    const hole = this.#holes.some((each) => each.channel === channel && number >= each.low && number <= each.high);
    const kind = hole || number < span.first ? 'out_of_order' : 'doubled';
    this.#findings.add(kind, () => `${this.listener} heard ${channel.name(number)} after ${span.last}`);
  }

  /** The result: how many acknowledged messages had to be heard in this visit (PR1). */
  judge(channels: ChannelRegistry): number {
    let expected = 0;
    for (const channel of channels.heardBy(this.scope)) {
      const range = channel.rangeOf(this.from, this.to);
      if (range === null) continue;
      expected += channel.count(range.low, range.high).count;
      const span = this.#spans.get(channel);
      if (span === undefined) this.#miss(channel, range.low, range.high);
      else {
        this.#miss(channel, range.low, Math.min(range.high, span.first - 1));
        this.#miss(channel, Math.max(range.low, span.last + 1), range.high);
      }
    }
    for (const hole of this.#holes) this.#miss(hole.channel, hole.low, hole.high);
    return expected;
  }

  #miss(channel: Channel, low: number, high: number): void {
    if (low > high) return;
    const { count, first } = channel.count(low, high);
    if (count === 0) return;
    const where = `between seq ${this.from} and ${this.to}`;
    this.#findings.add(
      'missing',
      () => `${this.listener}, there ${where}, did not get ${channel.name(first)} (${count} in a row)`,
      count,
    );
  }
}
