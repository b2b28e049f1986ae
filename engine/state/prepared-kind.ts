/** A kind of actor as the engine works with it. */
import type { ActorKind, Image } from '../actor-kind.ts';
import type { ActorId } from '../ids.ts';
import { Chart } from '../turn/decide.ts';

/** A kind with its charts made ready. */
export interface PreparedKind extends ActorKind {
  /** The chart of the actor with this id. */
  readonly chartOf: (id: ActorId) => Chart;
  /** True when the end of others or the map can make wake-ups of its actors due (K2). */
  readonly derives: boolean;
  /** True when its actors are places that strangers may enter, or ways between them. */
  readonly isOnPublicMap: boolean;
}

export function preparedKind(kind: ActorKind): PreparedKind {
  const derives = kind.dependsOn !== undefined || kind.expects !== undefined || kind.way !== undefined;
  const isOnPublicMap = kind.publicPlace !== undefined || kind.publicWay !== undefined;
  return { chartOf: chartsOf(kind), derives, isOnPublicMap, ...kind };
}

/** Puts in the place of each image the one that this version would have made (`updated`); all of them, by kind. */
export function updatedByKind(
  images: Map<ActorId, Image>,
  kindOf: (id: ActorId) => PreparedKind,
): ReadonlyMap<PreparedKind, readonly Image[]> {
  const byKind = new Map<PreparedKind, Image[]>();
  for (const [id, image] of images) {
    const kind = kindOf(id);
    const updated = kind.updated?.(image) ?? image;
    if (updated !== image) images.set(id, updated);
    const alike = byKind.get(kind);
    if (alike === undefined) byKind.set(kind, [updated]);
    else alike.push(updated);
  }
  return byKind;
}

function chartsOf({ machine, machinesOf = {}, observe, isObserved }: ActorKind): PreparedKind['chartOf'] {
  const chart = new Chart(machine, observe, isObserved);
  const own = new Map<string, Chart>();
  for (const [id, its] of Object.entries(machinesOf)) own.set(id, new Chart(its, observe, isObserved));
  return own.size === 0 ? () => chart : (id) => own.get(id) ?? chart;
}
