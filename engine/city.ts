/**
 * The city engine: admits commands, runs each as a turn, hands sealed turns to the committer, and answers once they are
 * durable. One turn at a time (T1): a turn runs to its end inside one call, so there is no lock and no queue.
 *
 * Owns: the order admit -> turn -> seal -> commit -> tell, in which this file is written, and the phases of its own life. Not:
 * what a turn does (`turn.ts`), the city's own turns (`own-turns.ts`), how a batch is written (`committer.ts`), when an answer leaves
 * (`durability.ts`), when ticks come (whoever calls `tick`).
 */

import type { Awaitable } from './awaitable.ts';
import type { City, CityControl, FeedItem, Health, Released } from './city-interface.ts';
import type { CityOptions } from './city-options.ts';
import {
  type Caller,
  type Command,
  type Content,
  contentsOf,
  type IdempotencyKey,
  type JournalCommand,
  journaledOf,
  jsonOf,
  type Lapsed,
  type Outcome,
  type Viewed,
  type ViewRequest,
} from './command.ts';
import { type Checkpointed, Checkpointer } from './commit/checkpointer.ts';
import { Committer } from './commit/committer.ts';
import { Durability, type KeyedCaller, notDurableInTime, overdueCheckMs } from './commit/durability.ts';
import { Feeds } from './commit/feeds.ts';
import { Idempotency } from './commit/idempotency.ts';
import { ReadDeadlines } from './commit/read-deadlines.ts';
import { recover } from './commit/recovery.ts';
import { EffectWaiters } from './effects/effect-waiters.ts';
import { Performers } from './effects/performers.ts';
import { healthOf } from './health.ts';
import type { ActorId } from './ids.ts';
import type { Batch, Between, KeyRow, LookBack, Missed } from './ports.ts';
import { type Refused, refused } from './refusal.ts';
import { CityState } from './state/city-state.ts';
import { answeringOf, completed } from './turn/answering.ts';
import { Attempts } from './turn/attempts.ts';
import type { Draft } from './turn/draft.ts';
import { OwnTurns } from './turn/own-turns.ts';
import { seal } from './turn/seal.ts';
import { Supervisor } from './turn/supervisor.ts';
import { emptyReply, type Reply, Viewer } from './views/viewer.ts';

type Applied = Extract<Outcome, { type: 'applied' }> & Pick<Reply, 'whole'>;

/** A command's own answer: how it is made once the turn is sealed, and under which key it is kept. */
type Answered = KeyedCaller & { readonly answer: () => Reply };

export class CityEngine implements City, CityControl {
  readonly state: CityState;
  /** For callers who wait for a turn that they have not asked for. */
  readonly durability: Durability;
  readonly #options: CityOptions;
  readonly #committer: Committer;
  readonly #feeds: Feeds;
  readonly #idempotency: Idempotency;
  readonly #performers: Performers;
  readonly #awaiting: EffectWaiters;
  readonly #supervisor = new Supervisor();
  readonly #attempts: Attempts;
  readonly #ownTurns: OwnTurns;
  readonly #viewer: Viewer;
  readonly #checkpointer: Checkpointer;
  readonly #reads: ReadDeadlines;
  #lastAt: number;
  /** While the city is closing it admits no command; commands that were admitted are finished and answered until it has ended. */
  #phase: 'opening' | 'open' | 'closing' | 'ended' = 'opening';
  paused = false;

  private constructor(options: CityOptions, state: CityState, lastBatch: number, checkpointedTurn: number) {
    const { clock, log } = options;
    this.#options = options;
    this.state = state;
    this.#lastAt = state.counters.tickAt;
    this.#feeds = new Feeds(log);
    this.#reads = new ReadDeadlines(clock, Math.max(overdueCheckMs, options.commitDeadlineMs - overdueCheckMs));
    this.#idempotency = new Idempotency(options.keys, clock, this.#reads);
    this.#viewer = new Viewer(state, options.views, options.events, log, this.#reads, clock);
    this.#checkpointer = new Checkpointer(options.checkpoints, clock, options.checkpointSlice, checkpointedTurn);
    this.#performers = new Performers(
      options.performers,
      (actor, pending, end, contents) => {
        // Once the city has ended nothing is written any more: the next start settles the effect.
        if (this.#phase !== 'ended') this.#ownTurns.performed(actor, pending, end, contents);
      },
      clock,
      log,
    );
    const { batchBytesMax: batchCharsMax, onDropped } = options;
    const onDurable = (batch: Batch) => this.#durable(batch);
    this.#committer = new Committer({ batchCharsMax, onDurable, ...options }, state.counters.turn, lastBatch);
    this.durability = new Durability(state, this.#committer, this.#idempotency, clock);
    this.#awaiting = new EffectWaiters(this.durability);
    const around = { supervisor: this.#supervisor, performers: this.#performers, log, onDropped };
    this.#attempts = new Attempts(state, { quarantine: (actor) => this.#ownTurns.quarantine(actor, true), ...around });
    this.#ownTurns = new OwnTurns(
      state,
      this.#committer,
      {
        attempts: this.#attempts,
        awaiting: this.#awaiting,
        stamp: () => this.#stamp(),
        settle: (draft, command, contents) => void this.#settle(draft, command, contents),
      },
      options,
    );
  }

  /** Recovers the city, or begins it; resolves when it may be served (OP5). */
  static async open(options: CityOptions): Promise<CityEngine> {
    const state = new CityState(options.kinds, options.secret, options.settings);
    const { lastBatch, isNew } = await recover(state, options.journal, options.checkpoints);
    const checkpointed = (await options.checkpoints.latest())?.counters.turn ?? 0;
    const city = new CityEngine(options, state, lastBatch, checkpointed);
    if (isNew) city.#ownTurns.begin(options);
    else city.#ownTurns.goOn(options);
    city.#performers.recover(state);
    await city.#ownTurns.catchUp();
    city.#phase = 'open';
    void city.#watchLateness();
    return city;
  }

  submit<Value>(command: Command<Value>, lapsed?: Lapsed): Promise<Outcome<Value>>;
  submit(command: Command, lapsed?: Lapsed): Promise<Outcome> {
    const { key, caller } = command;
    if (key === undefined) return Promise.resolve(lapsed?.() ?? this.#execute(command));
    return this.#idempotency.begin(caller, key, lapsed).then((ended) => ended ?? this.#execute(command));
  }

  known(caller: Caller, key: IdempotencyKey): Promise<Outcome | undefined> {
    return this.#idempotency.known(caller, key);
  }

  completeAnswer(caller: Caller, key: IdempotencyKey, json: string): Promise<void> {
    return this.#idempotency.complete(caller, key, json);
  }

  #execute(command: Command): Promise<Outcome> {
    const ran = this.#run(command);
    if (ran.type === 'awaits') return this.#awaiting.wait(command, ran.actor, this.state.counters.turn);
    const answer = this.durability.answer(command, ran);
    if (ran.type !== 'applied' || ran.whole === undefined) return answer;
    return answer.then((told) => completed(told, ran, (json) => this.#idempotency.completeReply(command, json)));
  }

  /** Admits and runs one command. What is applied is sealed and on its way to the journal when this returns. */
  #run(command: Command): Applied | Refused | { readonly type: 'awaits'; readonly actor: ActorId } {
    const { caller, reply, key, to } = command;
    const refusal = this.#refuseBefore(caller);
    if (refusal !== undefined) return refusal;
    const journaled = journaledOf(command, this.#stamp());
    const contents = contentsOf(command.contents);
    const draft = this.#attempts.run(journaled, caller, to, contents);
    if (draft.type === 'refused') return draft;
    // A wake-up that was due before the command may ask for an effect too, but only for a repeated one, for which nobody waits.
    const asked = command.awaits && draft.asked.find(({ pending }) => this.#performers.isAwaited(pending));
    if (asked) {
      this.#settle(draft, journaled, contents);
      return { type: 'awaits', actor: asked.actor };
    }
    const answering = reply && answeringOf(draft);
    const answer = () => (reply && answering ? this.#viewer.reply(reply, answering) : emptyReply);
    return this.#settle(draft, journaled, contents, { answer, key, caller });
  }

  #refuseBefore(caller: Caller): Refused | undefined {
    if (this.#isStopped) return refused('busy', { retry_after_seconds: 5 });
    if (this.#committer.overdue || this.#committer.backlog > this.#options.backlogTurnsMax)
      return refused('busy', { retry_after_seconds: 1 });
    if (this.#supervisor.refuses(caller, this.state.counters.tick)) return refused('busy', { retry_after_seconds: 60 });
    return undefined;
  }

  /** The number and the time of the next turn. Time does not run backwards inside the city (OP9). */
  #stamp(): { readonly turn: number; readonly at: number } {
    this.#lastAt = Math.max(this.#lastAt, this.#options.clock.now());
    return { turn: this.state.counters.turn + 1, at: this.#lastAt };
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
    const sealed = seal(draft, command, contents);
    this.#viewer.learn(sealed.contents);
    this.#performers.sealed(sealed);
    if (this.state.due.size > 0) this.#ownTurns.drainSoon();
    this.#options.onSealed?.(sealed, this.state);
    const { json, whole } = own?.answer() ?? emptyReply;
    const ends = this.#awaiting.conclude(draft, contents);
    const keys: KeyRow[] = [];
    for (const { caller, key, json: answer } of own?.key === undefined ? ends : [{ json, ...own }, ...ends])
      if (key !== undefined && answer !== undefined) keys.push(this.#idempotency.row(caller, key, answer, command.at));
    this.#committer.add(sealed, this.state.counters, keys);
    for (const end of ends) this.#awaiting.answer(end, end.outcome);
    const applied = { type: 'applied', turn: draft.turn, json, repeated: false } as const;
    return whole === undefined ? applied : { whole, ...applied };
  }

  /** The journal has the batch: its effects are performed and its events published. Answers leave after this (T3). */
  #durable(batch: Batch): void {
    for (const index of this.state.indexes.values()) index.committed(batch.counters.turn);
    this.state.publishedSeq = batch.counters.seq;
    for (const { image } of batch.departed) this.state.departing.delete(image.id);
    this.#idempotency.written(batch.keys);
    this.#feeds.publish(batch);
    this.#performers.committed(batch.counters.turn);
  }

  view<Value>(request: ViewRequest<Value>): Awaitable<Viewed<Value>> {
    return this.#viewer.view(request, this.durability);
  }

  subscribe(listener: (items: readonly FeedItem[]) => void): () => void {
    listener([{ type: 'opened', seq: this.state.publishedSeq }]);
    return this.#feeds.subscribe(listener);
  }

  missed(actor: ActorId | null, back: LookBack): Promise<Missed> {
    return this.#options.events.missed(actor, back);
  }

  letters(actor: ActorId, before: number, limit: number): ReturnType<City['letters']> {
    return this.#reads.wait(this.#options.events.letters(actor, before, limit));
  }

  said(topic: string, between: Between, limit: number): ReturnType<City['said']> {
    return this.#reads.wait(this.#options.events.said(topic, between, limit));
  }

  /** Advances by one tick. While the journal is away ticks are missed, not made up (K6). */
  async tick(): ReturnType<CityControl['tick']> {
    if (this.#committer.overdue || this.#isStopped) return 'busy';
    return this.durability.doneOrOverdue(this.#ownTurns.tick());
  }

  pause(): void {
    this.paused = true;
  }

  resume(): void {
    this.paused = false;
  }

  get health(): Health {
    const ready = this.#phase === 'open' && !this.#committer.overdue;
    return healthOf(this.state, this.#committer, this.#performers, ready, this.#options.clock.now());
  }

  async release(actor: ActorId): Promise<Outcome<Released>> {
    if (!this.state.quarantined.has(actor)) return refused('not_found', { kind: 'quarantined actor' });
    this.#supervisor.forget(actor);
    this.#ownTurns.quarantine(actor, false);
    const released = this.state.images.get(actor);
    if (released !== undefined) this.#performers.settleAbandoned(released);
    this.#ownTurns.drainSoon();
    const turn = this.state.counters.turn;
    if (!(await this.durability.durableInTime(turn))) return notDurableInTime;
    return { type: 'applied', turn, json: jsonOf({ id: actor, quarantined: false } as const), repeated: false };
  }

  checkpoint(): Promise<Checkpointed> {
    return this.#checkpointer.write(this.state, this.#committer.lastBatch, () => this.#committer.drained());
  }

  /** Answers callers of overdue batches, regularly. When the process itself was late, answers of the database are read first. */
  async #watchLateness(): Promise<void> {
    while (this.#phase !== 'ended') {
      await this.#options.clock.sleep(overdueCheckMs);
      await this.#options.clock.yield();
      this.#reads.sweep();
      this.#performers.sweep();
      this.#committer.answerOverdue();
    }
  }

  /** Answers `unknown` to those who wait for an outside effect of such an actor, while they can still be answered. */
  answerWaiting(isMeant: (actor: ActorId) => boolean = () => true): void {
    this.#awaiting.answerUnknown(isMeant);
  }

  get #isStopped(): boolean {
    return this.#phase === 'closing' || this.#phase === 'ended';
  }

  /** Admits no more commands, makes everything durable and writes a checkpoint. Takes at most `withinMs`. */
  async close(withinMs: number): Promise<void> {
    const { clock, log } = this.#options;
    this.#phase = 'closing';
    const end = this.#committer.drained().then(() => this.checkpoint());
    const finished = await Promise.race([end.then(() => true), clock.sleep(withinMs).then(() => false)]);
    if (!finished) log.warn({ oldestMs: this.#committer.oldestMs }, 'stopped before everything was durable');
    this.#awaiting.end();
    this.#committer.stop();
    this.#phase = 'ended';
  }
}
