/** The states of the kind, as paths of its chart's leaves: its declaration is held to them (`RulesOf`). What they say of it is asked here. */
export const residentStates = ['alive.active', 'alive.warned', 'dying.legacy', 'dead'] as const;
export type ResidentState = (typeof residentStates)[number];

export const isDead = ({ state }: { readonly state: ResidentState }): boolean => state === 'dead';
