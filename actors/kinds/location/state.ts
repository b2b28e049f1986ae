/** The states of a location, as paths of its chart's leaves. `RulesOf` holds the chart to them. */
export type LocationState = 'opening' | 'commons' | 'house' | 'ruin';
