/** The states of a job, as paths of its chart's leaves (`RulesOf` holds the chart to them), and predicates on them. */
export const jobStates = ['open', 'claimed', 'submitted', 'completed', 'expired', 'cancelled', 'forgotten'] as const;
export type JobState = (typeof jobStates)[number];

type Job = { readonly state: JobState };

const standing: ReadonlySet<JobState> = new Set(['open', 'claimed', 'submitted']);

/** Nobody has claimed it. */
export const isOpen = ({ state }: Job): boolean => state === 'open';

/** True while it is on the board: it has not ended. */
export const stands = ({ state }: Job): boolean => standing.has(state);
