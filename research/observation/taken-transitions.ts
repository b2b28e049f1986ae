/**
 * Which transitions charts have taken while somebody looked. Two states alone do not say it, so the charts are observed.
 *
 * CH4  A chart is observed only while somebody has asked for its kind within the last seconds; a turn that was refused has taken nothing.
 */
import type { AnyTransitionDefinition } from 'xstate';
import type { ActorKind } from '../../engine/actor-kind.ts';
import { transitionNames } from '../charts/chart.ts';

/** How long after a request a kind is observed. */
const observedMs = 10_000;

type Counts = Map<string, number>;

interface Watched {
  /** By chart, then by the transition's name. */
  readonly counts: Map<string, Counts>;
  readonly timer: NodeJS.Timeout;
}

/** Where a transition stands. */
interface Origin {
  readonly chart: string;
  readonly name: string;
}

export class TakenTransitions {
  /** The kinds, observed: a city that is opened with them is heard here. */
  readonly kinds: readonly ActorKind[];
  readonly #watched = new Map<string, Watched>();
  readonly #origins = new Map<AnyTransitionDefinition, Origin>();
  /** Of the turn that is under way; a turn is bounded. */
  #steps: { readonly kind: string; readonly taken: readonly AnyTransitionDefinition[] }[] = [];

  constructor(kinds: readonly ActorKind[]) {
    this.kinds = kinds.map((kind) => this.#observed(kind));
  }

  /** For `CityOptions.onSealed`: what was observed of the turn has happened. */
  readonly sealed = (): void => {
    if (this.#steps.length === 0) return;
    for (const { kind, taken } of this.#steps) for (const transition of taken) this.#count(kind, transition);
    this.#steps = [];
  };

  /** For `CityOptions.onDropped`. */
  readonly dropped = (): void => {
    if (this.#steps.length > 0) this.#steps = [];
  };

  /** How often which transition was taken, since somebody began to look; looks on for the next seconds. By chart. */
  of(kind: string): ReadonlyMap<string, ReadonlyMap<string, number>> {
    const known = this.#watched.get(kind);
    known?.timer.refresh();
    return (known ?? this.#watch(kind)).counts;
  }

  #watch(kind: string): Watched {
    const timer = setTimeout(() => this.#watched.delete(kind), observedMs).unref();
    const watched: Watched = { counts: new Map(), timer };
    this.#watched.set(kind, watched);
    return watched;
  }

  #observed(kind: ActorKind): ActorKind {
    for (const machine of [kind.machine, ...Object.values(kind.machinesOf ?? {})])
      for (const [transition, name] of transitionNames(machine))
        this.#origins.set(transition, { chart: machine.id, name });
    return {
      ...kind,
      observe: ({ transitions }) => void this.#steps.push({ kind: kind.name, taken: transitions }),
      isObserved: () => this.#watched.has(kind.name),
    };
  }

  /** The beginning of a life is no transition of a chart. */
  #count(kind: string, transition: AnyTransitionDefinition): void {
    const [watched, origin] = [this.#watched.get(kind), this.#origins.get(transition)];
    if (watched === undefined || origin === undefined) return;
    const counts = watched.counts.get(origin.chart) ?? new Map<string, number>();
    watched.counts.set(origin.chart, counts);
    counts.set(origin.name, (counts.get(origin.name) ?? 0) + 1);
  }
}
