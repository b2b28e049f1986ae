/**
 * What happened in a turn: its messages in order, by which transitions they were heard, what was posted, which events were published, and
 * from what each message came. Made of what `turn-tracer.ts` has noted while the turn was run, or was run again: replay is exact (J1).
 */
import type { AnyTransitionDefinition } from 'xstate';
import type { JournalCommand } from '../command.ts';
import type { Message, Wake } from '../effect.ts';
import type { ActorId } from '../ids.ts';
import type { BookedPosting } from '../state/ledger.ts';
import { partName } from '../turn/chart-names.ts';
import {
  type AccountsOfTurn,
  type ChangedAccount,
  type TracedAccount,
  tracedAccount,
  upkeepOf,
} from './traced-accounts.ts';

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
export type TracedPosting = Omit<BookedPosting, 'turn' | 'at' | 'tick' | 'isRefund'>;

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

/** What was noted of a message: numbers where its postings and events begin in those of the turn; and the message after it. */
export interface NotedMessage
  extends Pick<TracedMessage, 'origin' | 'to' | 'event' | 'from' | 'state' | 'born' | 'asked'> {
  readonly steps: readonly AnyTransitionDefinition[];
  readonly postingsFrom: number;
  readonly eventsFrom: number;
  readonly next: NotedMessage | undefined;
}

/** What most turns have nothing of: those share one. */
export interface RestOfTurn
  extends Pick<AccountsOfTurn, 'postings' | 'treasury'>,
    Pick<TurnTrace, 'taken' | 'askedIn'> {
  readonly accounts: readonly ChangedAccount[];
}

/**
 * What was noted of a turn. Nothing in it changes any more. Thousands are kept, and the collector copies what is kept: messages are linked,
 * not listed, and nothing is here twice.
 */
export interface TurnNotes {
  readonly command: JournalCommand;
  readonly tick: number;
  readonly first: NotedMessage | undefined;
  readonly rest: RestOfTurn;
  /** The seq before its first event, and how many there are. */
  readonly seqBefore: number;
  readonly published: number;
}

/** The messages of a turn, in order. */
export function notedMessages({ first }: TurnNotes): readonly NotedMessage[] {
  const messages: NotedMessage[] = [];
  for (let message = first; message !== undefined; message = message.next) messages.push(message);
  return messages;
}

export function traceOf(notes: TurnNotes): TurnTrace {
  const { command, tick, rest, seqBefore, published } = notes;
  const { postings, accounts, treasury, taken, askedIn } = rest;
  // Ticks come one by one (K1).
  const ofTurn = { postings, treasury, tick, tickBefore: treasury === null ? tick : tick - 1 };
  return {
    ...{ turn: command.turn, at: command.at, tick, command },
    messages: messagesOf(notes),
    accounts: accounts.map((account) => tracedAccount(account, ofTurn)),
    upkeep: upkeepOf(ofTurn),
    events: published === 0 ? null : { from: seqBefore + 1, to: seqBefore + published },
    ...{ taken, askedIn },
  };
}

function messagesOf(notes: TurnNotes): readonly TracedMessage[] {
  const { seqBefore, published } = notes;
  const postings = notes.rest.postings.map(tracedPosting);
  return notedMessages(notes).map(({ postingsFrom, eventsFrom, steps, next, ...message }, i) => {
    const eventsTo = next?.eventsFrom ?? published;
    return {
      number: i + 1,
      ...message,
      steps: steps.map(stepOf),
      postings: postings.slice(postingsFrom, next?.postingsFrom),
      events: Array.from({ length: eventsTo - eventsFrom }, (_, n) => seqBefore + eventsFrom + n + 1),
    };
  });
}

function stepOf({ source, eventType, guard, target }: AnyTransitionDefinition): TracedStep {
  const to = target?.map(({ path }) => path.join('.')).join(', ');
  return {
    from: source.path.join('.'),
    event: eventType,
    guard: guard === undefined ? null : partName(guard),
    to: to ?? null,
  };
}

const tracedPosting = ({ from, to, amount, reason, payerBalance, payeeBalance }: BookedPosting): TracedPosting => ({
  from,
  to,
  amount,
  reason,
  payerBalance,
  payeeBalance,
});
