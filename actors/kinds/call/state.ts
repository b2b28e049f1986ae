/** The states of a call, as paths of its chart's leaves. `RulesOf` holds the chart to them. */
export type CallState = 'running' | 'settling' | 'ended';
