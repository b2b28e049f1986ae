/**
 * A City for tests of the gateways: answers with what the test puts in, keeps what it was asked, and lets the test speak
 * on its feed. It knows no rule.
 */

import { defaultFramework } from '../../actors/kinds/framework/built-in.ts';
import type { City, FeedItem } from '../../engine/city-interface.ts';
import {
  type Caller,
  type Command,
  type FeedEvent,
  type IdempotencyKey,
  jsonOf,
  type Outcome,
  type Viewed,
  type ViewRequest,
} from '../../engine/command.ts';
import { type ActorId, actorId } from '../../engine/ids.ts';
import { type Between, JournalUnavailable, type LookBack, type Missed } from '../../engine/ports.ts';
import { refused } from '../../gateways/refusals/gateway-refusals.ts';
import { tokenHash } from '../../gateways/route/auth.ts';

/** What the caller view shows of a resident; tests replace the object to change it. */
export interface FakeResident {
  readonly id: string;
  readonly status: 'alive' | 'dead';
  readonly location: string;
  readonly home: string;
  readonly at_home: boolean;
  /** Credits. */
  readonly balance: number;
  readonly died_at: string | null;
  readonly cause: string | null;
}

const [, soulSchema] = defaultFramework.contents;

/** What real actors leave among letters, each in its own way. */
const letterTypes: ReadonlySet<string> = new Set([
  'message.direct',
  'credits.received',
  'pod.inherited',
  'funding.asked',
]);

export class FakeCity implements City {
  /** What it answers is the test's, and not held to the schemas of routes (`test/hold-to-schemas.js`). */
  readonly isFake = true;
  readonly residents = new Map<string, FakeResident>();
  /** Token hash -> resident. */
  readonly tokens = new Map<string, string>();
  readonly topics = new Map<ActorId, string>();
  readonly commands: Command[] = [];
  readonly views: ViewRequest[] = [];
  /** All events, in order. */
  readonly events: FeedEvent[] = [];
  oldest = 1;
  /** Events that one look for missed ones looks at. */
  slice = 1_000;
  /** Every look for missed events. */
  readonly looks: LookBack[] = [];
  /** Ends the next commands; a function sees the command. */
  outcome: Outcome | ((command: Command) => Outcome | Promise<Outcome>) = applied({ done: true });
  /** Values of views other than token, caller and following. */
  readonly shown = new Map<string, Viewed>([
    ['soul_schema', { type: 'shown', value: { hash: defaultFramework.input.schema, text: soulSchema } }],
  ]);
  /** Awaited before a caller is shown. */
  beforeCaller: () => Promise<void> = () => Promise.resolve();
  /** Awaited before missed events are given. */
  beforeMissed: () => Promise<void> = () => Promise.resolve();
  readonly #listeners = new Set<(items: readonly FeedItem[]) => void>();

  /** Brings a resident in; returns its token. */
  live(id: string, more: Partial<FakeResident> = {}): string {
    const resident = {
      id,
      status: 'alive',
      location: 'city-commons',
      home: `city-housing/${id}`,
      at_home: false,
    } as const;
    this.residents.set(id, { ...resident, balance: 60, died_at: null, cause: null, ...more });
    const token = `res_${id}`;
    this.tokens.set(tokenHash(token), id);
    this.topics.set(actorId('resident', id), `at:${more.location ?? 'city-commons'}`);
    return token;
  }

  change(id: string, more: Partial<FakeResident>): void {
    const resident = this.residents.get(id);
    if (resident !== undefined) this.residents.set(id, { ...resident, ...more });
  }

  submit<Value>(command: Command<Value>): Promise<Outcome<Value>>;
  async submit(command: Command): Promise<Outcome> {
    this.commands.push(command);
    return typeof this.outcome === 'function' ? this.outcome(command) : this.outcome;
  }

  /** Answers of earlier requests, by key. */
  readonly kept = new Map<string, Outcome>();

  /** While it is false, views of callers and keys cannot be read. */
  isReadable = true;

  async known(_caller: Caller, key: IdempotencyKey): Promise<Outcome | undefined> {
    if (!this.isReadable) return refused('busy', { retry_after_seconds: 1 });
    return this.kept.get(key.key);
  }

  async completeAnswer(_caller: Caller, { key }: IdempotencyKey, json: string): Promise<void> {
    this.kept.set(key, { ...applied(JSON.parse(json)), repeated: true });
  }

  view<Value>(request: ViewRequest<Value>): Promise<Viewed<Value>>;
  async view(request: ViewRequest): Promise<Viewed> {
    this.views.push(request);
    const { view, args } = request;
    if (view === 'token') return shownOrUnknown(idOf(this.tokens.get(String(args['hash']))));
    if (view === 'caller' && !this.isReadable) throw new JournalUnavailable('away');
    if (view === 'caller') await this.beforeCaller();
    if (view === 'caller') return shownOrUnknown(this.residents.get(String(args['id'])));
    if (view === 'following') {
      const topic = this.topics.get(actorId('resident', String(args['id']))) ?? null;
      return { type: 'shown', value: { topic, seq: this.events.length } };
    }
    return this.shown.get(view) ?? refused('not_found');
  }

  subscribe(listener: (items: readonly FeedItem[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async missed(actor: ActorId | null, back: LookBack): Promise<Missed> {
    this.looks.push(back);
    await this.beforeMissed();
    const { after, until, limit, reach } = back;
    const from = Math.min(until, Math.max(after, this.oldest - 1, until - reach));
    const gap = from > after ? { from: after + 1, to: from } : null;
    const to = Math.min(until, from + this.slice);
    const heard = this.events.filter(({ seq, audience }) => seq > from && seq <= to && this.#hears(actor, audience));
    const events = heard.slice(0, limit);
    return { events, through: events.length === limit ? (events.at(-1)?.seq ?? to) : to, gap };
  }

  /** How many rows each look-up of letters was for. */
  readonly lookedUp: number[] = [];

  async letters(actor: ActorId, before: number, limit: number): Promise<readonly FeedEvent[]> {
    this.lookedUp.push(limit);
    const found = this.events.filter(
      ({ type, seq, audience }) => letterTypes.has(type) && seq < before && audience.includes(`to:${actor}`),
    );
    return found.reverse().slice(0, limit);
  }

  async said(topic: string, { after, before }: Between, limit: number): Promise<readonly FeedEvent[]> {
    const found = this.events.filter(({ seq, audience }) => seq > after && seq < before && audience[0] === topic);
    return found.reverse().slice(0, limit);
  }

  /** Tells one event; returns its seq. */
  tell(type: string, audience: readonly string[], more: object = {}): number {
    const event = this.record(type, audience, more);
    this.say([{ type: 'event', event }]);
    return event.seq;
  }

  /** Keeps an event without telling anyone. */
  record(type: string, audience: readonly string[], more: object = {}): FeedEvent {
    const seq = this.events.length + 1;
    const envelope = { v: 1, seq, type, at: '2030-01-01T00:00:00.000Z', tick: 1, category: 'emergent', ...more };
    const event = { seq, type, audience, json: JSON.stringify(envelope) };
    this.events.push(event);
    return event;
  }

  follow(id: string, topic: string | null): void {
    const actor = actorId('resident', id);
    if (topic === null) this.topics.delete(actor);
    else this.topics.set(actor, topic);
    this.say([{ type: 'following', actor, topic }]);
  }

  say(items: readonly FeedItem[]): void {
    for (const listener of this.#listeners) listener(items);
  }

  #hears(actor: ActorId | null, audience: readonly string[]): boolean {
    if (actor === null) return audience.includes('public');
    const topic = this.topics.get(actor);
    return audience.some((entry) => entry === 'all' || entry === `to:${actor}` || entry === topic);
  }
}

export function applied(value: object): Extract<Outcome, { type: 'applied' }> {
  return { type: 'applied', turn: 1, json: jsonOf(value), repeated: false };
}

function idOf(id: string | undefined): { id: string } | undefined {
  return id === undefined ? undefined : { id };
}

function shownOrUnknown(value: unknown): Viewed {
  return value === undefined ? refused('not_found') : { type: 'shown', value };
}
