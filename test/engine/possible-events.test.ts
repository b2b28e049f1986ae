/** What an actor would do about events, foretold from its chart, beside what it then did in turns of a city that was lived in. */
import t from 'tap';
import type { AnyTransitionDefinition } from 'xstate';
import { kinds } from '../../actors/index.ts';
import { readConfig } from '../../config/settings.ts';
import type { Image } from '../../engine/actor-kind.ts';
import { runAgain } from '../../engine/commit/replay.ts';
import type { Message } from '../../engine/effect.ts';
import type { Batch } from '../../engine/ports.ts';
import { CityState } from '../../engine/state/city-state.ts';
import { type PossibleEvent, possibleEvents } from '../../engine/turn/possible-events.ts';
import type { TurnObserver } from '../../engine/turn/turn-observer.ts';
import { mixed } from '../../population/policies/built-in.ts';
import { transitionNames } from '../../research/charts/chart.ts';
import { Simulation } from '../../research/simulation/simulation.ts';

const seed = 7;

/** The journal of a city of some residents. */
async function journalOf(ticks: number): Promise<readonly Batch[]> {
  const batches: Batch[] = [];
  const simulation = await Simulation.open({
    ...{ seed, residents: 12, table: mixed },
    config: readConfig({ MINDS: '0', NEWBORN_SEED_CREDITS: '100' }),
    journalOf: (journal) => ({
      read: (after) => journal.read(after),
      append: (batch) => {
        batches.push(batch);
        return journal.append(batch);
      },
    }),
  });
  for (let tick = 0; tick < ticks; tick++) await simulation.tick();
  await simulation.close();
  return batches;
}

const names = new Map(
  kinds
    .flatMap(({ machine, machinesOf = {} }) => [machine, ...Object.values(machinesOf)])
    .flatMap((machine) => [...transitionNames(machine)]),
);

/** Foretells of the first message of each turn what its actor will do, and notes what it did. */
class Foretelling implements TurnObserver {
  at = 0;
  readonly #state: () => CityState;
  foretold: PossibleEvent | undefined;
  taken: string | undefined;
  #heard = 0;

  constructor(state: () => CityState) {
    this.#state = state;
  }

  readonly observe = ({ transitions }: { readonly transitions: readonly AnyTransitionDefinition[] }): void => {
    const [first] = transitions;
    if (this.#heard === 1 && first !== undefined) this.taken ??= names.get(first);
  };

  begins(): void {
    this.#heard = 0;
    this.foretold = undefined;
    this.taken = undefined;
  }

  hears(image: Image, { type }: Message): void {
    this.#heard++;
    const state = this.#state();
    if (this.#heard > 1 || !state.images.has(image.id)) return;
    this.foretold = possibleEvents(state, image, this.at).find((one) => one.type === type);
  }

  decided(): void {
    this.#heard++;
  }

  takes(): void {}
  wakes(): void {}
  derives(): void {}
  born(): void {}
  sets(): void {}
  ends(): void {}
}

t.test('[PE1] what is foretold of an event is what the chart then does', async (t) => {
  const batches = await journalOf(40);
  const watch: Foretelling = new Foretelling(() => state);
  const observed = kinds.map((kind) => ({ ...kind, observe: watch.observe }));
  const state: CityState = new CityState(observed, `simulation ${seed}`, {});
  state.observer = watch;
  let [certain, depends] = [0, 0];
  for (const { batch, commands } of batches)
    for (const command of commands) {
      watch.at = command.at;
      runAgain(state, command, batch);
      const { foretold, taken } = watch;
      if (foretold === undefined || taken === undefined) continue;
      const what = `turn ${command.turn}: ${foretold.type}`;
      if (foretold.taken === 'no') t.fail(`${what} was taken, and it was foretold that it is not`);
      if (foretold.transition !== null) t.equal(taken, foretold.transition, what);
      if (foretold.transition === null) depends++;
      else certain++;
    }
  t.ok(certain > 200 && depends > 100, `foretold: ${certain}, dependent: ${depends}`);
});
