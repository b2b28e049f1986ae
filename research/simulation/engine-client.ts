/**
 * A client of a simulated city, in its process: commands one after the other, and what the city shows. A command has come to its end when
 * nothing is due and no effect is open (T1); that its commit is durable is waited for only by who must know what came of it, and by all
 * before a tick ends.
 */
import { views } from '../../actors/index.ts';
import type { CallShown } from '../../actors/kinds/call/messages.ts';
import type { ResidentCommand } from '../../actors/kinds/resident/messages.ts';
import { command, commandAndWait } from '../../actors/registry.ts';
import { residentActor } from '../../actors/rules/place/names.ts';
import type { CityEngine } from '../../engine/city.ts';
import type { City } from '../../engine/city-interface.ts';
import type { Command, Outcome, ViewRequest } from '../../engine/command.ts';
import { Records } from '../../engine/views/records.ts';
import { Reader, ViewRefused, type ViewTable } from '../../engine/views/views.ts';
import type { Outside } from './outside.ts';

/** A city that does not come to rest in so many rounds of the event loop never will. */
const restRoundsMax = 1_000_000;
/** Turns that may be ahead of the journal. */
const aheadTurnsMax = 256;

/** What a resident asks for together with a command. */
export interface Along<Value> {
  readonly reply?: ViewRequest<Value>;
  /** The seq of the event to which it answers. */
  readonly cause?: number | undefined;
  /** Texts that the command names by hash. */
  readonly contents?: readonly string[];
}

const shown: ViewTable = views;
const noText = () => undefined;
const nothingReadBack = new Records();

interface Seen<Value> {
  readonly value: Value | undefined;
  readonly isUnchanged: () => boolean;
}

/** What came of the commands that were sent. */
export interface Counted {
  readonly applied: number;
  readonly refusals: ReadonlyMap<string, number>;
}

export class EngineClient {
  readonly city: CityEngine;
  readonly #outside: Outside;
  /** Commands that were carried out, and how often each refusal came. */
  applied: number;
  readonly refusals: Map<string, number>;

  /** Answers to what was done without waiting. */
  #unheard: Promise<void>[] = [];

  constructor(city: CityEngine, outside: Outside, before: Counted = { applied: 0, refusals: new Map() }) {
    this.city = city;
    this.#outside = outside;
    this.applied = before.applied;
    this.refusals = new Map(before.refusals);
  }

  /** The resident does something; the outcome once all that follows from it at once is over. */
  act<Value = unknown>(
    resident: string,
    event: ResidentCommand,
    { cause, ...along }: Along<Value> = {},
  ): Promise<Outcome<Value>> {
    const self = residentActor(resident);
    return this.submit(command(self, event, { caller: self, ...along, ...(cause !== undefined && { cause }) }));
  }

  /** The same of a call of a service, whose answer comes from outside. */
  call(
    resident: string,
    event: Extract<ResidentCommand, { readonly type: 'call_service' }>,
    cause?: number,
  ): Promise<Outcome<CallShown>> {
    return this.submit(commandAndWait(residentActor(resident), event, cause === undefined ? {} : { cause }));
  }

  async submit<Value>(asked: Command<Value>): Promise<Outcome<Value>> {
    const answer = this.#answerTo(asked);
    await this.rest();
    return answer;
  }

  /**
   * The resident does something, and nobody waits to hear what came of it: resolves when the next may act. `then` hears it before the tick
   * ends, when it was carried out.
   */
  async do(
    resident: string,
    event: ResidentCommand,
    { contents, cause }: Along<unknown> = {},
    then?: () => void,
  ): Promise<void> {
    const self = residentActor(resident);
    const answer = this.#answerTo(
      command(self, event, { caller: self, ...(contents && { contents }), ...(cause !== undefined && { cause }) }),
    );
    const heard = answer.then(({ type }) => void (type === 'applied' && then?.()));
    // Whoever rests hears of it when it fails.
    heard.catch(() => {});
    this.#unheard.push(heard);
    if (!this.#isQuiet || this.#ahead > aheadTurnsMax) await this.rest();
  }

  /** The city, for gateways: what comes of their commands is counted too. */
  get counting(): City {
    const { city } = this;
    return {
      submit: async (asked, lapsed) => this.#counted(await city.submit(asked, lapsed)),
      known: (caller, key) => city.known(caller, key),
      completeAnswer: (caller, key, json) => city.completeAnswer(caller, key, json),
      view: (request) => city.view(request),
      subscribe: (listener) => city.subscribe(listener),
      missed: (actor, back) => city.missed(actor, back),
      letters: (actor, before, limit) => city.letters(actor, before, limit),
      said: (topic, between, limit) => city.said(topic, between, limit),
    };
  }

  async #answerTo<Value>(asked: Command<Value>): Promise<Outcome<Value>> {
    return this.#counted(await this.city.submit(asked));
  }

  #counted<Value>(outcome: Outcome<Value>): Outcome<Value> {
    if (outcome.type === 'applied') this.applied += 1;
    else this.refusals.set(outcome.code, (this.refusals.get(outcome.code) ?? 0) + 1);
    return outcome;
  }

  /** What the view shows now, sealed or durable; undefined when it is refused. Texts are not fetched. */
  look<Value>(request: ViewRequest<Value>): Value | undefined {
    return this.#look(request, false).value;
  }

  /** The same, with a way to ask whether it would be shown still. */
  lookToKeep<Value>(request: ViewRequest<Value>): Seen<Value> {
    return this.#look(request, true);
  }

  #look<Value>(request: ViewRequest<Value>, isKept: boolean): Seen<Value>;
  #look({ view, args }: ViewRequest, isKept: boolean): Seen<unknown> {
    const reader = new Reader(this.city.state, noText, undefined, nothingReadBack, isKept);
    const isUnchanged = () => !reader.fleeting && reader.unchanged();
    try {
      return { value: shown[view]?.(reader, args), isUnchanged };
    } catch (cause) {
      if (cause instanceof ViewRefused) return { value: undefined, isUnchanged };
      throw cause;
    }
  }

  /** Resolves when nothing is due, all is durable, and no effect is open. */
  async rest(): Promise<void> {
    const { state, durability } = this.city;
    for (let round = 0; round < restRoundsMax; round++) {
      if (this.#ahead > 0) await durability.durableInTime(state.counters.turn);
      if (state.due.size === 0 && this.#ahead === 0 && !(await this.#outside.letIn())) return await this.#hearAll();
      await new Promise((resolve) => setImmediate(resolve));
    }
    throw new Error(`the city does not come to rest: ${state.due.size} actors wait for what is due`);
  }

  async #hearAll(): Promise<void> {
    const unheard = this.#unheard;
    this.#unheard = [];
    for (const answer of unheard) await answer;
  }

  get #isQuiet(): boolean {
    return this.city.state.due.size === 0 && !this.#outside.isOpen;
  }

  /** Turns that are sealed and not durable. */
  get #ahead(): number {
    const { state, durability } = this.city;
    return state.counters.turn - durability.committedTurn;
  }
}
