/**
 * The turns of a running city, observed while somebody wants to know of them: once for all who do, by the tracer of the engine. While
 * nobody does, the city has no observer.
 */
import type { ActorKind, Image } from '../../engine/actor-kind.ts';
import type { CityState } from '../../engine/state/city-state.ts';
import type { Sealed } from '../../engine/turn/seal.ts';
import type { TurnNotes } from '../../engine/why/turn-trace.ts';
import { TurnTracer } from '../../engine/why/turn-tracer.ts';

export interface ObservedTurn {
  readonly notes: TurnNotes;
  /** Those who heard its messages, as each was before; only until the next turn. */
  readonly before: readonly Image[];
}

export class ObservedTurns {
  readonly #tracer = new TurnTracer();
  readonly #wanting = new Set<object>();
  #state: CityState | undefined;

  /** The kinds, observed while somebody wants it, and as they were. */
  observed(kinds: readonly ActorKind[]): readonly ActorKind[] {
    return kinds.map((kind) => ({
      ...kind,
      observe: (step) => {
        if (this.#wanting.size > 0) this.#tracer.observe(step);
        if (kind.isObserved?.() ?? true) kind.observe?.(step);
      },
      isObserved: () => this.#wanting.size > 0 || (kind.observe !== undefined && (kind.isObserved?.() ?? true)),
    }));
  }

  /** The city is open. What is wanted before is observed from its second turn on. */
  opened(state: CityState): void {
    this.#state = state;
    this.#switch();
  }

  /** From the next turn on, until it is wanted no more. */
  want(by: object): void {
    this.#wanting.add(by);
    this.#switch();
  }

  wantNoMore(by: object): void {
    this.#wanting.delete(by);
    this.#switch();
  }

  /** For `CityOptions.onSealed`: the turn, where it was observed. */
  sealed({ turn }: Pick<Sealed, 'turn'>, state: CityState): ObservedTurn | undefined {
    const wasObserved = state.observer === this.#tracer;
    if (this.#state !== state) this.opened(state);
    const { notes, before } = this.#tracer;
    return wasObserved && notes?.command.turn === turn ? { notes, before } : undefined;
  }

  #switch(): void {
    if (this.#state !== undefined) this.#state.observer = this.#wanting.size > 0 ? this.#tracer : undefined;
  }
}
