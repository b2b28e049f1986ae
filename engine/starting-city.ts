/**
 * The city before it is open: gateways may listen already, and everything they ask is answered `busy` until recovery has
 * ended and the real city takes over (OP5).
 */

import type { City, CityControl, FeedItem, Health } from './city-interface.ts';
import type { Caller, Command, IdempotencyKey, Lapsed, Outcome, Viewed, ViewRequest } from './command.ts';
import type { ActorId } from './ids.ts';
import { JournalUnavailable, type LookBack, type Missed } from './ports.ts';
import { refused } from './refusal.ts';

const notYet = refused('busy', { retry_after_seconds: 1 });

export class OpeningCity implements City, CityControl {
  #city: (City & CityControl) | undefined;
  #paused = false;
  readonly #listeners = new Set<(items: readonly FeedItem[]) => void>();

  /** From now on the real city answers. */
  open(city: City & CityControl): void {
    this.#city = city;
    if (this.#paused) city.pause();
    city.subscribe((items) => {
      for (const listener of this.#listeners) listener(items);
    });
  }

  submit(command: Command, lapsed?: Lapsed): Promise<Outcome> {
    return this.#city?.submit(command, lapsed) ?? Promise.resolve(notYet);
  }

  known(caller: Caller, key: IdempotencyKey): Promise<Outcome | undefined> {
    return this.#city?.known(caller, key) ?? Promise.resolve(notYet);
  }

  completeAnswer(caller: Caller, key: IdempotencyKey, json: string): Promise<void> {
    return this.#city?.completeAnswer(caller, key, json) ?? Promise.resolve();
  }

  view<Value>(request: ViewRequest<Value>): Promise<Viewed<Value>> {
    return this.#city?.view(request) ?? Promise.resolve(notYet);
  }

  subscribe(listener: (items: readonly FeedItem[]) => void): () => void {
    if (this.#city !== undefined) listener([{ type: 'opened', seq: this.#city.health.seq }]);
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  missed(actor: ActorId | null, back: LookBack): Promise<Missed> {
    return this.#city?.missed(actor, back) ?? Promise.resolve({ events: [], through: back.until, gap: null });
  }

  letters(actor: ActorId, before: number, limit: number): ReturnType<City['letters']> {
    return this.#city?.letters(actor, before, limit) ?? Promise.resolve([]);
  }

  tick(): ReturnType<CityControl['tick']> {
    return this.#city?.tick() ?? Promise.resolve('busy');
  }

  /** Said before the city is open, it holds from its opening on. */
  pause(): void {
    this.#paused = true;
    this.#city?.pause();
  }

  resume(): void {
    this.#paused = false;
    this.#city?.resume();
  }

  get paused(): boolean {
    return this.#city?.paused ?? this.#paused;
  }

  checkpoint(): ReturnType<CityControl['checkpoint']> {
    return this.#city?.checkpoint() ?? Promise.reject(new JournalUnavailable('the city is still opening'));
  }

  release(actor: ActorId): Promise<Outcome> {
    return this.#city?.release(actor) ?? Promise.resolve(notYet);
  }

  get health(): Health {
    const closed = { ready: false, tick: 0, turn: 0, committedTurn: 0, seq: 0, actors: 0, oldestUncommittedMs: 0 };
    return this.#city?.health ?? { ...closed, oldestWaitingMs: {}, quarantined: [] };
  }
}
