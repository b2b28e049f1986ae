/** The states of a framework, as paths of its chart's leaves (`RulesOf` holds the chart to them), and predicates on them. */
export const frameworkStates = ['published', 'withdrawn'] as const;
export type FrameworkState = (typeof frameworkStates)[number];

export const isPublished = ({ state }: { readonly state: FrameworkState }): boolean => state === 'published';
