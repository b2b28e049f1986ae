/**
 * The city before it is open: gateways may listen already, and all their requests are answered `busy` until recovery has ended and the
 * real city takes over (OP5).
 */

import type { Awaitable } from './awaitable.ts';
import type { City, CityControl, FeedItem, Health, Released } from './city-interface.ts';
import type { Caller, Command, IdempotencyKey, Lapsed, Outcome, Viewed, ViewRequest } from './command.ts';
import type { ActorId } from './ids.ts';
import { Later } from './later.ts';
import { type Between, JournalUnavailable, type LookBack, type Missed } from './ports.ts';
import { refused } from './refusal.ts';

const notYet = refused('busy', { retry_after_seconds: 1 });

export class OpeningCity implements City, CityControl {
  readonly #city = new Later<City & CityControl>('the city');
  #paused = false;
  readonly #listeners = new Set<(items: readonly FeedItem[]) => void>();

  /** From now on the city answers. */
  open(city: City & CityControl): void {
    this.#city.set(city);
    if (this.#paused) city.pause();
    city.subscribe((items) => {
      for (const listener of this.#listeners) listener(items);
    });
  }

  submit<Value>(command: Command<Value>, lapsed?: Lapsed): Promise<Outcome<Value>> {
    return this.#city.ifThere?.submit(command, lapsed) ?? Promise.resolve(notYet);
  }

  known(caller: Caller, key: IdempotencyKey): Promise<Outcome | undefined> {
    return this.#city.ifThere?.known(caller, key) ?? Promise.resolve(notYet);
  }

  completeAnswer(caller: Caller, key: IdempotencyKey, json: string): Promise<void> {
    return this.#city.ifThere?.completeAnswer(caller, key, json) ?? Promise.resolve();
  }

  view<Value>(request: ViewRequest<Value>): Awaitable<Viewed<Value>> {
    return this.#city.ifThere?.view(request) ?? notYet;
  }

  subscribe(listener: (items: readonly FeedItem[]) => void): () => void {
    const city = this.#city.ifThere;
    if (city !== undefined) listener([{ type: 'opened', seq: city.health.seq }]);
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  missed(actor: ActorId | null, back: LookBack): Promise<Missed> {
    return this.#city.ifThere?.missed(actor, back) ?? Promise.resolve({ events: [], through: back.until, gap: null });
  }

  letters(actor: ActorId, before: number, limit: number): ReturnType<City['letters']> {
    return this.#city.ifThere?.letters(actor, before, limit) ?? Promise.resolve([]);
  }

  said(topic: string, between: Between, limit: number): ReturnType<City['said']> {
    return this.#city.ifThere?.said(topic, between, limit) ?? Promise.resolve([]);
  }

  tick(): ReturnType<CityControl['tick']> {
    return this.#city.ifThere?.tick() ?? Promise.resolve('busy');
  }

  /** A pause that comes before the city is open holds from its opening on. */
  pause(): void {
    this.#paused = true;
    this.#city.ifThere?.pause();
  }

  resume(): void {
    this.#paused = false;
    this.#city.ifThere?.resume();
  }

  get paused(): boolean {
    return this.#city.ifThere?.paused ?? this.#paused;
  }

  checkpoint(): ReturnType<CityControl['checkpoint']> {
    return this.#city.ifThere?.checkpoint() ?? Promise.reject(new JournalUnavailable('the city is still opening'));
  }

  release(actor: ActorId): Promise<Outcome<Released>> {
    return this.#city.ifThere?.release(actor) ?? Promise.resolve(notYet);
  }

  get health(): Health {
    const closed = { ready: false, tick: 0, turn: 0, committedTurn: 0, seq: 0, actors: 0, oldestUncommittedMs: 0 };
    return this.#city.ifThere?.health ?? { ...closed, oldestWaitingMs: {}, quarantined: [] };
  }
}
