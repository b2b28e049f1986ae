/**
 * One turn, top to bottom: draft, deliver, refuse or prepare (T1, T2, T8). Deterministic: the same state and the same journal
 * command give the same sealed turn, whenever they are run.
 *
 * Owns: how a message finds its actor and how each effect is taken. Not: when turns run (`city.ts`), how they become
 * durable (`committer.ts`), who hears of them (`feeds.ts`).
 */

import type { Image } from '../actor-kind.ts';
import { assert, must, unreachable } from '../assert.ts';
import type { JournalCommand } from '../command.ts';
import type { Effect, Message } from '../effect.ts';
import { type AccountId, type ActorId, kindOf, parseActorId } from '../ids.ts';
import { type Refused, refused, refusedBy } from '../refusal.ts';
import { sizeOf } from '../size-of.ts';
import type { CityState } from '../state/city-state.ts';
import type { PreparedKind } from '../state/prepared-kind.ts';
import { settleDry, watchRunways } from '../state/runways.ts';
import type { Decision } from './decision.ts';
import { Draft } from './draft.ts';
import { prepare } from './prepare.ts';

/** Messages that one turn may deliver; a chart that needs more is looping. */
const turnMessagesMax = 1_000;
/** Bound of a context, in characters of its texts and 8 for each other value (A1); checked when it changes. */
const contextCharsMax = 16_384;
/** Most actors want and await nothing: all of them share one empty list. */
const none: readonly never[] = [];

/** An exception out of a machine: that turn is lost, the actor's state is not (S1). */
export class ActorFailed extends Error {
  override readonly name = 'ActorFailed';
  readonly actor: ActorId;

  constructor(actor: ActorId, cause: unknown) {
    super(`${actor} failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.actor = actor;
  }
}

/** Runs `command` over a draft of `state`. Changes nothing in `state`; `seal` does, with the draft this returns. */
export function runTurn(state: CityState, command: JournalCommand): Draft | Refused {
  const draft = new Draft(state, command.at);
  state.observer?.begins(draft, command);
  const refusal = start(draft, command) ?? deliverAll(draft);
  if (refusal !== undefined) return refusal;
  if (draft.accounts.size > 0) {
    watchRunways(draft);
    const afterwards = deliverAll(draft);
    draft.assertBalanced();
    if (afterwards !== undefined) return afterwards;
  }
  draft.prepared = prepare(draft);
  state.observer?.ends();
  return draft;
}

function start(draft: Draft, command: JournalCommand): Refused | undefined {
  switch (command.type) {
    case 'event':
      assert(command.event['facts'] === undefined, '[T6] facts come from the city');
      draft.queue.push({ to: command.to, event: command.event });
      return refuseSaying(draft, command);
    case 'create':
      return create(draft, command.actor, command.input);
    case 'tick':
      settleDry(draft, command.tick);
      return undefined;
    case 'tick.completed':
      draft.completedTick = command.tick;
      draft.events.push({
        event: {
          type: 'tick.completed',
          category: 'infrastructure',
          location: null,
          actor: null,
          subject: null,
          data: { tick: command.tick },
        },
        audience: { everyone: true, public: true },
      });
      return undefined;
    case 'wake':
      return hearNextWake(draft, must(draft.image(command.actor), command.actor));
    case 'performed':
      return endEffect(draft, draft.image(command.actor), command.call, command.event);
    case 'wake.dropped':
      takeWake(draft, must(draft.image(command.actor), command.actor));
      return undefined;
    case 'wake.deferred': {
      const { event } = takeWake(draft, must(draft.image(command.actor), command.actor));
      draft.addWake(command.actor, draft.tick + 1, event);
      return undefined;
    }
    case 'settings.changed':
      draft.settings = command.settings;
      return undefined;
    case 'quarantine': {
      const image = must(draft.image(command.actor), command.actor);
      draft.stage({ ...image, quarantined: command.on, turn: draft.turn });
      return undefined;
    }
    default:
      return unreachable(command);
  }
}

/** An event that only the city can say is, from any other caller, one that no state handles (S3). */
function refuseSaying(draft: Draft, { caller, to, event }: JournalCommand & { type: 'event' }): Refused | undefined {
  const only = draft.state.kinds.get(kindOf(to))?.events[event.type]?.caller ?? caller;
  return only === caller || draft.image(to) === undefined ? undefined : invalidState(draft, to, {});
}

/** Delivers until no message is left (T1). */
function deliverAll(draft: Draft): Refused | undefined {
  for (let i = 0; i < draft.queue.length; i++) {
    assert(i < turnMessagesMax, 'a turn delivers a bounded number of messages');
    const { to, event } = must(draft.queue[i], 'a queued message');
    draft.state.observer?.takes(i);
    const image = draft.image(to);
    if (image?.quarantined) return refused('busy', { actor: to });
    const refusal = image === undefined ? missed(draft, to, event) : hear(draft, image, event);
    if (refusal !== undefined) return refusal;
  }
  draft.queue.length = 0;
  return undefined;
}

/** An actor that has not yet heard of the present tick hears that first (K4). */
function hear(draft: Draft, image: Image, event: Message): Refused | undefined {
  let present: Image | undefined = image;
  for (let i = 0; draft.isDue(present); i++) {
    assert(i < turnMessagesMax, 'a turn hears a bounded number of wake-ups');
    const refusal = hearNextWake(draft, present);
    if (refusal !== undefined) return refusal;
    present = draft.image(image.id);
    if (present === undefined) return missed(draft, image.id, event);
  }
  return deliver(draft, present, event);
}

/** An actor that is not there misses a notice, and nobody is refused for it; any other message to it is `not_found` (K4). */
function missed(draft: Draft, to: ActorId, event: Message): Refused | undefined {
  const isNotice = draft.state.kinds.get(kindOf(to))?.events[event.type]?.isNotice === true;
  return isNotice ? undefined : refused('not_found', { kind: kindOf(to) });
}

/** Wake-ups derived from the map and the ends of others come before those that the actor asked for itself (K2). */
function hearNextWake(draft: Draft, image: Image): Refused | undefined {
  const derived = draft.derivedWake(image);
  if (derived !== undefined) {
    draft.state.observer?.derives();
    return deliver(draft, image, derived);
  }
  const { event } = takeWake(draft, image);
  return deliver(draft, must(draft.image(image.id), image.id), event);
}

/** The first end of an outside effect wins: a later one does not find it pending any more (S2). */
function endEffect(draft: Draft, image: Image | undefined, effectId: string, event: Message): Refused | undefined {
  if (image === undefined || !image.calls.some(({ id }) => id === effectId))
    return refused('not_found', { kind: 'call' });
  const left = image.calls.filter(({ id }) => id !== effectId);
  draft.stage({ ...image, calls: left.length === 0 ? none : left, turn: draft.turn });
  draft.queue.push({ to: image.id, event });
  return undefined;
}

function takeWake(draft: Draft, image: Image): { readonly event: Message } {
  const [next, ...later] = image.wakes;
  draft.stage({ ...image, wakes: later, turn: draft.turn });
  if (next !== undefined) draft.state.observer?.wakes(image.id, next);
  return must(next, `a wake-up of ${image.id}`);
}

/** The next state is staged before its effects are taken: the connections that a deploy spawns see a deployed pod (T8). */
function deliver(draft: Draft, image: Image, event: Message): Refused | undefined {
  const kind = draft.state.kind(image.id);
  const decision = decide(draft, kind, image, event);
  draft.state.observer?.decided(decision.state);
  if (decision.context !== image.context || decision.state !== image.state) {
    if (decision.context !== image.context) assertBounded(image.id, decision.context);
    draft.stage({ ...image, state: decision.state, context: decision.context, turn: draft.turn });
  }
  return takeEffects(draft, image.id, decision.effects);
}

function decide(draft: Draft, kind: PreparedKind, image: Image, event: Message): Decision {
  draft.state.observer?.hears(image, event);
  try {
    const own = kind.events[event.type]?.facts?.(draft, image, event);
    const facts = { tick: draft.tick, at: draft.at, settings: draft.settings, ...own };
    // In this order: V8 makes `{ ...event, facts }` a slow object, at 2 microseconds and a promotion to the old space.
    return kind.chartOf(image.id).decide(image.state, image.context, { facts, ...event });
  } catch (cause) {
    throw new ActorFailed(image.id, cause);
  }
}

/** As in `deliver`, the actor is staged before its effects are taken: an actor that it spawns finds it there (T8). */
function create(draft: Draft, id: ActorId, input: Readonly<Record<string, unknown>>): Refused | undefined {
  assert(parseActorId(id) === id, 'the id of a new actor');
  if (draft.image(id) !== undefined) return refused('already_exists', { id });
  assert(input['facts'] === undefined, '[T6] facts come from the city');
  const kind = draft.state.kind(id);
  const own = kind.birth?.(draft, id, input);
  const facts = { tick: draft.tick, at: draft.at, settings: draft.settings, ...own };
  const decision = begin(id, kind, { facts, ...input });
  assertBounded(id, decision.context);
  const { state, context } = decision;
  draft.stage({ id, state, context, wakes: none, calls: none, quarantined: false, turn: draft.turn });
  draft.state.observer?.born(id);
  return takeEffects(draft, id, decision.effects);
}

function takeEffects(draft: Draft, by: ActorId, effects: readonly Effect[]): Refused | undefined {
  for (const effect of effects) {
    const refusal = take(draft, by, effect);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

function take(draft: Draft, by: ActorId, effect: Effect): Refused | undefined {
  switch (effect.type) {
    case 'refuse':
      return effect.code === 'invalid_state'
        ? invalidState(draft, by, effect.context)
        : refusedBy(effect.code, effect.context);
    case 'send':
      draft.queue.push({ to: effect.to, event: effect.event });
      return undefined;
    case 'post':
      return effect.amount === 0 ? undefined : takePosted(draft, draft.post(effect), effect.from, effect.amount);
    case 'tell':
      draft.events.push({ event: effect.event, audience: effect.audience });
      return undefined;
    case 'spawn':
      return create(draft, effect.id, effect.input);
    case 'wake':
      draft.addWake(by, effect.tick, effect.event);
      draft.state.observer?.sets(by, effect.event);
      return undefined;
    case 'sleep':
      draft.stage({ ...must(draft.image(by), by), wakes: none, turn: draft.turn });
      return undefined;
    case 'burn':
      draft.addBurn(effect.account, effect.delta);
      return undefined;
    case 'repay':
      return takePosted(draft, draft.repay(effect.account), effect.account, draft.owed(effect.account));
    case 'resume':
      draft.resumeBurn(effect.account);
      return undefined;
    case 'stop':
      draft.stopBurn(effect.account);
      return undefined;
    case 'perform':
      draft.ask(by, effect.effect, effect.input);
      return undefined;
    case 'conclude':
      draft.conclude(by, effect.end);
      return undefined;
    case 'retire':
      draft.retire(by);
      return undefined;
    case 'each':
      return takeEffects(draft, by, effect.effects);
    default:
      return unreachable(effect);
  }
}

type Posted = ReturnType<Draft['post']>;

/** The refusal of a movement of credits that could not be made. */
function takePosted(draft: Draft, posted: Posted, from: AccountId, amount: number): Refused | undefined {
  if (posted === 'posted') return undefined;
  if (posted === 'short') return refused('insufficient_credits', { required: amount, balance: draft.balance(from) });
  const message = 'a balance would pass 2^53 - 1 millicredits, beyond which nobody can count exactly';
  return refused('invalid_request', { issues: [{ path: 'amount', message }] });
}

/** The answer to an event that the present state does not handle: it names those that it would (T5). */
function invalidState(draft: Draft, id: ActorId, more: Refused['context']): Refused {
  const kind = draft.state.kind(id);
  const { state } = must(draft.image(id), id);
  const allowed = kind
    .chartOf(id)
    .handled(state)
    .filter((type) => kind.events[type]?.command === true);
  return refused('invalid_state', { state, allowed_events: allowed, ...more });
}

function begin(id: ActorId, kind: PreparedKind, input: Readonly<Record<string, unknown>>): Decision {
  try {
    return kind.chartOf(id).initial(input);
  } catch (cause) {
    throw new ActorFailed(id, cause);
  }
}

function assertBounded(id: ActorId, context: Readonly<Record<string, unknown>>): void {
  assert(sizeOf(context) <= contextCharsMax, `[A1] the context of ${id} is too large`);
}
