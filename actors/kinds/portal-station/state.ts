/** The states of the kind, as paths of its chart's leaves: its declaration is held to them (`RulesOf`). What they say of it is asked here. */
export const stationStates = ['active', 'inactive', 'closed'] as const;
export type StationState = (typeof stationStates)[number];

type Station = { readonly state: StationState };

/** It has been heard of lately. */
export const isActive = ({ state }: Station): boolean => state === 'active';

export const isClosed = ({ state }: Station): boolean => state === 'closed';
