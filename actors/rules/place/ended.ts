/** When a place has ended, and when it can be used: said once for rules, views, indexes and the sandbox. */

/** The state in which a house, a room, a pod and a container have ended for good. A room or container may begin again. */
const ends: ReadonlySet<string> = new Set(['ruin', 'ended', 'shut_down', 'stopped']);

export const hasEnded = ({ state }: { readonly state: string }): boolean => ends.has(state);

/** False too for a container that is allowed and waits to be deployed: nobody can be in it yet. */
export const isInUse = (place: { readonly state: string }): boolean => !hasEnded(place) && place.state !== 'allowed';
