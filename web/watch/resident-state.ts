/** What a page knows of a resident: as it was looked at, and what has been heard since. */
import { before } from '../lib/bounded.ts';
import type { CityEvent } from '../lib/events.ts';
import { type Happening, happeningOf, isToldByArrival, withGap } from '../lib/happening.ts';
import type { Resident } from './answers.ts';

const linesMax = 200;

export interface ResidentState {
  readonly resident: Resident;
  /** What happened to it and what it did, the newest first. */
  readonly lines: readonly Happening[];
  /** The last warning, while it lives. */
  readonly warning: Happening | undefined;
}

/** After a look: what was heard before stays. */
export const looked = (resident: Resident, earlier?: ResidentState): ResidentState => ({
  resident,
  lines: earlier?.lines ?? [],
  warning: resident.status === 'dead' ? undefined : earlier?.warning,
});

/** After an event. A visitor hears of all whose souls it wrote: those of others are passed over. */
export function heard(state: ResidentState, event: CityEvent): ResidentState {
  const { resident } = state;
  if (event.actor !== resident.id && event.subject !== resident.id) return state;
  const line = happeningOf(event);
  if (line === undefined) return state;
  const lines = isToldByArrival(event) ? state.lines : before(state.lines, line, linesMax);
  if (event.seq <= resident.seq) return { ...state, lines };
  return { lines, warning: warningAfter(state, event, line), resident: { ...resident, ...changedBy(event) } };
}

/** Something is missing behind the newest line. */
export const missed = (state: ResidentState, seq: number): ResidentState => ({
  ...state,
  lines: withGap(state.lines, seq, linesMax),
});

function warningAfter({ warning }: ResidentState, event: CityEvent, line: Happening): Happening | undefined {
  if (event.type === 'resident.died') return undefined;
  return line.kind === 'warning' ? line : warning;
}

/** Where it has come to is heard of only where strangers may walk. */
function changedBy(event: CityEvent): Partial<Resident> {
  if (event.type === 'resident.arrived') return { location: event.location };
  if (event.type === 'resident.departed') return { location: null };
  if (event.type !== 'resident.died') return {};
  return { status: 'dead', location: null, died_at: event.at, death_cause: event.data.cause };
}
