/** The states of the kind, as paths of its chart's leaves: its declaration is held to them (`RulesOf`). */
export type PodState = 'beginning' | 'workshop.provisioning' | 'workshop.ready' | 'deployed' | 'orphaned' | 'shut_down';
