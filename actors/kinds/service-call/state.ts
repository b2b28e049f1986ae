/** The states of a service call, as paths of its chart's leaves. `RulesOf` holds the chart to them. */
export type ServiceCallState = 'open' | 'ended';
