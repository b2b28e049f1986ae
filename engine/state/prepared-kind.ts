/** A kind of actor as the engine works with it. */
import type { ActorKind } from '../actor-kind.ts';
import { Chart } from '../turn/decide.ts';

/** A kind with its chart made ready. */
export interface PreparedKind extends ActorKind {
  readonly chart: Chart;
  /** True when the end of others or the map can make wake-ups of its actors due (K2). */
  readonly derives: boolean;
  /** True when its actors are places that strangers may enter, or ways between them. */
  readonly isOnPublicMap: boolean;
}

export function preparedKind(kind: ActorKind): PreparedKind {
  const derives = kind.dependsOn !== undefined || kind.expects !== undefined || kind.way !== undefined;
  const isOnPublicMap = kind.publicPlace !== undefined || kind.publicWay !== undefined;
  return { ...kind, chart: new Chart(kind.machine, kind.observe), derives, isOnPublicMap };
}
