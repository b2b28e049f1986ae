/** The states of the kind, as paths of its chart's leaves: its declaration is held to them (`RulesOf`). What they say of it is asked here. */
export type ContainerState = 'allowed' | 'running' | 'stopped';

export const isRunning = ({ state }: { readonly state: ContainerState }): boolean => state === 'running';
