/** The states of a pod, as paths of its chart's leaves. `RulesOf` holds the chart to them. */
export const podStates = [
  'beginning',
  ...(['workshop.provisioning', 'workshop.ready', 'deployed', 'orphaned', 'shut_down'] as const),
] as const;
export type PodState = (typeof podStates)[number];
