/** Predicates on the states of all kinds of places, for rules, views, indexes and the sandbox. */
import type { ContainerState } from '../../kinds/container/state.ts';
import type { LocationState } from '../../kinds/location/state.ts';
import type { PodState } from '../../kinds/pod/state.ts';
import type { RoomState } from '../../kinds/room/state.ts';

export type PlaceState = LocationState | RoomState | PodState | ContainerState;

/** A place of which only the state is read. */
type Place = { readonly state: PlaceState };

/** The final states of a house, a room, a pod and a container. A room or container may begin again. */
const ends: ReadonlySet<PlaceState> = new Set(['ruin', 'ended', 'shut_down', 'stopped']);

export const hasEnded = ({ state }: Place): boolean => ends.has(state);

/** False too for a container that is allowed but not deployed: nobody can be in it yet. */
export const isInUse = (place: Place): boolean => !hasEnded(place) && place.state !== 'allowed';

/** A house whose owner lives. */
export const isHouse = ({ state }: Place): boolean => state === 'house';

/** A shared workshop, which becomes a pod; not a room with code. */
export const isWorkshop = ({ state }: Place): boolean =>
  state === 'workshop.provisioning' || state === 'workshop.ready';

export const isDeployed = ({ state }: Place): boolean => state === 'deployed';

/** A pod to which no way leads from the Commons. */
export const isOrphaned = ({ state }: Place): boolean => state === 'orphaned';

/** A pod that works, whether a way leads to it or not. */
export const isOperating = (place: Place): boolean => isDeployed(place) || isOrphaned(place);
