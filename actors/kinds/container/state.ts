/** The states of a container, as paths of its chart's leaves (`RulesOf` holds the chart to them), and predicates on them. */
export const containerStates = ['allowed', 'running', 'stopped'] as const;
export type ContainerState = (typeof containerStates)[number];

export const isRunning = ({ state }: { readonly state: ContainerState }): boolean => state === 'running';
