/** What a mind hears: the newest words of others and the newest happenings, and the tick. New ones replace old ones (PC1). */
import { type CityEvent, numberOf } from '../../client/wire.ts';
import { bounds, type Happening, type Heard, type Manner } from './perception.ts';
import { plain } from './reading.ts';

const manners: Readonly<Record<string, Manner>> = {
  'message.broadcast': 'aloud',
  'message.whisper': 'whisper',
  'message.shout': 'shout',
  'message.direct': 'letter',
};

/** Events of which a mind takes note besides words. */
const noted: ReadonlySet<string> = new Set([
  ...['resident.born', 'resident.arrived', 'resident.departed', 'resident.dying', 'resident.died', 'resident.vouched'],
  ...['credits.alert', 'credits.received', 'credits.transferred', 'death.warning'],
  ...['job.posted', 'job.submitted', 'job.completed', 'job.rejected'],
  ...['pod.deployed', 'pod.shut_down', 'pod.inherited', 'pool.alert'],
]);

export class Hearing {
  #tick: number | null = null;
  #heard: Heard[] = [];
  #happenings: Happening[] = [];
  /** Called for words of others, and for events that concern the mind itself: they end its pause. */
  onCall: () => void = () => undefined;

  get tick(): number | null {
    return this.#tick;
  }

  get heard(): readonly Heard[] {
    return this.#heard;
  }

  get happenings(): readonly Happening[] {
    return this.#happenings;
  }

  hear(self: string, event: CityEvent): void {
    const { seq, type, actor, subject, data } = event;
    const told = type === 'tick.completed' ? numberOf(data['tick']) : (event.tick ?? Number.NaN);
    const tick = Number.isFinite(told) ? told : null;
    if (tick !== null) this.#tick = Math.max(tick, this.#tick ?? 0);
    if (actor === self) return;
    const manner = manners[type];
    if (manner !== undefined) {
      const words = plain(data['message'], bounds.wordsChars);
      this.#heard = [...this.#heard, { seq, tick, by: actor, manner, words }].slice(-bounds.heard);
      this.onCall();
    } else if (noted.has(type)) {
      const name = plain(data['name'] ?? data['title'], bounds.nameChars);
      const amount = numberOf(data['amount']);
      const happening = { seq, tick, type, actor, subject, name, amount: Number.isFinite(amount) ? amount : 0 };
      this.#happenings = [...this.#happenings, happening].slice(-bounds.happenings);
      if (subject === self) this.onCall();
    }
  }
}
