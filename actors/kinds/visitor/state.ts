/** The states of the kind, as paths of its chart's leaves: its declaration is held to them (`RulesOf`). */
export type VisitorState = 'registered';
