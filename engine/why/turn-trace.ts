/**
 * What happened in a turn: its messages in order, by which transitions they were heard, what was posted, which events were published, and from what each
 * message came. Made by running the turn again with an observer: replay is exact (J1).
 */
import type { ActorKind, Image } from '../actor-kind.ts';
import { must } from '../assert.ts';
import type { JournalCommand } from '../command.ts';
import type { Message, Wake } from '../effect.ts';
import type { AccountId, ActorId } from '../ids.ts';
import { balanceAt } from '../state/ledger.ts';
import { partName } from '../turn/chart-names.ts';
import type { Microstep, Observe } from '../turn/decide.ts';
import type { Draft, Posting } from '../turn/draft.ts';
import type { TurnObserver } from '../turn/turn-observer.ts';
import { type TracedAccount, tracedAccounts, upkeepOf } from './traced-accounts.ts';

/**
 * What made an actor hear a message: the command of the turn; a message of the turn, by its number; a wake-up that a turn before asked for
 * (null: not recorded), or that the map or the end of another made due.
 */
export type Origin =
  | { readonly type: 'command' }
  | { readonly type: 'message'; readonly number: number }
  | { readonly type: 'wake'; readonly turn: number | null; readonly tick: number }
  | { readonly type: 'derived' };

/** A transition that was taken, as the chart has it. */
export interface TracedStep {
  readonly from: string;
  readonly event: string;
  readonly guard: string | null;
  /** Null: the state stays. */
  readonly to: string | null;
}

/** Amounts and balances in millicredits; balances are those after the posting. */
export type TracedPosting = Posting & { readonly payerBalance: number; readonly payeeBalance: number };

/** A wake-up that an actor asked for. */
export interface AskedWake {
  readonly actor: ActorId;
  readonly event: string;
}

export interface TracedMessage {
  /** From 1. */
  readonly number: number;
  readonly origin: Origin;
  readonly to: ActorId;
  readonly event: Message;
  /** The states before and after. */
  readonly from: string;
  readonly state: string;
  readonly steps: readonly TracedStep[];
  readonly postings: readonly TracedPosting[];
  /** The seqs of the events that it published. */
  readonly events: readonly number[];
  readonly born: readonly ActorId[];
  readonly asked: readonly AskedWake[];
}

export interface TurnTrace {
  readonly turn: number;
  readonly at: number;
  readonly tick: number;
  readonly command: JournalCommand;
  readonly messages: readonly TracedMessage[];
  readonly accounts: readonly TracedAccount[];
  /** Millicredits that all accounts together pay to the treasury at its tick; 0 in any other turn. */
  readonly upkeep: number;
  /** The first and the last event of the turn; null: it published none. */
  readonly events: { readonly from: number; readonly to: number } | null;
  /** The wake-up that a turn took which only drops or defers it. */
  readonly taken: { readonly actor: ActorId; readonly wake: Wake } | null;
  /** The turn that asked for the outside effect whose end the turn brings; null: none, or not recorded. */
  readonly askedIn: number | null;
}

interface Hearing extends Omit<TracedMessage, 'state' | 'steps' | 'postings' | 'events' | 'born' | 'asked'> {
  state: string;
  readonly steps: TracedStep[];
  readonly born: ActorId[];
  readonly asked: AskedWake[];
  /** Where its postings, events and messages begin in those of the draft. */
  readonly postingsFrom: number;
  readonly eventsFrom: number;
}

/** Traces turns one after the other. Its `observe` belongs to the kinds of the state that it observes. */
export class TurnTracer implements TurnObserver {
  #draft: Draft | undefined;
  #command: JournalCommand | undefined;
  #heard: Hearing[] = [];
  /** By its place in the queue: the message that sent it. */
  readonly #senders = new Map<number, number>();
  #queued = 0;
  #taken = 0;
  #next: Origin | undefined;
  #wake: TurnTrace['taken'] = null;
  #isDeciding = false;
  #last: TurnTrace | undefined;

  readonly observe: Observe = ({ transitions }) => {
    if (this.#isDeciding) this.#heard.at(-1)?.steps.push(...transitions.map(stepOf));
  };

  /** The kinds, observed. */
  observed(kinds: readonly ActorKind[]): readonly ActorKind[] {
    return kinds.map((kind) => ({ ...kind, observe: this.observe }));
  }

  /** Of the turn that was drafted last. */
  get trace(): TurnTrace {
    return must(this.#last, 'a turn that was traced');
  }

  begins(draft: Draft, command: JournalCommand): void {
    this.#draft = draft;
    this.#command = command;
    this.#heard = [];
    this.#senders.clear();
    this.#queued = 0;
    this.#taken = 0;
    this.#next = undefined;
    this.#wake = null;
  }

  takes(queued: number): void {
    this.#noteSent();
    // The queue begins anew with what owners of accounts that run low hear.
    if (queued === 0) this.#queued = must(this.#draft, 'a draft').queue.length;
    this.#taken = queued;
  }

  wakes(actor: ActorId, wake: Wake): void {
    const { turn, type } = must(this.#command, 'a command');
    const ownSetter = wake.turn === turn && this.#heard.findLast((one) => asks(one, actor, wake.event.type));
    this.#wake = type === 'wake.dropped' || type === 'wake.deferred' ? { actor, wake } : null;
    if (ownSetter) this.#next = { type: 'message', number: ownSetter.number };
    else if (wake.turn === turn) this.#next = { type: 'command' };
    else this.#next = { type: 'wake', turn: wake.turn ?? null, tick: wake.tick };
  }

  derives(): void {
    this.#next = { type: 'derived' };
  }

  hears({ id, state }: Image, event: Message): void {
    this.#noteSent();
    const { queue, postings, events } = must(this.#draft, 'a draft');
    const number = this.#heard.length + 1;
    const origin = this.#originOf(id, number);
    this.#queued = queue.length;
    const from = { postingsFrom: postings.length, eventsFrom: events.length };
    this.#heard.push({ number, origin, to: id, event, from: state, state, steps: [], born: [], asked: [], ...from });
    this.#isDeciding = true;
  }

  decided(state: string): void {
    this.#isDeciding = false;
    const heard = this.#heard.at(-1);
    if (heard !== undefined) heard.state = state;
  }

  born(actor: ActorId): void {
    this.#heard.at(-1)?.born.push(actor);
  }

  sets(actor: ActorId, { type }: Message): void {
    this.#heard.at(-1)?.asked.push({ actor, event: type });
  }

  ends(): void {
    const [draft, command] = [must(this.#draft, 'a draft'), must(this.#command, 'a command')];
    const { seq } = draft.state.counters;
    const published = draft.events.length;
    const { turn, at, tick } = draft;
    this.#last = {
      ...{ turn, at, tick, command },
      messages: messagesOf(draft, this.#heard),
      accounts: tracedAccounts(draft),
      upkeep: upkeepOf(draft),
      events: published === 0 ? null : { from: seq + 1, to: seq + published },
      taken: this.#wake,
      askedIn: command.type === 'performed' ? askedIn(draft, command) : null,
    };
  }

  /** What has come into the queue since was sent by what was heard last. */
  #noteSent(): void {
    const { length } = must(this.#draft, 'a draft').queue;
    for (let at = this.#queued; at < length; at++)
      if (this.#heard.length > 0) this.#senders.set(at, this.#heard.length);
    this.#queued = length;
  }

  #originOf(id: ActorId, number: number): Origin {
    const next = this.#next;
    this.#next = undefined;
    if (next?.type === 'derived' && !must(this.#draft, 'a draft').state.hasDerivedWake(id)) {
      // It became due in this turn.
      return number > 1 ? { type: 'message', number: number - 1 } : { type: 'command' };
    }
    if (next !== undefined) return next;
    const sender = this.#senders.get(this.#taken) ?? this.#payerOf(id);
    this.#senders.delete(this.#taken);
    return sender === undefined ? { type: 'command' } : { type: 'message', number: sender };
  }

  /** The message that moved credits of the account last: its owner hears that they run low. */
  #payerOf(id: AccountId): number | undefined {
    const { postings } = must(this.#draft, 'a draft');
    const at = postings.findLastIndex(({ from, to }) => from === id || to === id);
    return this.#heard.findLast(({ postingsFrom }) => postingsFrom <= at)?.number ?? this.#heard[0]?.number;
  }
}

const asks = ({ asked }: Hearing, actor: ActorId, event: string): boolean =>
  asked.some((one) => one.actor === actor && one.event === event);

function stepOf({ source, eventType, guard, target }: Microstep['transitions'][number]): TracedStep {
  const to = target?.map(({ path }) => path.join('.')).join(', ');
  return {
    from: source.path.join('.'),
    event: eventType,
    guard: guard === undefined ? null : partName(guard),
    to: to ?? null,
  };
}

function messagesOf(draft: Draft, heard: readonly Hearing[]): readonly TracedMessage[] {
  const { seq } = draft.state.counters;
  const postings = postingsOf(draft);
  return heard.map(({ postingsFrom, eventsFrom, ...message }, i) => {
    const next = heard[i + 1];
    const eventsTo = next?.eventsFrom ?? draft.events.length;
    const events = Array.from({ length: eventsTo - eventsFrom }, (_, n) => seq + eventsFrom + n + 1);
    return { ...message, events, postings: postings.slice(postingsFrom, next?.postingsFrom) };
  });
}

function postingsOf(draft: Draft): readonly TracedPosting[] {
  const balances = new Map<AccountId, number>();
  const moved = (id: AccountId, amount: number): number => {
    const balance = (balances.get(id) ?? balanceAt(draft.state.account(id), draft.tick)) + amount;
    balances.set(id, balance);
    return balance;
  };
  return draft.postings.map((posting) => ({
    ...posting,
    payerBalance: moved(posting.from, -posting.amount),
    payeeBalance: moved(posting.to, posting.amount),
  }));
}

/** The actor may have left with its end. */
function askedIn({ state }: Draft, { actor, call }: JournalCommand & { type: 'performed' }): number | null {
  return state.images.get(actor)?.calls.find(({ id }) => id === call)?.turn ?? null;
}
