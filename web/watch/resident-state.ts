/** The state of a page about a resident: as it was fetched, with the events since then applied; its happenings, and the newest warning. */
import { before } from '../lib/bounded-lists.ts';
import type { CityEvent } from '../lib/events.ts';
import { type Happening, happeningOf, isShownByArrival, withGap } from '../lib/happening.ts';
import type { Resident } from './answers.ts';

const linesMax = 200;

export interface ResidentState {
  readonly resident: Resident;
  /** What happened to it and what it did, newest first. */
  readonly lines: readonly Happening[];
  /** The last warning, while it lives. */
  readonly warning: Happening | undefined;
}

/** The state after a fetch: lines from before remain. */
export const looked = (resident: Resident, earlier?: ResidentState): ResidentState => ({
  resident,
  lines: earlier?.lines ?? [],
  warning: resident.status === 'dead' ? undefined : earlier?.warning,
});

/** The state after an event. A visitor hears events of all whose souls it wrote: those of other residents are ignored. */
export function heard(state: ResidentState, event: CityEvent): ResidentState {
  const { resident } = state;
  if (event.actor !== resident.id && event.subject !== resident.id) return state;
  const line = happeningOf(event);
  if (line === undefined) return state;
  const lines = isShownByArrival(event) ? state.lines : before(state.lines, line, linesMax);
  if (event.seq <= resident.seq) return { ...state, lines };
  return { lines, warning: warningAfter(state, event, line), resident: { ...resident, ...changedBy(event) } };
}

/** A gap after the newest line. */
export const missed = (state: ResidentState, seq: number): ResidentState => ({
  ...state,
  lines: withGap(state.lines, seq, linesMax),
});

function warningAfter({ warning }: ResidentState, event: CityEvent, line: Happening): Happening | undefined {
  if (event.type === 'resident.died') return undefined;
  return line.kind === 'warning' ? line : warning;
}

/** Its new place is known only where strangers may walk. */
function changedBy(event: CityEvent): Partial<Resident> {
  if (event.type === 'resident.arrived') return { location: event.location };
  if (event.type === 'resident.departed') return { location: null };
  if (event.type !== 'resident.died') return {};
  return { status: 'dead', location: null, died_at: event.at, dies_tick: event.tick, death_cause: event.data.cause };
}
