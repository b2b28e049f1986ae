/**
 * What one resident hears, in the order of `seq`: keeps its visits by its own arrivals (the arrival at the next place ends the visit at the
 * last: departure and arrival are one turn), hands messages to visits and channels, payments to the payments book.
 */

import type { CityEvent } from '../../client/events.ts';
import { milli, textOf } from '../../client/wire.ts';
import type { ChannelRegistry } from './channel-registry.ts';
import type { ExpectedState } from './expected-state.ts';
import type { Findings } from './findings.ts';
import type { Payments } from './payments.ts';
import { Visit } from './visit.ts';

export interface SharedChecks {
  readonly expectedState: ExpectedState;
  readonly channels: ChannelRegistry;
  readonly payments: Payments;
  readonly findings: Findings;
}

export class Listener {
  readonly id: string;
  /** Its own arrivals that it heard of. */
  arrivals = 0;
  /** Ticks that it heard of. */
  ticks = 0;
  /** It heard that it is dying, or has died. */
  dying = false;
  died = false;
  /** The `seq` of the last event. */
  last: number;
  #visit: Visit;
  readonly #life: Visit;
  readonly #ended: Visit[] = [];
  readonly #common: SharedChecks;
  /** A pod of its own that may be the room in which it was. */
  #deployed: CityEvent | null = null;
  /** Events of a pod in which it is not: it may arrive there in the same turn, all of whose events it hears. */
  #early: CityEvent[] = [];
  #arrived: { readonly at: string; readonly resolve: () => void } | null = null;

  /** The resident is at `place`, and hears every event after `seq`. */
  constructor(id: string, place: string, seq: number, common: SharedChecks) {
    this.id = id;
    this.last = seq;
    this.#common = common;
    this.#visit = new Visit(id, place, seq, common.findings);
    this.#life = new Visit(id, id, seq, common.findings);
  }

  get place(): string {
    return this.#visit.scope;
  }

  /** Events come once each and in order: the stream ensures that. */
  hear(event: CityEvent): void {
    this.last = event.seq;
    this.#judgeEarly(event);
    if (event.type.startsWith('job.')) this.#judgeJob(event);
    if (event.type === 'portal.broadcast') this.#judgeBroadcast(event);
    this.#common.expectedState.hearEvent(this.id, event);
    this.#common.expectedState.births.hear(this.id, event, this.place);
    switch (event.type) {
      case 'message.broadcast':
      case 'message.shout':
      case 'message.whisper':
      case 'message.direct':
        this.#hearMessage(event);
        return;
      case 'resident.arrived':
        if (event.actor === this.id) this.#arrive(event);
        return;
      case 'credits.transferred':
        this.#common.payments.hear(this.id, event.seq, event.actor, event.subject, milli(event.data.amount));
        return;
      case 'resident.dying':
        if (event.subject === this.id) this.dying = true;
        return;
      case 'resident.died':
        if (event.actor === this.id || event.subject === this.id) this.died = true;
        return;
      case 'tick.completed':
        this.ticks++;
        return;
      case 'pod.deployed':
      case 'pod.orphaned':
      case 'pod.reconnected':
      case 'pod.shut_down':
        this.#hearPod(event);
        return;
      case 'room.removed':
        this.#hearRoomGone(event);
        return;
      default:
    }
  }

  /** Events of jobs are heard by those at the place, and by poster and claimer wherever they are. */
  #judgeJob(event: CityEvent): void {
    const { expectedState, findings } = this.#common;
    if (event.location === this.place || expectedState.jobs.concerns(this.id, event)) return;
    findings.add('overheard', () => `${this.id} at ${this.place} heard ${event.type} of ${event.location}`);
  }

  /** Words of a visitor are heard by those at the station's place. */
  #judgeBroadcast({ location, actor }: CityEvent): void {
    if (location === this.place) return;
    this.#common.findings.add('overheard', () => `${this.id} at ${this.place} heard ${actor} speak to ${location}`);
  }

  /** Resolves when the resident has heard of its own arrivals at `place` and nothing else has moved it since. */
  arrivedAt(place: string): Promise<void> {
    if (this.place === place) return Promise.resolve();
    return new Promise((resolve) => {
      this.#arrived = { at: place, resolve };
    });
  }

  /** Judges visits that have ended and whose messages are all answered. Returns `{visits, expected}`. */
  judge(): { visits: number; expected: number } {
    const { channels } = this.#common;
    const oldest = channels.oldestUnderWay;
    const sum = { visits: 0, expected: 0 };
    for (let visit = this.#ended[0]; visit !== undefined && visit.ticket < oldest; visit = this.#ended[0]) {
      this.#ended.shift();
      sum.visits++;
      sum.expected += visit.judge(channels);
    }
    return sum;
  }

  /** The final check: everything up to the last event is judged, with whispers and letters. */
  close(): { visits: number; expected: number } {
    const until = this.last + 1;
    this.#judgeEarly();
    this.#end(this.#visit, until);
    this.#end(this.#life, until);
    return this.judge();
  }

  /**
   * Events of a pod are heard by those inside, and by its owner wherever it is. A resident in a room that became a pod is in it now,
   * without having moved.
   */
  #hearPod(event: CityEvent): void {
    if (event.location === this.place) return;
    const isInHouse = event.type === 'pod.deployed' && this.place.startsWith(`city-housing/${event.actor}/`);
    if (event.actor === this.id) this.#deployed = isInHouse ? event : null;
    else if (isInHouse) this.#settle(event);
    else if (this.#common.expectedState.buildings.pod(event.location)?.owner !== this.id) this.#early.push(event);
  }

  /**
   * Early events that `next` does not show to belong to the turn of the arrival were not for this resident. An event does not name its
   * turn, so its time is compared: of two turns in one millisecond too little is found, never too much.
   */
  #judgeEarly(next?: CityEvent): void {
    if (this.#early.length === 0) return;
    const isSameTime = (event: CityEvent) => event.at === next?.at;
    const isArrival = next?.type === 'resident.arrived' && next.actor === this.id;
    const { findings } = this.#common;
    for (const { type, location } of this.#early.filter((event) => !isSameTime(event)))
      findings.add('overheard', () => `${this.id} at ${this.place} heard ${type} of ${location}`);
    this.#early = this.#early.filter((event) => isSameTime(event) && !(isArrival && event.location === next.location));
  }

  /** The owner hears of its new pod wherever it was; it is in the pod if the room in which it was is gone. */
  #hearRoomGone(event: CityEvent): void {
    if (this.#deployed !== null && event.subject === this.place) this.#settle(this.#deployed);
    this.#deployed = null;
  }

  #arrive(event: CityEvent): void {
    this.arrivals++;
    this.#settle(event);
  }

  #settle(event: CityEvent): void {
    this.#end(this.#visit, event.seq);
    this.#visit = new Visit(this.id, event.location, event.seq, this.#common.findings);
    if (this.#arrived?.at === event.location) {
      this.#arrived.resolve();
      this.#arrived = null;
    }
  }

  #end(visit: Visit, to: number): void {
    visit.to = to;
    visit.ticket = this.#common.channels.tickets;
    this.#ended.push(visit);
  }

  #hearMessage(event: CityEvent): void {
    const { channels, findings } = this.#common;
    const said = channels.read(textOf(event.data.message));
    if (said === null) return;
    const addressed = said.voice === 'whisper' || said.voice === 'letter';
    const channel = channels.channel(said.voice, event.actor, addressed ? event.subject : event.location);
    channel.hear(said.number, event.seq);
    if (addressed) {
      if (event.subject === this.id) this.#life.hear(channel, said.number);
      else if (event.actor !== this.id)
        findings.add('overheard', () => `${this.id} heard ${channel.name(said.number)}`);
      return;
    }
    // A shout carries through the visible exits of its place; which those were at that moment, answers do not show in time.
    if (event.location === this.place || said.voice === 'shout') this.#visit.hear(channel, said.number);
    else findings.add('overheard', () => `${this.id} at ${this.place} heard ${channel.name(said.number)}`);
  }
}
