/**
 * Why something happened: the turn, then the turn that asked for the wake-up by which it came, and so on until a command, a tick or an
 * answer from outside. From a command whose caller names the event to which it answers the chain goes on to the turn of that event.
 *
 * WY1  Each chain of causes ends at one of these, or says why it ends before.
 * WY2  What a caller named is only what it said: it leads to an event from before the command, or the chain ends there.
 */
import { NotInThePast } from '../commit/moments.ts';
import { OtherVersion, type TurnSource } from './traced-turns.ts';
import type { Origin, TurnTrace } from './turn-trace.ts';

/** How a chain ends. `note`: why it goes no further, for what is not its beginning. */
export type ChainEnd =
  | { readonly type: 'command' | 'tick' | 'answer' }
  | { readonly type: 'unknown'; readonly note: string }
  /** There is more, from this turn on. */
  | { readonly type: 'longer'; readonly turn: number };

export interface Link {
  readonly trace: TurnTrace;
  /** The numbers of the messages that led to it, the first one first; empty: the command itself. */
  readonly path: readonly number[];
  /** The event of it that the caller of the link before named as its cause; unset where the cause is known. */
  readonly said?: number;
}

export interface Chain {
  /** The turn in question first. */
  readonly links: readonly Link[];
  readonly end: ChainEnd;
}

export type Asked = { readonly type: 'event'; readonly seq: number } | { readonly type: 'turn'; readonly turn: number };

/** Throws as `turns` does where the turn itself cannot be traced. */
export async function causesOf(turns: TurnSource, asked: Asked, linksMax: number): Promise<Chain> {
  const trace = asked.type === 'event' ? await turns.turnOfEvent(asked.seq) : await turns.turn(asked.turn);
  const publisher = asked.type === 'event' ? publisherOf(trace, asked.seq) : undefined;
  const links: Link[] = [];
  let at: Found | ChainEnd = { trace, number: publisher ?? (asked.type === 'turn' ? lastOf(trace) : undefined) };
  while ('trace' in at) {
    if (links.length === linksMax) return { links, end: { type: 'longer', turn: at.trace.turn } };
    const { path, origin } = rootOf(at.trace, at.number);
    links.push({ trace: at.trace, path, ...(at.said !== undefined && { said: at.said }) });
    at = await before(turns, at.trace, origin, path[0]);
  }
  return { links, end: at };
}

interface Found {
  readonly trace: TurnTrace;
  readonly number: number | undefined;
  readonly said?: number;
}

const publisherOf = ({ messages }: TurnTrace, seq: number): number | undefined =>
  messages.find(({ events }) => events.includes(seq))?.number;

const lastOf = ({ messages }: TurnTrace): number | undefined => messages.at(-1)?.number;

/** From a message back to what made the first one of those that led to it. */
function rootOf({ messages }: TurnTrace, number: number | undefined): { path: readonly number[]; origin: Origin } {
  const path: number[] = [];
  let origin: Origin = number === undefined ? { type: 'command' } : { type: 'message', number };
  while (origin.type === 'message') {
    path.unshift(origin.number);
    origin = messages[origin.number - 1]?.origin ?? { type: 'command' };
  }
  return { path, origin };
}

/** The turn before, or the end. */
async function before(
  turns: TurnSource,
  trace: TurnTrace,
  origin: Origin,
  first: number | undefined,
): Promise<Found | ChainEnd> {
  const heard = first === undefined ? undefined : trace.messages[first - 1];
  try {
    if (origin.type === 'wake' && heard !== undefined)
      return await asking(turns, origin.turn, heard.to, heard.event.type);
    if (origin.type === 'derived' && heard !== undefined) {
      const since = await turns.derivedSince(heard.to, trace.turn);
      if (since === undefined) return unknown('It is not to be found since when the map or the end of another was so.');
      const cause = await turns.turn(since);
      return { trace: cause, number: lastOf(cause) };
    }
    if (trace.taken !== null) {
      const { actor, wake } = trace.taken;
      return await asking(turns, wake.turn ?? null, actor, wake.event.type);
    }
    const { command } = trace;
    if (command.type === 'event' && command.cause !== undefined) return await named(turns, trace.turn, command.cause);
  } catch (cause) {
    if (cause instanceof OtherVersion || cause instanceof NotInThePast) return unknown(cause.message);
    throw cause;
  }
  return endAt(trace);
}

/** The turn in which the actor asked for the wake-up, and its message that did. */
async function asking(turns: TurnSource, turn: number | null, actor: string, event: string): Promise<Found | ChainEnd> {
  if (turn === null) return unknown('The turn that asked for the wake-up is not recorded: an earlier version made it.');
  const trace = await turns.turn(turn);
  const message = trace.messages.findLast(({ asked }) =>
    asked.some((one) => one.actor === actor && one.event === event),
  );
  return { trace, number: message?.number };
}

/** The turn of the event that a caller named (WY2). */
async function named(turns: TurnSource, turn: number, seq: number): Promise<Found | ChainEnd> {
  const trace = await turns.turnOfEvent(seq);
  if (trace.turn < turn) return { trace, number: publisherOf(trace, seq), said: seq };
  return unknown(`The caller names event ${seq} as its cause, which came no earlier.`);
}

function endAt({ command }: TurnTrace): ChainEnd {
  switch (command.type) {
    case 'tick':
    case 'tick.completed':
      return { type: 'tick' };
    case 'performed':
      return { type: 'answer' };
    case 'wake':
    case 'wake.dropped':
    case 'wake.deferred':
      return unknown('The wake-up of the turn is not to be found.');
    default:
      return { type: 'command' };
  }
}

const unknown = (note: string): ChainEnd => ({ type: 'unknown', note });
