/** The city as it was after a turn: it is looked at, and nothing can be done in it. `openPast` fills its state. */

import type { Awaitable } from './awaitable.ts';
import type { City, CityControl, FeedItem, Health } from './city-interface.ts';
import type { Outcome, Viewed, ViewRequest } from './command.ts';
import { ReadDeadlines } from './commit/read-deadlines.ts';
import type { ActorId } from './ids.ts';
import type { Between, Clock, Events, Log, LookBack, Missed } from './ports.ts';
import { type Refused, refused } from './refusal.ts';
import type { CityState } from './state/city-state.ts';
import { Viewer } from './views/viewer.ts';
import type { ViewTable } from './views/views.ts';

/** Milliseconds for a read of the database. */
const readMsMax = 10_000;

export interface PastCityOptions {
  readonly state: CityState;
  readonly views: ViewTable;
  /** Those up to the turn: it is not for the past to know what came after it. */
  readonly events: Events;
  readonly clock: Clock;
  readonly log: Log;
}

export class PastCity implements City, CityControl {
  readonly state: CityState;
  readonly paused = true;
  readonly #events: Events;
  readonly #reads: ReadDeadlines;
  readonly #viewer: Viewer;

  constructor({ state, views, events, clock, log }: PastCityOptions) {
    this.state = state;
    this.#events = events;
    this.#reads = new ReadDeadlines(clock, readMsMax);
    this.#viewer = new Viewer(state, views, events, log, this.#reads, clock);
    for (const index of state.indexes.values()) index.committed(state.counters.turn);
  }

  view<Value>(request: ViewRequest<Value>): Awaitable<Viewed<Value>> {
    const committedTurn = this.state.counters.turn;
    return this.#viewer.view(request, { committedTurn, durableInTime: () => Promise.resolve(true) });
  }

  submit(): Promise<Refused> {
    return Promise.resolve(this.refusal);
  }

  known(): Promise<Outcome | undefined> {
    return Promise.resolve(undefined);
  }

  completeAnswer(): Promise<void> {
    return Promise.resolve();
  }

  release(): Promise<Refused> {
    return Promise.resolve(this.refusal);
  }

  /** Why nothing is done. */
  get refusal(): Refused {
    const { tick, turn } = this.state.counters;
    return refused('past', { tick, turn });
  }

  /** Nothing follows. */
  subscribe(listener: (items: readonly FeedItem[]) => void): () => void {
    listener([{ type: 'opened', seq: this.state.counters.seq }]);
    return () => undefined;
  }

  missed(actor: ActorId | null, back: LookBack): Promise<Missed> {
    return this.#events.missed(actor, back);
  }

  letters(actor: ActorId, before: number, limit: number): ReturnType<City['letters']> {
    return this.#events.letters(actor, before, limit);
  }

  said(topic: string, between: Between, limit: number): ReturnType<City['said']> {
    return this.#events.said(topic, between, limit);
  }

  tick(): ReturnType<CityControl['tick']> {
    return Promise.resolve('busy');
  }

  pause(): void {}

  resume(): void {}

  checkpoint(): ReturnType<CityControl['checkpoint']> {
    return Promise.reject(new Error('nothing of the past is written'));
  }

  get health(): Health {
    const { counters, images, quarantined } = this.state;
    const { tick, turn, seq } = counters;
    const at = { tick, turn, committedTurn: turn, seq, actors: images.size };
    return { ready: true, ...at, oldestUncommittedMs: 0, oldestWaitingMs: {}, quarantined: [...quarantined] };
  }
}
