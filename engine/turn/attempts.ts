/**
 * The boundary of turns that somebody else causes: an exception becomes an answer here, `internal_error` with an incident that the log
 * explains. Nothing has happened then, and the failure is counted against its caller (S1). Of the city's own turns (`own-turns.ts`) only
 * wake-ups and results pass here: in the others no chart is asked, and an exception is a defect of the engine.
 *
 * Owns: what becomes of a turn that throws. Not: what a turn does (`turn.ts`), how often is too often (`supervisor.ts`), what an
 * exception behind `seal` leads to (`city.ts`).
 */

import type { Caller, Content, JournalCommand } from '../command.ts';
import type { Performers } from '../effects/performers.ts';
import type { ActorId } from '../ids.ts';
import type { Log } from '../ports.ts';
import { type Refused, refused } from '../refusal.ts';
import type { CityState } from '../state/city-state.ts';
import type { Draft } from './draft.ts';
import { assertStorable } from './prepare.ts';
import type { Supervisor } from './supervisor.ts';
import { ActorFailed, runTurn } from './turn.ts';

interface Around {
  readonly supervisor: Supervisor;
  readonly performers: Performers;
  readonly log: Log;
  /** Quarantines an actor that has thrown too often. */
  readonly quarantine: (actor: ActorId) => void;
  readonly onDropped?: ((refused: Refused, command: JournalCommand) => void) | undefined;
}

export class Attempts {
  readonly #state: CityState;
  readonly #around: Around;

  constructor(state: CityState, around: Around) {
    this.#state = state;
    this.#around = around;
  }

  /** Runs a turn that may still be dropped. `to`: the actor against which the failure is counted when the exception names none. */
  run(command: JournalCommand, caller: Caller, to: ActorId, contents: readonly Content[] = []): Draft | Refused {
    const ended = this.#ended(command, caller, to, contents);
    if (ended.type !== 'drafted') this.#around.onDropped?.(ended, command);
    return ended;
  }

  #ended(command: JournalCommand, caller: Caller, to: ActorId, contents: readonly Content[]): Draft | Refused {
    try {
      assertStorable(contents);
      const draft = runTurn(this.#state, command);
      if (draft.type === 'drafted') for (const { pending } of draft.asked) this.#around.performers.assertKnown(pending);
      return draft;
    } catch (cause) {
      return this.#failed(cause, command, caller, to);
    }
  }

  #failed(cause: unknown, { at }: JournalCommand, caller: Caller, to: ActorId): Refused {
    const { supervisor, log, quarantine } = this.#around;
    const { counters, images, quarantined } = this.#state;
    const actor = cause instanceof ActorFailed ? cause.actor : to;
    const incident = `inc_${counters.turn}_${Math.abs(at).toString(36)}`;
    const stack =
      cause instanceof Error ? (cause.cause instanceof Error ? cause.cause.stack : cause.stack) : String(cause);
    log.error({ incident, actor, caller, stack }, 'a turn failed and was dropped');
    if (images.has(actor)) {
      const verdict = supervisor.failed(actor, this.#state.kind(actor), caller, counters.tick);
      if (verdict === 'quarantine' && !quarantined.has(actor)) quarantine(actor);
    }
    return refused('internal_error', { incident });
  }
}
