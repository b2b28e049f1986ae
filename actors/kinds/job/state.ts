/** The states of the kind, as paths of its chart's leaves: its declaration is held to them (`RulesOf`). What they say of it is asked here. */
export const jobStates = ['open', 'claimed', 'submitted', 'completed', 'expired', 'cancelled', 'forgotten'] as const;
export type JobState = (typeof jobStates)[number];

type Job = { readonly state: JobState };

const standing: ReadonlySet<JobState> = new Set(['open', 'claimed', 'submitted']);

/** Nobody has claimed it. */
export const isOpen = ({ state }: Job): boolean => state === 'open';

/** It has not ended: it is on the board. */
export const stands = ({ state }: Job): boolean => standing.has(state);
