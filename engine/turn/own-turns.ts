/**
 * The turns that nobody submits: the beginning of a city and its settings, ticks and the wake-ups that they make due, what
 * comes back from outside, quarantine.
 *
 * Owns: which turn of its own the city runs next, and what becomes of one that is refused or fails (K5, S1, S2). Not: how a turn
 * is run, sealed and committed (`city.ts`), the order of wake-ups (`ticks.ts`), how effects are performed (`performers.ts`).
 */
import type { PendingEffect, Settings } from '../actor-kind.ts';
import type { CityOptions } from '../city-options.ts';
import { type Content, contentsOf, type JournalCommand, numbered, type UnnumberedCommand } from '../command.ts';
import type { Committer } from '../commit/committer.ts';
import { type EffectEnd, messageOf } from '../effects/effect-end.ts';
import type { EffectWaiters } from '../effects/effect-waiters.ts';
import type { ActorId } from '../ids.ts';
import type { CityState } from '../state/city-state.ts';
import type { Attempts } from './attempts.ts';
import type { Draft } from './draft.ts';
import { Ticks } from './ticks.ts';
import { runTurn } from './turn.ts';

/** What the city does with every turn, whoever caused it. */
export interface TurnSteps {
  /** The number and the time of the next turn. */
  stamp(): Pick<JournalCommand, 'turn' | 'at'>;
  readonly attempts: Attempts;
  /** Seals a draft and hands it to the journal. */
  settle(draft: Draft, command: JournalCommand, contents: readonly Content[]): void;
  readonly awaiting: EffectWaiters;
}

/** Refusals for which a wake-up waits: an actor that it needs is quarantined or not there, or an exception was thrown (K5). */
export const waitsFor: ReadonlySet<string> = new Set(['busy', 'not_found', 'internal_error']);
/** Wake-ups that may be sealed ahead of the journal: encoding them all at once would keep requests waiting. */
const drainAheadTurns = 64;

export class OwnTurns {
  readonly #state: CityState;
  readonly #committer: Committer;
  readonly #steps: TurnSteps;
  readonly #log: CityOptions['log'];
  readonly #ticks: Ticks;
  #caughtUp = false;
  /** True when a drain begins in this round of the event loop. */
  #drainsSoon = false;

  constructor(
    state: CityState,
    committer: Committer,
    steps: TurnSteps,
    { clock, log, tickSliceMs }: Pick<CityOptions, 'clock' | 'log' | 'tickSliceMs'>,
  ) {
    this.#state = state;
    this.#committer = committer;
    this.#steps = steps;
    this.#log = log;
    this.#ticks = new Ticks(
      state,
      clock,
      {
        begin: () => this.#run({ type: 'tick', tick: state.counters.tick + 1 }),
        wake: (actor) => this.#wake(actor),
        complete: () => this.#completeTick(),
        breathe: () => (committer.backlog > drainAheadTurns ? committer.drained() : Promise.resolve()),
      },
      tickSliceMs,
    );
  }

  /** The first turns of a new city: its settings, and the actors that it starts with. */
  begin({ settings, genesis }: Pick<CityOptions, 'settings' | 'genesis'>): void {
    this.#run({ type: 'settings.changed', settings });
    for (const one of genesis) this.#create(one);
  }

  /**
   * The first turns of a city that is started again: its settings, where they have changed, and first actors that this version has and it
   * lacks.
   */
  goOn({ settings, genesis }: Pick<CityOptions, 'settings' | 'genesis'>): void {
    this.#noticeSettings(settings);
    for (const one of genesis) if (one.isForOlderToo && this.#state.imageOf(one.actor) === undefined) this.#create(one);
  }

  #create({ actor, input, contents }: CityOptions['genesis'][number]): void {
    this.#run({ type: 'create', actor, input }, contentsOf(contents));
  }

  /** Settings that rules read are part of the journal (J6). */
  #noticeSettings(settings: Settings): void {
    const known = this.#state.counters.settings;
    const names = new Set([...Object.keys(settings), ...Object.keys(known)]);
    if ([...names].some((name) => settings[name] !== known[name])) this.#run({ type: 'settings.changed', settings });
  }

  /** Hears what was due when the city went down, and ends the tick that it was in; resolves when that is durable. */
  async catchUp(): Promise<void> {
    await this.#ticks.drain();
    if (this.#state.counters.completedTick < this.#state.counters.tick) await this.#completeTick();
    await this.#committer.drained();
    this.#caughtUp = true;
  }

  /** Advances by one tick; resolves when it is drained and committed. */
  tick(): Promise<void> {
    return this.#ticks.advance();
  }

  async #completeTick(): Promise<void> {
    this.#run({ type: 'tick.completed', tick: this.#state.counters.tick });
    await this.#committer.drained();
  }

  /** Hears the wake-ups that have become due, once waiting requests have been served. */
  drainSoon(): void {
    if (!this.#caughtUp || this.#drainsSoon) return;
    this.#drainsSoon = true;
    setImmediate(() => {
      this.#drainsSoon = false;
      this.#ticks.drain().catch((cause: unknown) => {
        this.#log.error({ cause: String(cause) }, 'wake-ups could not be drained');
      });
    });
  }

  /**
   * Hears one wake-up. One that is refused is dropped; one that failed, or needs an actor that cannot hear, waits for the next tick
   * (K5, S1).
   */
  #wake(actor: ActorId): void {
    const command = { type: 'wake', actor, ...this.#steps.stamp() } as const;
    const derived = this.#state.hasDerivedWake(actor);
    const draft = this.#steps.attempts.run(command, 'city', actor);
    if (draft.type === 'drafted') {
      this.#steps.settle(draft, command, []);
      return;
    }
    if (derived) {
      this.#log.error({ actor, code: draft.code }, 'a derived wake-up was refused and is tried at the next tick');
      this.#state.stall(actor);
      return;
    }
    const waits = waitsFor.has(draft.code);
    this.#log.error({ actor, code: draft.code }, `a wake-up was refused and ${waits ? 'waits' : 'is dropped'}`);
    this.#run({ type: waits ? 'wake.deferred' : 'wake.dropped', actor });
  }

  /** Brings the end of an outside effect to the actor that asked for it (S2). */
  performed(actor: ActorId, pending: PendingEffect, end: EffectEnd, texts: readonly string[]): void {
    // Wake-ups that are due come first (K4), as turns of their own: one of them may end the effect, and with it the wait.
    while (this.#state.due.has(actor)) this.#wake(actor);
    const call = pending.id;
    const event = messageOf(pending, end);
    const command = { type: 'performed', actor, call, event, ...this.#steps.stamp() } as const;
    const contents = contentsOf(texts);
    const draft = this.#steps.attempts.run(command, 'city', actor, contents);
    if (draft.type === 'drafted') {
      this.#steps.settle(draft, command, contents);
      return;
    }
    const fields = { actor, call, code: draft.code };
    // The first end of an effect counts: an effect that is not pending any more needs no answer.
    const isPending = this.#state.images.get(actor)?.calls.some(({ id }) => id === call) ?? false;
    if (isPending) this.#log.warn(fields, 'the answer to a call was refused');
    else this.#log.debug(fields, 'the answer to a call came after its end');
    // An end that the actor, or another that hears of it, cannot take counts as lost: the effect must not stay pending (S2).
    if (isPending && end.type !== 'lost') this.performed(actor, pending, { type: 'lost' }, []);
    else this.#steps.awaiting.refuse(actor, draft);
  }

  /** Quarantines an actor that throws too often, or releases it (S1). */
  quarantine(actor: ActorId, on: boolean): void {
    this.#run({ type: 'quarantine', actor, on });
  }

  /** A refusal is a defect here. */
  #run(unnumbered: UnnumberedCommand, contents: readonly Content[] = []): void {
    const command = numbered(unnumbered, this.#steps.stamp());
    const draft = runTurn(this.#state, command);
    if (draft.type === 'drafted') this.#steps.settle(draft, command, contents);
    else this.#log.error({ command: command.type, code: draft.code }, 'a turn of the city itself was refused');
  }
}
