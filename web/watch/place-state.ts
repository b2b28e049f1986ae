/** The state of a page about a place: as it was fetched, with the events since then applied. */
import { before } from '../lib/bounded-lists.ts';
import type { CityEvent } from '../lib/events.ts';
import { type Happening, happeningOf, withGap } from '../lib/happening.ts';
import type { Place, Station } from './answers.ts';

/** Lines that are kept. */
const linesMax = 200;
/** Residents that are listed; the others are counted. */
const presentMax = 200;
/** Silent stations that are shown. */
const stationsMax = 8;

export interface PlaceState {
  readonly place: Place;
  /** The ids of those present. */
  readonly present: readonly string[];
  readonly count: number;
  /** Events here, newest first. */
  readonly lines: readonly Happening[];
  readonly isShutDown: boolean;
  /** Its portal stations, including those that have fallen silent since the page was opened. */
  readonly stations: readonly StationHere[];
}

export interface StationHere extends Station {
  readonly isSilent: boolean;
}

/** The state after a fetch: lines from before remain. */
export const looked = (place: Place, earlier?: PlaceState): PlaceState => ({
  place,
  present: place.residents.map(({ id }) => id),
  count: place.residents_count,
  lines: earlier?.lines ?? [],
  isShutDown: earlier?.isShutDown ?? false,
  stations: stationsOf(place, earlier?.stations ?? []),
});

function stationsOf({ stations }: Place, earlier: readonly StationHere[]): readonly StationHere[] {
  const active = new Set(stations.map(({ id }) => id));
  const silent = earlier.filter(({ id }) => !active.has(id)).slice(-stationsMax);
  return [
    ...stations.map((station) => ({ ...station, isSilent: false })),
    ...silent.map((station) => ({ ...station, isSilent: true })),
  ];
}

/** The state after an event. An event from before the fetch is included there: it only adds a line. */
export function heard(state: PlaceState, event: CityEvent): PlaceState {
  const line = happeningOf(event);
  const lines = line === undefined || !isHere(state, event) ? state.lines : before(state.lines, line, linesMax);
  if (event.seq <= state.place.seq) return { ...state, lines };
  if (event.type === 'pod.shut_down' && event.data.id === state.place.id) return { ...state, lines, isShutDown: true };
  const { actor, location } = event;
  if (location !== state.place.id || actor === null) return { ...state, lines };
  if (event.type === 'resident.arrived' || event.type === 'resident.born')
    return { ...state, lines, ...entered(state, actor) };
  if (event.type === 'resident.departed' || event.type === 'resident.died')
    return { ...state, lines, ...left(state, actor) };
  return { ...state, lines };
}

/** A gap after the newest line. */
export const missed = (state: PlaceState, seq: number): PlaceState => ({
  ...state,
  lines: withGap(state.lines, seq, linesMax),
});

const isHere = ({ place }: PlaceState, event: CityEvent): boolean =>
  event.location === place.id || podIn(event) === place.id;

/** The pod that the event is about, wherever it happened. */
function podIn(event: CityEvent): string | undefined {
  switch (event.type) {
    case 'pool.funded':
      return event.data.pod;
    case 'pod.deployed':
    case 'pod.orphaned':
    case 'pod.reconnected':
    case 'pod.owner_changed':
    case 'pod.shut_down':
      return event.data.id;
    default:
      return undefined;
  }
}

function entered({ present, count }: PlaceState, resident: string) {
  if (present.includes(resident)) return {};
  return { count: count + 1, present: present.length < presentMax ? [...present, resident] : present };
}

function left({ present, count }: PlaceState, resident: string) {
  const isCounted = present.includes(resident) || count > present.length;
  return { count: isCounted ? count - 1 : count, present: present.filter((one) => one !== resident) };
}
