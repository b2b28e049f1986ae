/** The states of a resident, as paths of its chart's leaves (`RulesOf` holds the chart to them), and predicates on them. */
export const residentStates = ['alive.active', 'alive.warned', 'dying.legacy', 'dead'] as const;
export type ResidentState = (typeof residentStates)[number];

export const isDead = ({ state }: { readonly state: ResidentState }): boolean => state === 'dead';
