/** The states of the kind, as paths of its chart's leaves: its declaration is held to them (`RulesOf`). What they say of it is asked here. */
export const containerStates = ['allowed', 'running', 'stopped'] as const;
export type ContainerState = (typeof containerStates)[number];

export const isRunning = ({ state }: { readonly state: ContainerState }): boolean => state === 'running';
