/** The states of a print, as paths of its chart's leaves (`RulesOf` holds the chart to them), and predicates on them. */
export type PrintState = 'queued' | 'printed' | 'failed' | 'forgotten';

export const isQueued = ({ state }: { readonly state: PrintState }): boolean => state === 'queued';
