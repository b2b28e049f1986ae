/** Turns of the past, run again with an observer: each batch from the state before it, and only by the version that made it (PT2). */
import type { ActorKind } from '../actor-kind.ts';
import { must } from '../assert.ts';
import { MomentFinder, NotInThePast } from '../commit/moments.ts';
import { openPast } from '../commit/past.ts';
import { runAgain } from '../commit/replay.ts';
import type { ActorId } from '../ids.ts';
import type { History, PastRow } from '../ports.ts';
import { CityState } from '../state/city-state.ts';
import { type TurnTrace, traceOf } from './turn-trace.ts';
import { TurnTracer } from './turn-tracer.ts';

/** Batches whose traces are kept: a cause is mostly near. */
const keptMax = 16;
/** Batches through which it is sought since when the map or the end of another made a wake-up due. */
const soughtMax = 50;

/** Another version of the code made the turn: it cannot be run again. */
export class OtherVersion extends Error {
  override readonly name = 'OtherVersion';

  constructor({ firstTurn, counters: { turn: last }, code }: PastRow, runs: string) {
    const [made, turns] = [code === null ? 'an earlier version' : `version ${code}`, `Turns ${firstTurn} to ${last}`];
    super(`${turns} were made by ${made} of the code; this is ${runs}, by which they cannot be run again.`);
  }
}

/** Where traces come from. */
export interface TurnSource {
  turn(turn: number): Promise<TurnTrace>;
  /** Of the turn that published the event. */
  turnOfEvent(seq: number): Promise<TurnTrace>;
  /** The last turn before `turn` after which the actor had a wake-up due by the map or the end of another. */
  derivedSince(actor: ActorId, turn: number): Promise<number | undefined>;
}

interface TracedTurnsOptions {
  readonly history: History;
  readonly kinds: readonly ActorKind[];
  readonly secret: string;
  /** The version of the code that runs. */
  readonly code: string;
}

export class TracedTurns implements TurnSource {
  readonly #of: TracedTurnsOptions;
  /** By batch. */
  readonly #kept = new Map<number, readonly TurnTrace[]>();

  constructor(of: TracedTurnsOptions) {
    this.#of = of;
  }

  /** Throws `NotInThePast`, `OtherVersion`, and what the history throws where something is damaged. */
  async turn(turn: number): Promise<TurnTrace> {
    const traces = await this.#traces(await this.#rowOfTurn(turn));
    return must(
      traces.find((one) => one.turn === turn),
      `turn ${turn}`,
    );
  }

  /** Throws as `turn` does. */
  async turnOfEvent(seq: number): Promise<TurnTrace> {
    const row = await (await MomentFinder.of(this.#of.history)).rowOfEvent(seq);
    const found = (await this.#traces(row)).find(({ events }) => tells(events, seq));
    if (found === undefined) throw new NotInThePast(`Event ${seq} is not there: what was before is pruned.`);
    return found;
  }

  /** Throws as `turn` does. */
  async derivedSince(actor: ActorId, turn: number): Promise<number | undefined> {
    let before = turn - 1;
    for (let n = 0; n < soughtMax && before > 0; n++) {
      const row = await this.#rowOfTurn(before);
      const state = await this.#stateBefore(row, this.#of.kinds);
      let [was, since]: [boolean, number | undefined] = [state.hasDerivedWake(actor), undefined];
      for (const command of row.commands) {
        if (command.turn > before) break;
        runAgain(state, command, row.batch);
        const is = state.hasDerivedWake(actor);
        if (is && !was) since = command.turn;
        was = is;
      }
      if (since !== undefined) return since;
      before = row.firstTurn - 1;
    }
    return undefined;
  }

  /** The state after a turn, to be read. Throws as `turn` does. */
  async stateAfter(turn: number): Promise<CityState> {
    const { history, kinds, secret, code } = this.#of;
    const state = new CityState(kinds, secret, {});
    const { wanted } = await openPast(state, history, { type: 'turn', turn }, code);
    if (wanted !== undefined) throw new OtherVersion(await this.#rowOfTurn(turn), code);
    return state;
  }

  async #traces(row: PastRow): Promise<readonly TurnTrace[]> {
    const known = this.#kept.get(row.batch);
    if (known !== undefined) return known;
    const tracer = new TurnTracer();
    const state = await this.#stateBefore(row, tracer.observed(this.#of.kinds));
    state.observer = tracer;
    const traces = row.commands.map((command) => {
      runAgain(state, command, row.batch);
      return traceOf(must(tracer.notes, 'a turn that was traced'));
    });
    this.#kept.set(row.batch, traces);
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size > keptMax) this.#kept.delete(oldest);
    return traces;
  }

  async #rowOfTurn(turn: number): Promise<PastRow> {
    const { history } = this.#of;
    const { head } = await (await MomentFinder.of(history)).find({ type: 'turn', turn });
    const row = await history.row(head.batch);
    if (row?.batch !== head.batch) throw new NotInThePast(`What led to turn ${turn} is not there: it is pruned.`);
    return row;
  }

  async #stateBefore(row: PastRow, kinds: readonly ActorKind[]): Promise<CityState> {
    const { history, secret, code } = this.#of;
    if (row.code !== code) throw new OtherVersion(row, code);
    const state = new CityState(kinds, secret, {});
    if (row.firstTurn > 1) await openPast(state, history, { type: 'turn', turn: row.firstTurn - 1 }, code);
    return state;
  }
}

const tells = (events: TurnTrace['events'], seq: number): boolean =>
  events !== null && events.from <= seq && seq <= events.to;
