/**
 * What an actor would do about the events that its state handles: it is read from the chart by which it lives, with the guards of that
 * chart, which are run as in a turn. Nothing happens.
 *
 * PE1  Where a guard or the facts of an event ask what the event says, the answer is that it depends; else it is what a turn would decide.
 */
import { evaluateGuard } from 'xstate/guards';
import type { Image } from '../actor-kind.ts';
import type { CityState } from '../state/city-state.ts';
import { partName } from './chart-names.ts';
import type { Candidate, Chart } from './decide.ts';
import { Draft } from './draft.ts';

/** A guard in the way: one that fails, or one that holds and has the event refused. */
export interface GuardInTheWay {
  readonly guard: string;
  readonly holds: boolean;
}

export interface PossibleEvent {
  readonly type: string;
  /** A caller may send it. */
  readonly isCommand: boolean;
  /** Whether the chart takes it. An action of the transition may still refuse it, and so may another actor that it is sent on to. */
  readonly taken: 'yes' | 'no' | 'depends';
  /** The name of the transition that would be taken, or that refuses; null: it depends on what the event says. */
  readonly transition: string | null;
  /** Empty where it is taken. */
  readonly inTheWay: readonly GuardInTheWay[];
  /** Guards that ask what the event says. */
  readonly asks: readonly string[];
}

type Guard = Exclude<Candidate['guard'], undefined>;
type Found = 'holds' | 'fails' | 'depends';

/** In the order of their names. */
export function possibleEvents(state: CityState, image: Image, at: number): readonly PossibleEvent[] {
  const kind = state.kind(image.id);
  const chart = kind.chartOf(image.id);
  return chart.handled(image.state).map((type) => {
    const event = eventOf(state, image, type, at);
    const evaluate = (guard: Guard) => foundOf(guard, chart, image, event);
    const isCommand = kind.events[type]?.command === true;
    return { type, isCommand, ...outlookOf(chart.candidates(image.state, type), evaluate) };
  });
}

/** Thrown where something asks what an event says of which only the type is known. */
class AsksTheEvent extends Error {}

/** A record of which these fields are known; whoever asks for another, or for all of them, hears that it depends. */
function partlyKnown<Known extends object>(known: Known): Known {
  const asks = (): never => {
    throw new AsksTheEvent();
  };
  const isKnown = (field: string | symbol) => typeof field === 'symbol' || field in known;
  return new Proxy(known, {
    get: (_, field) => (isKnown(field) ? Reflect.get(known, field) : asks()),
    has: (_, field) => isKnown(field) || asks(),
    ownKeys: asks,
  });
}

/** An event of the type, without what its sender would say, with what the city knows beforehand (T6). */
function eventOf(state: CityState, image: Image, type: string, at: number): { readonly type: string } {
  const said = partlyKnown({ type });
  const draft = new Draft(state, at);
  const present = { tick: draft.tick, at, settings: draft.settings };
  try {
    const own = state.kind(image.id).events[type]?.facts?.(draft, image, said);
    return partlyKnown({ type, facts: { ...present, ...own } });
  } catch {
    return partlyKnown({ type, facts: partlyKnown(present) });
  }
}

type Outlook = Omit<PossibleEvent, 'type' | 'isCommand'>;

function outlookOf(candidates: readonly Candidate[], evaluate: (guard: Guard) => Found): Outlook {
  const inTheWay: GuardInTheWay[] = [];
  /** Those of which one is taken: where it depends, the ones after it may be taken too. */
  const left: Candidate[] = [];
  const asks: string[] = [];
  for (const candidate of candidates) {
    const { guard, isRefusal } = candidate;
    const found = guard === undefined ? 'holds' : evaluate(guard);
    if (found !== 'fails') left.push(candidate);
    if (guard !== undefined && found === 'depends') asks.push(partName(guard));
    if (guard !== undefined && found === 'fails' && !isRefusal)
      inTheWay.push(...failing(guard, evaluate).map((name) => ({ guard: name, holds: false })));
    if (guard !== undefined && found === 'holds' && isRefusal) inTheWay.push({ guard: partName(guard), holds: true });
    if (found === 'holds') break;
  }
  const refusals = left.filter(({ isRefusal }) => isRefusal).length;
  const taken = refusals === left.length ? 'no' : refusals === 0 ? 'yes' : 'depends';
  const [only, ...more] = left;
  const transition = more.length === 0 ? (only?.name ?? null) : null;
  return { taken, transition, inTheWay: taken === 'yes' ? [] : inTheWay, asks };
}

/** XState's `not`, `and` or `or`. */
type Combined = Guard & { readonly name: string; readonly guards: readonly Guard[] };

const isCombined = (guard: Guard): guard is Combined =>
  typeof guard === 'function' && 'guards' in guard && Array.isArray(guard.guards);

/** Of guards that are combined, those because of which the whole fails. */
const failing = (guard: Guard, evaluate: (guard: Guard) => Found): readonly string[] =>
  isCombined(guard) && guard.name !== 'not'
    ? guard.guards.filter((part) => evaluate(part) === 'fails').flatMap((part) => failing(part, evaluate))
    : [partName(guard)];

function foundOf(guard: Guard, chart: Chart, image: Image, event: { readonly type: string }): Found {
  if (isCombined(guard)) return combined(guard, (part) => foundOf(part, chart, image, event));
  const { state, context } = image;
  try {
    return evaluateGuard(guard, context, event, chart.snapshot(state, context)) ? 'holds' : 'fails';
  } catch {
    return 'depends';
  }
}

function combined({ name, guards }: Combined, evaluate: (guard: Guard) => Found): Found {
  const found = guards.map(evaluate);
  const has = (one: Found) => found.includes(one);
  if (name === 'not') return has('depends') ? 'depends' : has('holds') ? 'fails' : 'holds';
  const [decides, otherwise] = name === 'and' ? (['fails', 'holds'] as const) : (['holds', 'fails'] as const);
  return has(decides) ? decides : has('depends') ? 'depends' : otherwise;
}
