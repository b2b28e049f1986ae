/** The states of the kind, as paths of its chart's leaves: its declaration is held to them (`RulesOf`). What they say of it is asked here. */
export const frameworkStates = ['published', 'withdrawn'] as const;
export type FrameworkState = (typeof frameworkStates)[number];

export const isPublished = ({ state }: { readonly state: FrameworkState }): boolean => state === 'published';
