/** The states of a question, as paths of its chart's leaves (`RulesOf` holds the chart to them), and predicates on them. */
export const questionStates = ['asked', 'answered', 'lapsed', 'forgotten'] as const;
export type QuestionState = (typeof questionStates)[number];

type Question = { readonly state: QuestionState };

/** It waits for its answer. */
export const isAsked = ({ state }: Question): boolean => state === 'asked';
