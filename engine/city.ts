/**
 * The city engine: admits commands, runs each as a turn, hands sealed turns to the committer, and answers once they are
 * durable. One turn at a time (T1): a turn runs to its end inside one call, so there is no lock and no queue.
 *
 * Owns: the order admit -> turn -> seal -> commit -> tell. Not: what a turn does (`turn.ts`), how a batch is written
 * (`committer.ts`), when ticks come (whoever calls `tick`).
 */

import type { ActorKind, Call, Settings } from './actor-kind.ts';
import { answeringOf, completed } from './answering.ts';
import { type Checkpointed, Checkpointer } from './checkpointer.ts';
import type { City, CityControl, FeedItem, Health } from './city-interface.ts';
import {
  type Caller,
  type Command,
  type Content,
  type IdempotencyKey,
  type JournalCommand,
  type Outcome,
  type Refused,
  refused,
  type Viewed,
  type ViewRequest,
} from './command.ts';
import { Committer } from './committer.ts';
import type { Draft } from './draft.ts';
import { Awaiting } from './effect-waiters.ts';
import { Feeds } from './feeds.ts';
import { Idempotency } from './idempotency.ts';
import { type ActorId, contentHash } from './ids.ts';
import { Performers } from './performers.ts';
import type {
  Batch,
  Checkpoints,
  Clock,
  Events,
  Journal,
  KeyRow,
  Keys,
  Log,
  LookBack,
  Missed,
  Performer,
} from './ports.ts';
import { assertStorable } from './prepare.ts';
import { Patience } from './read-deadlines.ts';
import { recover } from './recovery.ts';
import { type Sealed, seal } from './seal.ts';
import { CityState } from './state.ts';
import { Supervisor } from './supervisor.ts';
import { Ticks } from './ticks.ts';
import { ActorFailed, runTurn } from './turn.ts';
import { type Reply, Viewer } from './viewer.ts';
import type { View } from './views.ts';

export interface CityOptions {
  readonly kinds: readonly ActorKind[];
  readonly views: Readonly<Record<string, View>>;
  readonly performers: ReadonlyMap<string, Performer>;
  /** Actors that a new city starts with. */
  readonly genesis: readonly { readonly actor: ActorId; readonly input: Readonly<Record<string, unknown>> }[];
  readonly settings: Settings;
  readonly secret: string;
  readonly journal: Journal;
  readonly checkpoints: Checkpoints;
  readonly events: Events;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly log: Log;
  /** Longest stretch, in milliseconds, for which wake-ups keep waiting requests waiting (K3). */
  readonly tickSliceMs: number;
  /** Age of a batch, in milliseconds, from which callers are told `unknown` (J5). */
  readonly commitDeadlineMs: number;
  /** Turns sealed and not yet durable above which new commands are refused. */
  readonly backlogTurnsMax: number;
  readonly batchTurnsMax: number;
  readonly batchBytesMax: number;
  /** Images in one slice of a checkpoint. */
  readonly checkpointSlice: number;
  /** Called when the process cannot go on; the batch is evidence (J5). */
  readonly onFatal: (reason: 'fenced' | 'journal' | 'engine', evidence: Batch | JournalCommand, cause: unknown) => void;
  /** Called with each sealed turn; for tests and simulations. */
  readonly onSealed?: (sealed: Sealed, state: CityState) => void;
}

/** A turn of the city's own, before it has its number and time. */
type Unstamped = JournalCommand extends infer One ? (One extends unknown ? Omit<One, 'turn' | 'at'> : never) : never;

interface KeyedCaller {
  readonly caller: Caller;
  readonly key?: IdempotencyKey | undefined;
}

const emptyReply: Reply = { json: '{}' };

type Applied = Extract<Outcome, { type: 'applied' }> & Pick<Reply, 'whole'>;

/** A command's own answer: how it is made once the turn is sealed, and under which key it is kept. */
interface Answered {
  readonly answer: () => Reply;
  readonly caller: Caller;
  readonly key: IdempotencyKey | undefined;
}

/** Wake-ups that may be sealed ahead of the journal: encoding them all at once would keep requests waiting. */
const drainAheadTurns = 64;
/** How often, in milliseconds, callers of late batches are looked for. */
const lateCheckMs = 50;

export class CityEngine implements City, CityControl {
  readonly state: CityState;
  readonly #options: CityOptions;
  readonly #committer: Committer;
  readonly #feeds: Feeds;
  readonly #idempotency: Idempotency;
  readonly #performers: Performers;
  readonly #awaiting = new Awaiting();
  readonly #supervisor = new Supervisor();
  readonly #ticks: Ticks;
  readonly #viewer: Viewer;
  readonly #checkpointer: Checkpointer;
  readonly #patience: Patience;
  /** Calls of turns that are not durable yet. */
  readonly #asked: { readonly turn: number; readonly actor: ActorId; readonly call: Call }[] = [];
  /** Callers of late turns are told until the very end. */
  #ended = false;
  #lastAt = 0;
  #ready = false;
  #stopped = false;
  paused = false;

  private constructor(options: CityOptions, state: CityState, lastBatch: number, checkpointedTurn: number) {
    this.#options = options;
    this.state = state;
    this.#lastAt = state.counters.tickAt;
    const { clock, log } = options;
    this.#feeds = new Feeds(log);
    this.#patience = new Patience(clock, Math.max(lateCheckMs, options.commitDeadlineMs - lateCheckMs));
    this.#idempotency = new Idempotency(options.keys, clock, this.#patience);
    this.#viewer = new Viewer(state, options.views, options.events, log, this.#patience);
    this.#checkpointer = new Checkpointer(options.checkpoints, clock, options.checkpointSlice, checkpointedTurn);
    this.#performers = new Performers(
      options.performers,
      (actor, call, event, contents) => this.#performed(actor, call, event, contents),
      clock,
      log,
    );
    this.#committer = new Committer(
      {
        journal: options.journal,
        clock,
        log,
        commitDeadlineMs: options.commitDeadlineMs,
        batchTurnsMax: options.batchTurnsMax,
        batchCharsMax: options.batchBytesMax,
        onDurable: (batch) => this.#durable(batch),
        onFatal: options.onFatal,
      },
      state.counters.turn,
      lastBatch,
    );
    this.#ticks = new Ticks(
      state,
      clock,
      {
        begin: () => this.#internal({ type: 'tick', tick: state.counters.tick + 1 }),
        wake: (actor) => this.#wake(actor),
        complete: () => this.#completeTick(),
        breathe: () => (this.#committer.backlog > drainAheadTurns ? this.#committer.drained() : Promise.resolve()),
      },
      options.tickSliceMs,
    );
  }

  /** Recovers the city, or begins it; resolves when it may be served (OP5). */
  static async open(options: CityOptions): Promise<CityEngine> {
    const state = new CityState(options.kinds, options.secret, options.settings);
    const { lastBatch, isNew } = await recover(state, options.journal, options.checkpoints);
    const checkpointed = (await options.checkpoints.latest())?.counters.turn ?? 0;
    const city = new CityEngine(options, state, lastBatch, checkpointed);
    if (isNew) city.#begin();
    else city.#noticeSettings();
    city.#performers.recover(state);
    await city.#ticks.drain();
    if (state.counters.completedTick < state.counters.tick) await city.#completeTick();
    await city.#committer.drained();
    city.#ready = true;
    void city.#watchLateness();
    return city;
  }

  async submit(command: Command): Promise<Outcome> {
    const { key, caller } = command;
    if (key === undefined) return this.#execute(command);
    const known = await this.#idempotency.begin(caller, key);
    if (known !== undefined) return known;
    return this.#execute(command);
  }

  known(caller: Caller, key: IdempotencyKey): Promise<Outcome | undefined> {
    return this.#idempotency.known(caller, key);
  }

  view(request: ViewRequest): Promise<Viewed> {
    return this.#viewer.view(request, this);
  }

  subscribe(listener: (items: readonly FeedItem[]) => void): () => void {
    return this.#feeds.subscribe(listener);
  }

  missed(actor: ActorId | null, back: LookBack): Promise<Missed> {
    return this.#options.events.missed(actor, back);
  }

  letters(actor: ActorId, before: number, limit: number): ReturnType<City['letters']> {
    return this.#patience.wait(this.#options.events.letters(actor, before, limit));
  }

  /** Advances by one tick. While the journal is away ticks are missed, not made up (K6). */
  async tick(): ReturnType<CityControl['tick']> {
    if (this.#committer.late || this.#stopped) return 'busy';
    const done = this.#ticks.advance().then(() => 'done' as const);
    return Promise.race([done, this.#lateBefore(done)]);
  }

  async #lateBefore(done: Promise<unknown>): Promise<'late' | 'done'> {
    let isDone = false;
    const settle = () => {
      isDone = true;
    };
    done.then(settle, settle);
    while (!isDone) {
      await this.#options.clock.sleep(lateCheckMs);
      if (!isDone && this.#committer.late) return 'late';
    }
    return 'done';
  }

  pause(): void {
    this.paused = true;
  }

  resume(): void {
    this.paused = false;
  }

  get health(): Health {
    const { counters, images, quarantined } = this.state;
    return {
      ready: this.#ready && !this.#stopped && !this.#committer.late,
      tick: counters.tick,
      turn: counters.turn,
      committedTurn: this.#committer.committedTurn,
      seq: counters.seq,
      actors: images.size,
      oldestUncommittedMs: Math.round(this.#committer.oldestMs),
      quarantined: [...quarantined],
    };
  }

  async release(actor: ActorId): Promise<Outcome> {
    if (!this.state.quarantined.has(actor)) return refused('not_found', { kind: 'quarantined actor' });
    this.#supervisor.forget(actor);
    this.#internal({ type: 'quarantine', actor, on: false });
    const released = this.state.images.get(actor);
    if (released !== undefined) this.#performers.settleAbandoned(released);
    this.#drainSoon();
    const turn = this.state.counters.turn;
    if (!(await this.durableOrLate(turn)))
      return { ...refused('busy', { retry_after_seconds: 1 }), applied: 'unknown' };
    return { type: 'applied', turn, json: JSON.stringify({ id: actor, quarantined: false }), repeated: false };
  }

  checkpoint(): Promise<Checkpointed> {
    return this.#checkpointer.write(this.state, this.#committer.lastBatch, () => this.#committer.drained());
  }

  /** Answers those who wait for an outside effect, `unknown`, while they can still be answered: the city is about to close. */
  tellWaiting(): void {
    this.#awaiting.tellAll();
  }

  get committedTurn(): number {
    return this.#committer.committedTurn;
  }

  /** Resolves to true once `turn` is durable, to false when that takes longer than the deadline. */
  durableOrLate(turn: number): Promise<boolean> {
    return new Promise((resolve) => {
      this.#committer.whenDurable(
        turn,
        () => resolve(true),
        () => resolve(false),
      );
    });
  }

  /** Takes no more commands, makes everything durable and writes a checkpoint. At most `withinMs`. */
  async close(withinMs: number): Promise<void> {
    const { clock, log } = this.#options;
    this.#stopped = true;
    const end = this.#committer.drained().then(() => this.checkpoint());
    const finished = await Promise.race([end.then(() => true), clock.sleep(withinMs).then(() => false)]);
    if (!finished) log.warn({ oldestMs: this.#committer.oldestMs }, 'stopped before everything was durable');
    this.#awaiting.end();
    this.#committer.stop();
    this.#ended = true;
  }

  #execute(command: Command): Promise<Outcome> {
    const ran = this.#run(command);
    if (ran.type === 'awaits') return this.#wait(command, ran.actor);
    const durable = this.#whenDurable(command, ran);
    return ran.type === 'applied' && ran.whole !== undefined ? durable.then((told) => completed(told, ran)) : durable;
  }

  /** The answer comes with the turn that concludes; until then the key is under way, also when its caller has heard `unknown`. */
  #wait({ caller, key }: Command, actor: ActorId): Promise<Outcome> {
    const late = { ...refused('busy', { retry_after_seconds: 1 }), applied: 'unknown' } as const;
    return new Promise((resolve) => {
      this.#awaiting.add(actor, { caller, key, resolve });
      this.#committer.whenDurable(
        this.state.counters.turn,
        () => {},
        () => resolve(late),
      );
    });
  }

  #whenDurable({ caller, key }: KeyedCaller, outcome: Outcome): Promise<Outcome> {
    const settled = () => key !== undefined && this.#idempotency.settled(caller, key);
    // A refusal waits for the last turn sealed before it, an answer for its own (T3).
    const turn = outcome.type === 'applied' ? outcome.turn : this.state.counters.turn;
    return new Promise((resolve) => {
      this.#committer.whenDurable(
        turn,
        () => {
          settled();
          resolve(outcome);
        },
        () => {
          if (outcome.type !== 'applied') settled();
          else if (key !== undefined) this.#committer.whenDurable(turn, settled);
          resolve(
            outcome.type === 'applied'
              ? { ...refused('busy', { retry_after_seconds: 1 }), applied: 'unknown' }
              : refused('busy', { retry_after_seconds: 1 }),
          );
        },
      );
    });
  }

  /** Admits and runs one command. What is applied is sealed and on its way to the journal when this returns. */
  #run(command: Command): Applied | Refused | { readonly type: 'awaits'; readonly actor: ActorId } {
    const { caller, to, event, reply, key } = command;
    const refusal = this.#refuseBefore(caller);
    if (refusal !== undefined) return refusal;
    const { turn, at } = this.#stamp();
    const journaled: JournalCommand = { turn, at, type: 'event', caller, to, event };
    const contents = contentsOf(command.contents);
    const draft = this.#attempt(journaled, caller, to, contents);
    if (draft.type === 'refused') return draft;
    // Whoever is heard first in this turn may ask for something of its own: nobody waits for that.
    const asked = command.awaits && draft.asked.find(({ call }) => this.#performers.isAwaited(call));
    if (asked) {
      this.#settle(draft, journaled, contents);
      return { type: 'awaits', actor: asked.actor };
    }
    const answering = reply && answeringOf(draft);
    const answer = () => (reply && answering ? this.#viewer.reply(reply, answering) : emptyReply);
    return this.#settle(draft, journaled, contents, { answer, key, caller });
  }

  /** Runs a turn; an exception out of it is an answer, and nothing has happened (S1). */
  #attempt(command: JournalCommand, caller: Caller, to: ActorId, contents: readonly Content[] = []): Draft | Refused {
    try {
      assertStorable(contents);
      const draft = runTurn(this.state, command);
      if (draft.type === 'drafted') for (const { call } of draft.asked) this.#performers.assertKnown(call);
      return draft;
    } catch (cause) {
      return this.#failed(cause, caller, to);
    }
  }

  #refuseBefore(caller: Caller): Refused | undefined {
    if (this.#stopped) return refused('busy', { retry_after_seconds: 5 });
    if (this.#committer.late || this.#committer.backlog > this.#options.backlogTurnsMax)
      return refused('busy', { retry_after_seconds: 1 });
    if (this.#supervisor.refuses(caller, this.state.counters.tick)) return refused('busy', { retry_after_seconds: 60 });
    return undefined;
  }

  /** The number and the time of the next turn. Time does not run backwards inside the city (OP9). */
  #stamp(): { readonly turn: number; readonly at: number } {
    this.#lastAt = Math.max(this.#lastAt, this.#options.clock.now());
    return { turn: this.state.counters.turn + 1, at: this.#lastAt };
  }

  #sealed(sealed: Sealed): Sealed {
    this.#viewer.learn(sealed.contents);
    for (const { actor, call } of sealed.asked) this.#asked.push({ turn: sealed.turn, actor, call });
    if (this.state.due.size > 0) this.#drainSoon();
    this.#options.onSealed?.(sealed, this.state);
    return sealed;
  }

  /** An exception in here would leave a turn half in the state and out of the journal: the process must end (J5). */
  #settle(draft: Draft, command: JournalCommand, contents: readonly Content[], own?: Answered): Applied {
    try {
      return this.#handOn(draft, command, contents, own);
    } catch (cause) {
      this.#options.onFatal('engine', command, cause);
      throw cause;
    }
  }

  /** Seals a turn and hands it to the journal, with its own answer and the answers of those whose wait it concludes. */
  #handOn(draft: Draft, command: JournalCommand, contents: readonly Content[], own?: Answered): Applied {
    const sealed = this.#sealed(seal(draft, command, contents));
    const { json, whole } = own?.answer() ?? emptyReply;
    const ends = this.#awaiting.conclude(draft);
    const keys: KeyRow[] = [];
    for (const { caller, key, json: answer } of own === undefined ? ends : [{ ...own, json }, ...ends])
      if (key !== undefined && answer !== undefined) keys.push(this.#idempotency.row(caller, key, answer, command.at));
    this.#committer.add(sealed, this.state.counters, keys);
    for (const end of ends) void this.#whenDurable(end, end.outcome).then(end.resolve);
    const applied = { type: 'applied', turn: draft.turn, json, repeated: false } as const;
    return whole === undefined ? applied : { ...applied, whole };
  }

  /** Runs a turn of the city's own. A refusal of it is a defect. */
  #internal(command: Unstamped): void {
    const journaled = { ...command, ...this.#stamp() } as JournalCommand;
    const draft = runTurn(this.state, journaled);
    if (draft.type === 'refused') {
      this.#options.log.error({ command: command.type, code: draft.code }, 'a turn of the city itself was refused');
      return;
    }
    this.#settle(draft, journaled, []);
  }

  /** Hears one wake-up; refused it is dropped, failed, or in need of a quarantined actor, it waits for the next tick (K5, S1). */
  #wake(actor: ActorId): void {
    const command = { ...this.#stamp(), type: 'wake', actor } as const;
    const derived = this.state.hasDerivedWake(actor);
    const draft = this.#attempt(command, 'city', actor);
    if (draft.type === 'drafted') {
      this.#settle(draft, command, []);
      return;
    }
    if (derived) {
      this.#options.log.error(
        { actor, code: draft.code },
        'a derived wake-up was refused and is tried at the next tick',
      );
      this.state.stall(actor);
      return;
    }
    const waits = draft.code === 'busy' || draft.code === 'internal_error';
    this.#options.log.error({ actor, code: draft.code }, `a wake-up was refused and ${waits ? 'waits' : 'is dropped'}`);
    this.#internal({ type: waits ? 'wake.deferred' : 'wake.dropped', actor });
  }

  #performed(actor: ActorId, call: string, event: { readonly type: string }, contents: readonly string[]): void {
    // Nothing is written any more: the next start settles it.
    if (this.#ended) return;
    // What is due comes first (K4), as turns of its own: it may be the end of the call, and then of the wait.
    while (this.state.due.has(actor)) this.#wake(actor);
    const command = { ...this.#stamp(), type: 'performed', actor, call, event } as const;
    const written = contentsOf(contents);
    const draft = this.#attempt(command, 'city', actor, written);
    if (draft.type === 'drafted') {
      this.#settle(draft, command, written);
      return;
    }
    this.#options.log.warn({ actor, call, code: draft.code }, 'the answer to a call was refused');
    // What its actor, or who it leads to, cannot take is as good as lost: the call must not stay open (S2).
    const lost = event.type.replace(/\.[a-z]+$/, '.lost');
    if (draft.code !== 'not_found' && event.type !== lost) {
      this.#performed(actor, call, { type: lost }, []);
      return;
    }
    const waiter = this.#awaiting.take(actor);
    if (waiter !== undefined) void this.#whenDurable(waiter, draft).then(waiter.resolve);
  }

  /** An exception out of a turn: nothing has changed; who caused it is counted (S1). */
  #failed(cause: unknown, caller: Caller, to: ActorId): Refused {
    const actor = cause instanceof ActorFailed ? cause.actor : to;
    const incident = `inc_${this.state.counters.turn}_${Math.abs(this.#lastAt).toString(36)}`;
    const stack =
      cause instanceof Error ? (cause.cause instanceof Error ? cause.cause.stack : cause.stack) : String(cause);
    this.#options.log.error({ incident, actor, caller, stack }, 'a turn failed and was dropped');
    if (this.state.images.has(actor)) {
      const verdict = this.#supervisor.failed(actor, this.state.kind(actor), caller, this.state.counters.tick);
      if (verdict === 'quarantine' && !this.state.quarantined.has(actor))
        this.#internal({ type: 'quarantine', actor, on: true });
    }
    return refused('internal_error', { incident });
  }

  #durable(batch: Batch): void {
    for (const index of this.state.indexes.values()) index.committed(batch.counters.turn);
    this.state.publishedSeq = batch.counters.seq;
    for (const { image } of batch.departed) this.state.departing.delete(image.id);
    this.#idempotency.written(batch.keys);
    this.#feeds.publish(batch);
    while (this.#asked[0] !== undefined && this.#asked[0].turn <= batch.counters.turn) {
      const { actor, call } = this.#asked[0];
      this.#asked.shift();
      this.#performers.start(actor, call);
    }
  }

  #drainSoon(): void {
    if (!this.#ready) return;
    setImmediate(() => {
      this.#ticks.drain().catch((cause: unknown) => {
        this.#options.log.error({ cause: String(cause) }, 'wake-ups could not be drained');
      });
    });
  }

  async #completeTick(): Promise<void> {
    this.#internal({ type: 'tick.completed', tick: this.state.counters.tick });
    await this.#committer.drained();
  }

  /** The first turns of a new city: its settings, and the actors that it starts with. */
  #begin(): void {
    this.#internal({ type: 'settings.changed', settings: this.#options.settings });
    for (const { actor, input } of this.#options.genesis) this.#internal({ type: 'create', actor, input });
  }

  /** Settings that rules read are part of the journal (J6). */
  #noticeSettings(): void {
    const { settings } = this.#options;
    const known = this.state.counters.settings;
    const names = new Set([...Object.keys(settings), ...Object.keys(known)]);
    if ([...names].some((name) => settings[name] !== known[name]))
      this.#internal({ type: 'settings.changed', settings });
  }

  async #watchLateness(): Promise<void> {
    while (!this.#ended) {
      await this.#options.clock.sleep(lateCheckMs);
      this.#patience.sweep();
      this.#performers.sweep();
      if (this.#committer.oldestMs > this.#options.commitDeadlineMs) this.#committer.tellLate();
    }
  }
}

function contentsOf(texts: readonly string[] = []): readonly Content[] {
  return texts.map((text) => ({ hash: contentHash(text), text }));
}
