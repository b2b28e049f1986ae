/**
 * Drives a fork by its record: what came from outside comes again, in its order and at its time. What the city did by itself it does again
 * where it still comes to that; of an unchanged fork that is the same, turn for turn (FK1).
 *
 * FK1  An unchanged fork driven by its record is the city that it was forked from.
 * FK3  What is left out of the record does not come, and all else does.
 */
import type { Settings } from '../../engine/actor-kind.ts';
import { addresseeOf } from '../../engine/addressee.ts';
import type { JournalCommand } from '../../engine/command.ts';
import type { CityState } from '../../engine/state/city-state.ts';
import { Counterparts } from './counterparts.ts';
import type { Timeline } from './timeline.ts';

const byTheCityItself: readonly JournalCommand['type'][] = [
  'tick',
  'tick.completed',
  'wake',
  'wake.dropped',
  'wake.deferred',
];

/** A request, the end of a call, or what the operator or a start has changed: it can be left out of a record. */
export const isFromOutside = ({ type }: JournalCommand): boolean => !byTheCityItself.includes(type);

/** What came from outside and is refused now. */
export interface RefusedNow {
  /** The turn in which it was carried out then. */
  readonly turn: number;
  /** What it was: the type of its event, or of its command. */
  readonly type: string;
  readonly to: string | null;
  readonly code: string;
}

export interface RecordedDriveOptions {
  readonly timeline: Timeline;
  /** Those that the fork was given, which stay whatever the record changes. */
  readonly settings: Settings;
  /** Turns of the record; what came from outside in them is left out. */
  readonly without?: Iterable<number>;
  /** The city at the moment of the fork, a state of its own; unset where nothing was changed: then nothing is translated. */
  readonly record?: CityState | undefined;
}

export class RecordedDrive {
  readonly #timeline: Timeline;
  readonly #settings: Settings;
  readonly #without: Set<number>;
  readonly #counterparts: Counterparts;
  readonly refusals: RefusedNow[] = [];
  /** The turns in which interventions of the record, which was that of a fork, came again. */
  readonly interventions: number[] = [];
  /** How much came from outside. */
  commands = 0;
  /** The turn of the record from which on another version of the code made it: what was named from then on is not translated (FK4). */
  untranslatedFrom: number | undefined;

  constructor({ timeline, settings, without = [], record }: RecordedDriveOptions) {
    this.#timeline = timeline;
    this.#settings = settings;
    this.#without = new Set(without);
    this.#counterparts = new Counterparts(record);
  }

  /** Turns that were to be left out, and in which nothing came from outside that could be. */
  get notLeftOut(): readonly number[] {
    return [...this.#without];
  }

  /** What comes from this turn on was made by another version of the code. */
  endTranslation(turn: number): void {
    if (this.#counterparts.end()) this.untranslatedFrom = turn;
  }

  /** The next command of the record. */
  async submit(recorded: JournalCommand): Promise<void> {
    const { state } = this.#timeline;
    const command = this.#counterparts.translated(recorded);
    if (command.type === 'tick' || command.type === 'tick.completed') await this.#timeline.drain();
    const before = state.counters;
    this.#carryOut(command);
    this.#counterparts.follow(recorded, before, state.counters);
    await this.#timeline.breathe();
  }

  #carryOut(command: JournalCommand): void {
    const { state } = this.#timeline;
    switch (command.type) {
      case 'wake':
      case 'wake.dropped':
      case 'wake.deferred':
        if (state.due.has(command.actor)) this.#timeline.wake(command.actor, command.at);
        break;
      case 'tick':
        this.#outside({ ...command, tick: state.counters.tick + 1 });
        break;
      case 'tick.completed':
        this.#timeline.run({ type: 'tick.completed', tick: state.counters.tick }, command.at);
        break;
      case 'settings.changed':
        this.#outside({ ...command, settings: { ...command.settings, ...this.#settings } });
        break;
      default:
        this.#outside(command);
    }
  }

  #outside(command: JournalCommand): void {
    // Without a tick there would be no later ones: they follow each other.
    if (isFromOutside(command) && this.#without.delete(command.turn)) return;
    this.commands += 1;
    const { turn, at, ...unnumbered } = command;
    const refusal = this.#timeline.run(unnumbered, at);
    if (refusal === undefined && command.intervention) this.interventions.push(this.#timeline.state.counters.turn);
    if (refusal === undefined) return;
    const { command: type, event, to } = addresseeOf(command);
    this.refusals.push({ turn, type: event ?? type, to, code: refusal.code });
  }
}
