/**
 * Performs outside effects after their commit and brings what they find out back as a command (S2, T3). At recovery an
 * open call is performed again (`repeat`) or settled as lost (`lost`), as its performer says.
 */
import { must } from './assert.ts';
import type { Message } from './effect.ts';
import type { ActorId } from './ids.ts';
import type { Call } from './kind.ts';
import type { Clock, Log, Performer } from './ports.ts';
import type { CityState } from './state.ts';

/** Enters the answer to a call as a command. */
type Answer = (actor: ActorId, call: string, event: Message, contents: readonly string[]) => void;

/** Milliseconds after which an effect counts as failed, whatever its performer does; far beyond its own deadlines. */
const lostAfterMs = 60_000;
const repeatAfterMs = 300_000;

export class Performers {
  readonly #performers: ReadonlyMap<string, Performer>;
  readonly #answer: Answer;
  readonly #clock: Clock;
  readonly #log: Log;

  constructor(performers: ReadonlyMap<string, Performer>, answer: Answer, clock: Clock, log: Log) {
    this.#clock = clock;
    this.#performers = performers;
    this.#answer = answer;
    this.#log = log;
  }

  /** Starts a committed call; its end comes back as `<effect>.done` or `<effect>.failed`. */
  start(actor: ActorId, call: Call): void {
    const performer = must(this.#performers.get(call.effect), `a performer of ${call.effect}`);
    Promise.race([performer.perform(call.id, call.input), this.#tooLate(performer)]).then(
      ({ result, contents }) => this.#answer(actor, call.id, { type: `${call.effect}.done`, result }, contents ?? []),
      (cause: unknown) => {
        this.#log.warn({ actor, call: call.id, effect: call.effect, cause: String(cause) }, 'an outside effect failed');
        this.#answer(actor, call.id, { type: `${call.effect}.failed` }, []);
      },
    );
  }

  /** An effect that never ends would hold what its actor holds for it. */
  async #tooLate({ after }: Performer): Promise<never> {
    await this.#clock.sleep(after === 'lost' ? lostAfterMs : repeatAfterMs);
    throw new Error('it has taken too long');
  }

  /** Settles or repeats every call that was open when the city went down; before `/readyz` (J4). */
  recover(state: CityState): void {
    // Taken before the first is settled: what a lost call leads to may be a new one, which is not lost with it.
    const open = [...state.images.values()].filter(({ calls }) => calls.length > 0);
    for (const image of open)
      for (const call of image.calls) {
        const performer = must(this.#performers.get(call.effect), `a performer of ${call.effect}`);
        if (performer.after === 'repeat') this.start(image.id, call);
        else this.#answer(image.id, call.id, { type: `${call.effect}.lost` }, []);
      }
  }
}
