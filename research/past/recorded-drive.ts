/**
 * Drives a fork by its record: what came from outside comes again, in its order and at its time. What the city did by itself it does again
 * where it still comes to that; of an unchanged fork that is the same, turn for turn (FK1).
 *
 * FK1  An unchanged fork driven by its record is the city that it was forked from.
 */
import type { Settings } from '../../engine/actor-kind.ts';
import type { JournalCommand } from '../../engine/command.ts';
import type { Timeline } from './timeline.ts';

/** What came from outside and is refused now. */
export interface RefusedNow {
  /** The turn in which it was carried out then. */
  readonly turn: number;
  /** What it was: the type of its event, or of its command. */
  readonly type: string;
  readonly to: string | null;
  readonly code: string;
}

export class RecordedDrive {
  readonly #timeline: Timeline;
  readonly #settings: Settings;
  readonly refusals: RefusedNow[] = [];
  /** The turns in which interventions of the record, which was that of a fork, came again. */
  readonly interventions: number[] = [];
  /** How much came from outside. */
  commands = 0;

  /** `settings`: those that the fork was given, which stay whatever the record changes. */
  constructor(timeline: Timeline, settings: Settings) {
    this.#timeline = timeline;
    this.#settings = settings;
  }

  /** The next command of the record. */
  async submit(command: JournalCommand): Promise<void> {
    const { state } = this.#timeline;
    switch (command.type) {
      case 'wake':
      case 'wake.dropped':
      case 'wake.deferred':
        if (state.due.has(command.actor)) this.#timeline.wake(command.actor, command.at);
        break;
      case 'tick':
        await this.#timeline.drain();
        this.#outside({ ...command, tick: state.counters.tick + 1 });
        break;
      case 'tick.completed':
        await this.#timeline.drain();
        this.#timeline.run({ type: 'tick.completed', tick: state.counters.tick }, command.at);
        break;
      case 'settings.changed':
        this.#outside({ ...command, settings: { ...command.settings, ...this.#settings } });
        break;
      default:
        this.#outside(command);
    }
    await this.#timeline.breathe();
  }

  #outside(command: JournalCommand): void {
    this.commands += 1;
    const { turn, at, ...unnumbered } = command;
    const refusal = this.#timeline.run(unnumbered, at);
    if (refusal === undefined && command.intervention) this.interventions.push(this.#timeline.state.counters.turn);
    if (refusal !== undefined) this.refusals.push({ turn, ...subjectOf(command), code: refusal.code });
  }
}

function subjectOf(command: JournalCommand): Pick<RefusedNow, 'type' | 'to'> {
  if (command.type === 'event') return { type: command.event.type, to: command.to };
  if (command.type === 'performed') return { type: command.event.type, to: command.actor };
  return { type: command.type, to: 'actor' in command ? command.actor : null };
}
