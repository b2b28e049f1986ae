/** The way into a simulated city: commands one after the other, each at its end before the next begins (T1). */
import type { ResidentCommand } from '../../actors/kinds/resident/messages.ts';
import { command, commandAndWait } from '../../actors/registry.ts';
import { residentActor } from '../../actors/rules/place/names.ts';
import type { CityEngine } from '../../engine/city.ts';
import type { Command, Outcome, ViewRequest } from '../../engine/command.ts';
import type { Outside } from './outside.ts';

/** A city that does not come to rest in so many rounds of the event loop never will. */
const restRoundsMax = 1_000_000;

/** What a resident asks for together with a command. */
export interface Along<Value> {
  readonly reply?: ViewRequest<Value>;
  /** Texts that the command names by hash. */
  readonly contents?: readonly string[];
}

/** What has come through the door. */
export interface Counted {
  readonly applied: number;
  readonly refusals: ReadonlyMap<string, number>;
}

export class Door {
  readonly city: CityEngine;
  readonly #outside: Outside;
  /** Commands that were carried out, and how often each refusal came. */
  applied: number;
  readonly refusals: Map<string, number>;

  constructor(city: CityEngine, outside: Outside, before: Counted = { applied: 0, refusals: new Map() }) {
    this.city = city;
    this.#outside = outside;
    this.applied = before.applied;
    this.refusals = new Map(before.refusals);
  }

  /** The resident does something; the outcome once all that follows from it at once is over. */
  act<Value = unknown>(resident: string, event: ResidentCommand, along: Along<Value> = {}): Promise<Outcome<Value>> {
    const self = residentActor(resident);
    return this.submit(command(self, event, { caller: self, ...along }));
  }

  /** The same of a call of a service, whose answer comes from outside. */
  call(resident: string, event: Extract<ResidentCommand, { readonly type: 'call_service' }>): Promise<Outcome> {
    return this.submit(commandAndWait(residentActor(resident), event));
  }

  async submit<Value>(asked: Command<Value>): Promise<Outcome<Value>> {
    const answer = this.city.submit(asked);
    await this.rest();
    const outcome = await answer;
    if (outcome.type === 'applied') this.applied += 1;
    else this.refusals.set(outcome.code, (this.refusals.get(outcome.code) ?? 0) + 1);
    return outcome;
  }

  /** The value of the view; undefined when it is refused. */
  async view<Value>(request: ViewRequest<Value>): Promise<Value | undefined> {
    const viewed = await this.city.view(request);
    return viewed.type === 'shown' ? viewed.value : undefined;
  }

  /** Resolves when nothing is due, all is durable, and no effect is open. */
  async rest(): Promise<void> {
    const { state, durability } = this.city;
    for (let round = 0; round < restRoundsMax; round++) {
      const isQuiet = state.due.size === 0 && durability.committedTurn === state.counters.turn;
      if (isQuiet && !this.#outside.letIn()) return;
      await new Promise((resolve) => setImmediate(resolve));
    }
    throw new Error(`the city does not come to rest: ${state.due.size} actors wait for what is due`);
  }
}
