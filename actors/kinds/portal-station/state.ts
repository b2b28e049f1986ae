/** The states of a portal station, as paths of its chart's leaves (`RulesOf` holds the chart to them), and predicates on them. */
export const stationStates = ['active', 'inactive', 'closed'] as const;
export type StationState = (typeof stationStates)[number];

type Station = { readonly state: StationState };

/** The gateway has received a heartbeat lately. */
export const isActive = ({ state }: Station): boolean => state === 'active';

export const isClosed = ({ state }: Station): boolean => state === 'closed';
