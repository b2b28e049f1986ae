/** The states of the kind, as paths of its chart's leaves: its declaration is held to them (`RulesOf`). */
export const podStates = [
  'beginning',
  ...(['workshop.provisioning', 'workshop.ready', 'deployed', 'orphaned', 'shut_down'] as const),
] as const;
export type PodState = (typeof podStates)[number];
