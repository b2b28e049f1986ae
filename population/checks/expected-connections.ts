/**
 * Connections as they follow from acknowledged requests and from events: which are open, which may close, whose fee was refunded.
 * `expected-buildings.ts` keeps them; here is what changes them.
 */
import type { CityEvent } from '../../client/events.ts';
import { textOf } from '../../client/wire.ts';
import type { ExpectedBuildings, ExpectedConnection } from './expected-buildings.ts';
import { type ExpectedEvents, eventKey } from './expected-events.ts';

type ConnectionEnds = Pick<ExpectedConnection, 'requester' | 'from' | 'to'>;

/** A requester, to whom fees are refunded. */
interface Payer {
  charged: number;
}

export class ExpectedConnections {
  readonly #buildings: ExpectedBuildings;
  readonly #events: ExpectedEvents;
  readonly #payer: (id: string) => Payer | undefined;
  /** Events of requests that were heard before the requester had its answer. */
  readonly #early = new Map<string, CityEvent[]>();
  /** Connections that opened, by request. No answer names a connection that funding bought. */
  readonly #opened = new Map<string, ConnectionEnds>();

  constructor(buildings: ExpectedBuildings, events: ExpectedEvents, payer: (id: string) => Payer | undefined) {
    this.#buildings = buildings;
    this.#events = events;
    this.#payer = payer;
  }

  /** `listener` hears an event of a connection. */
  hear(listener: string, event: CityEvent): void {
    this.#follow(listener, event);
    if (event.type !== 'connection.opened') return;
    const { request_id, from, to } = event.data;
    this.#opened.set(textOf(request_id), { requester: event.actor, from: textOf(from), to: textOf(to) });
  }

  /** The connection may close without an act, since an end of it has ended. */
  allowClosing(link: ExpectedConnection): void {
    const hearers = [...this.#buildings.hearersOf(link), ...this.#buildings.connectionBuyersOf(link.to)];
    this.#events.mayBeHeard(eventKey('connection.closed', link.requestId), hearers);
  }

  /** The place has ended, and so has every connection that opened there. */
  allowClosingsAt(place: string): void {
    for (const [request, ends] of this.#opened) {
      if (ends.from !== place && ends.to !== place) continue;
      const hearers = [...this.#buildings.hearersOf(ends), ...this.#buildings.connectionBuyersOf(ends.to)];
      this.#events.mayBeHeard(eventKey('connection.closed', request), hearers);
    }
  }

  /** Adds an acknowledged request, with the events that were heard of it meanwhile. */
  addRequest(link: ExpectedConnection): void {
    this.#buildings.addConnection(link);
    for (const event of this.#early.get(link.requestId) ?? []) this.#follow(link.requester, event);
    this.#early.delete(link.requestId);
  }

  /** Notes that the connection is open, or reserved for a workshop. */
  noteOpen(link: ExpectedConnection): void {
    if (link.state === 'pending') link.state = 'open';
    this.#buildings.noteConnectionChanged(link);
  }

  noteClosed(link: ExpectedConnection): void {
    link.state = 'over';
    this.#buildings.noteConnectionChanged(link);
  }

  /** The requester's events decide, since its stream is in order. */
  #follow(listener: string, event: CityEvent): void {
    const id = textOf(event.data.request_id);
    const link = this.#buildings.connectionOfRequest(id);
    if (link === undefined) {
      if (event.type !== 'connection.requested') this.#early.set(id, [...(this.#early.get(id) ?? []), event]);
      return;
    }
    if (listener !== link.requester) return;
    if (event.type === 'connection.approved') this.noteOpen(link);
    const isRefused = event.type === 'connection.rejected' || event.type === 'connection.expired';
    if (isRefused && link.state === 'pending') this.noteFeeRefunded(link);
    if (isRefused || event.type === 'connection.closed') this.noteClosed(link);
  }

  /** The fee was refunded. */
  noteFeeRefunded(link: ExpectedConnection): void {
    const requester = this.#payer(link.requester);
    if (requester !== undefined) requester.charged -= link.fee;
    this.noteClosed(link);
  }
}
