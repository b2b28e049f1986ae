/** The states of a visitor, as paths of its chart's leaves. `RulesOf` holds the chart to them. */
export type VisitorState = 'registered';
