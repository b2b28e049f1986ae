/**
 * Why something happened: the turn, then the turn that asked for the wake-up by which it came, and so on until a command, a tick or an
 * answer from outside.
 *
 * WY1  Each chain of causes ends at one of these, or says why it ends before.
 */
import { NotInThePast } from '../commit/moments.ts';
import { OtherVersion, type TracedTurns } from './traced-turns.ts';
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
}

export interface Chain {
  /** The turn in question first. */
  readonly links: readonly Link[];
  readonly end: ChainEnd;
}

export type Asked = { readonly type: 'event'; readonly seq: number } | { readonly type: 'turn'; readonly turn: number };

/** Throws as `TracedTurns` does where the turn itself cannot be run again. */
export async function causesOf(turns: TracedTurns, asked: Asked, linksMax: number): Promise<Chain> {
  const trace = asked.type === 'event' ? await turns.turnOfEvent(asked.seq) : await turns.turn(asked.turn);
  const publisher =
    asked.type === 'event' ? trace.messages.find((one) => one.events.includes(asked.seq))?.number : undefined;
  const links: Link[] = [];
  let at: Found | ChainEnd = { trace, number: publisher ?? (asked.type === 'turn' ? lastOf(trace) : undefined) };
  while ('trace' in at) {
    if (links.length === linksMax) return { links, end: { type: 'longer', turn: at.trace.turn } };
    const { path, origin } = rootOf(at.trace, at.number);
    links.push({ trace: at.trace, path });
    at = await before(turns, at.trace, origin, path[0]);
  }
  return { links, end: at };
}

interface Found {
  readonly trace: TurnTrace;
  readonly number: number | undefined;
}

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
  turns: TracedTurns,
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
  } catch (cause) {
    if (cause instanceof OtherVersion || cause instanceof NotInThePast) return unknown(cause.message);
    throw cause;
  }
  return endAt(trace);
}

/** The turn in which the actor asked for the wake-up, and its message that did. */
async function asking(
  turns: TracedTurns,
  turn: number | null,
  actor: string,
  event: string,
): Promise<Found | ChainEnd> {
  if (turn === null) return unknown('The turn that asked for the wake-up is not recorded: an earlier version made it.');
  const trace = await turns.turn(turn);
  const message = trace.messages.findLast(({ asked }) =>
    asked.some((one) => one.actor === actor && one.event === event),
  );
  return { trace, number: message?.number };
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
