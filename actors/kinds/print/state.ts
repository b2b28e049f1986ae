/** The states of the kind, as paths of its chart's leaves: its declaration is held to them (`RulesOf`). What they say of it is asked here. */
export type PrintState = 'queued' | 'printed' | 'failed' | 'forgotten';

export const isQueued = ({ state }: { readonly state: PrintState }): boolean => state === 'queued';
