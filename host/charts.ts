/** Composition: charts for the Portal Gateway: drawn, observed in the engine while somebody looks, and what happened last to whom. */
import { kinds } from '../actors/index.ts';
import type { CityEngine } from '../engine/city.ts';
import type { CityOptions } from '../engine/city-options.ts';
import type { ActorId } from '../engine/ids.ts';
import type { Asked, Chain } from '../engine/why/causes.ts';
import type { Charts } from '../gateways/portal/routes/machines.ts';
import type { OnRefused } from '../gateways/route/request.ts';
import { chartsOf } from '../research/charts/chart.ts';
import { type DrawnChart, drawnOf } from '../research/charts/drawn-chart.ts';
import { layoutOf } from '../research/charts/layout.ts';
import { type Inspection, Inspector } from '../research/observation/inspector.ts';
import { type NewestRefusal, NewestRefusals } from '../research/observation/newest-refusals.ts';
import { NewestTraces } from '../research/observation/newest-traces.ts';
import { NewestTurns, type TurnOfActor } from '../research/observation/newest-turns.ts';
import { ObservedTurns } from '../research/observation/observed-turns.ts';
import { TakenTransitions } from '../research/observation/taken-transitions.ts';
import { systemClock } from './system-clock.ts';

export class CityCharts implements Charts {
  readonly #taken = new TakenTransitions(kinds);
  readonly #turns = new NewestTurns();
  readonly #observed = new ObservedTurns();
  readonly #traces = new NewestTraces(this.#observed);
  readonly #refusals = new NewestRefusals();
  readonly #inspector = new Inspector(kinds, this.#observed);
  /** At most one entry for each kind. */
  readonly #drawn = new Map<string, readonly DrawnChart[]>();

  /** With these the engine's charts are observed. */
  get engineOptions(): Pick<CityOptions, 'kinds' | 'onSealed' | 'onDropped'> {
    const { kinds, sealed: taken, dropped: notTaken } = this.#taken;
    return {
      kinds: this.#observed.observed(kinds),
      onSealed: (sealed, state) => {
        taken();
        this.#turns.sealed(sealed);
        const observed = this.#observed.sealed(sealed, state);
        if (observed === undefined) return;
        this.#inspector.sealed(sealed, observed);
        this.#traces.sealed(observed.notes);
      },
      onDropped: (refused, command) => {
        notTaken();
        this.#refusals.dropped(refused, command);
      },
    };
  }

  /** The city that is observed is open: what somebody wants to see of it is seen from its next turn on. */
  opened({ state }: Pick<CityEngine, 'state'>): void {
    this.#observed.opened(state);
  }

  drawn(kind: string): readonly DrawnChart[] | undefined {
    const known = this.#drawn.get(kind) ?? drawingsOf(kind);
    if (known !== undefined) this.#drawn.set(kind, known);
    return known;
  }

  inspect(kind: string, actor: ActorId | null): Inspection | undefined {
    return kinds.some(({ name }) => name === kind) ? this.#inspector.inspect(kind, actor) : undefined;
  }

  taken(kind: string): ReadonlyMap<string, ReadonlyMap<string, number>> {
    return this.#taken.of(kind);
  }

  /** What led to something, where all of it was noted while it happened. */
  causes(asked: Asked, linksMax: number): Promise<Chain | undefined> {
    this.#traces.look();
    return this.#traces.causes(asked, linksMax);
  }

  /** For `GatewayOptions.onRefused`. */
  readonly refusedAtDoor: OnRefused = (refusal, caller, request) =>
    this.#refusals.atDoor(refusal, caller, request, systemClock.now());

  refusalsOf(actor: ActorId): readonly NewestRefusal[] {
    return this.#refusals.of(actor);
  }

  turnsOf(actor: ActorId): readonly TurnOfActor[] {
    this.#traces.look();
    return this.#turns.of(actor);
  }
}

function drawingsOf(kind: string): readonly DrawnChart[] | undefined {
  const known = kinds.find(({ name }) => name === kind);
  if (known === undefined) return undefined;
  return [...chartsOf([known]).values()].map((chart) => drawnOf(chart, layoutOf(chart.id)));
}
