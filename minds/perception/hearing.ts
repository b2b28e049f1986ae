/** What a mind hears: the newest words of others and the newest happenings, and the tick. New ones replace old ones (PC1). */
import type { CityEvent } from '../../client/events.ts';
import { numberOf, textOf } from '../../client/wire.ts';
import { bounds, type FundingAsk, type Happening, type Heard, type Manner } from './perception.ts';
import { plain } from './reading.ts';

const manners: ReadonlyMap<CityEvent['type'], Manner> = new Map([
  ['message.broadcast', 'aloud'],
  ['message.whisper', 'whisper'],
  ['message.shout', 'shout'],
  ['message.direct', 'letter'],
]);

/** Events of which a mind takes note besides words. */
const noted: ReadonlySet<CityEvent['type']> = new Set<CityEvent['type']>([
  ...(['resident.born', 'resident.arrived', 'resident.departed', 'resident.dying', 'resident.died'] as const),
  ...(['resident.vouched', 'credits.alert', 'credits.received', 'credits.transferred', 'death.warning'] as const),
  ...(['job.posted', 'job.submitted', 'job.completed', 'job.rejected'] as const),
  ...(['pod.deployed', 'pod.shut_down', 'pod.inherited', 'pool.alert'] as const),
  ...(['service.called', 'connection.approved', 'connection.rejected', 'room.invited', 'funding.asked'] as const),
]);

/** Events that tell of something that a mind may act upon, also when it did that itself. */
const actedUpon: ReadonlySet<CityEvent['type']> = new Set<CityEvent['type']>([
  ...(['job.posted', 'job.claimed', 'job.submitted', 'job.rejected', 'job.reopened'] as const),
  ...(['room.added', 'pod.deployed', 'pod.inherited', 'pool.alert', 'connection.requested'] as const),
  ...(['resident.born', 'resident.dying', 'death.warning', 'room.invited', 'funding.asked'] as const),
]);

/** Events after which it is not asked for a share any more: it has answered, or the place has ended. */
const endsAsk: ReadonlySet<CityEvent['type']> = new Set<CityEvent['type']>([
  ...(['pool.funded', 'funding.declined', 'pod.shut_down'] as const),
]);

/** Events by which another resident gives a reason to do something for it, beside its words. */
const kind: ReadonlySet<CityEvent['type']> = new Set<CityEvent['type']>(['credits.transferred', 'resident.vouched']);

/** Who else had a part in it, by the data of the event. */
const partiesOf = (data: CityEvent['data']) => ({
  of: idIn(data.mentor ?? data.from ?? data.owner ?? data.poster),
  to: idIn(data.claimer ?? data.to),
  reason: plain(data.reason, bounds.nameChars),
});
const idIn = (value: unknown): string => {
  const id = textOf(value);
  return id.length <= bounds.idChars ? id : '';
};

const isNamed = (id: string): boolean => id !== '' && id.length <= bounds.idChars;

export class Hearing {
  #tick: number | null = null;
  #heard: Heard[] = [];
  #happenings: Happening[] = [];
  #lastEvents: ReadonlyMap<string, number> = new Map();
  #lastHeard: ReadonlyMap<string, number> = new Map();
  /** Called for words of others, and for events that concern the mind itself: they end its pause. */
  onCall: () => void = () => undefined;
  /** Called for each tick: it ends a rest. */
  onTick: () => void = () => undefined;

  #questions = 0;
  #asks: readonly FundingAsk[] = [];

  /** How many questions of visitors it has heard. */
  get questionsHeard(): number {
    return this.#questions;
  }

  get tick(): number | null {
    return this.#tick;
  }

  /** The shares that it is asked for (`Perception.asks`). */
  get asks(): readonly FundingAsk[] {
    return this.#asks.filter(({ untilTick }) => this.#tick === null || this.#tick < untilTick);
  }

  get heard(): readonly Heard[] {
    return this.#heard;
  }

  get happenings(): readonly Happening[] {
    return this.#happenings;
  }

  /** By what the event is about (`Perception.lastEventOf`). */
  get lastEventOf(): ReadonlyMap<string, number> {
    return this.#lastEvents;
  }

  /** By who did it (`Perception.lastHeardFrom`). */
  get lastHeardFrom(): ReadonlyMap<string, number> {
    return this.#lastHeard;
  }

  #hearAsk(pod: string, { actor, data }: CityEvent): void {
    const [share, untilTick] = [numberOf(data.share), numberOf(data.until_tick)];
    if (!isNamed(pod) || !isNamed(actor) || !Number.isFinite(share) || !Number.isFinite(untilTick)) return;
    const others = this.#asks.filter((ask) => ask.pod !== pod);
    this.#asks = [...others, { pod, from: actor, share, untilTick }].slice(-bounds.asks);
    this.onCall();
  }

  hear(self: string, event: CityEvent): void {
    const { seq, type, actor, subject, data } = event;
    const told = type === 'tick.completed' ? numberOf(data.tick) : (event.tick ?? Number.NaN);
    const tick = Number.isFinite(told) ? told : null;
    if (tick !== null) this.#tick = Math.max(tick, this.#tick ?? 0);
    if (type === 'tick.completed') this.onTick();
    if (actedUpon.has(type)) this.#lastEvents = withNewest(this.#lastEvents, subject, seq);
    if (endsAsk.has(type) && (actor === self || type === 'pod.shut_down'))
      this.#asks = this.#asks.filter(({ pod }) => pod !== subject);
    if (actor === self) return;
    if (type === 'funding.asked') this.#hearAsk(subject, event);
    if (type === 'question.asked' && subject === self) {
      this.#questions += 1;
      this.onCall();
    }
    const manner = manners.get(type);
    if (manner !== undefined || kind.has(type)) this.#lastHeard = withNewest(this.#lastHeard, actor, seq);
    if (manner !== undefined) {
      const words = plain(data.message, bounds.wordsChars);
      this.#heard = [...this.#heard, { seq, tick, by: actor, manner, words }].slice(-bounds.heard);
      this.onCall();
    } else if (noted.has(type)) {
      const name = plain(data.name ?? data.title, bounds.nameChars);
      const amount = numberOf(data.amount ?? data.charged);
      const happening = { seq, tick, type, actor, subject, name, amount: Number.isFinite(amount) ? amount : 0 };
      this.#happenings = bounded([...this.#happenings, { ...happening, ...partiesOf(data) }]);
      if (subject === self) this.onCall();
    }
  }
}

/** Comings and goings make room first: there are many, and a death must not be missed for them. */
const passing: ReadonlySet<string> = new Set(['resident.arrived', 'resident.departed']);

function bounded(all: readonly Happening[]): Happening[] {
  const least = all.length <= bounds.happenings ? undefined : (all.find(({ type }) => passing.has(type)) ?? all[0]);
  return all.filter((one) => one !== least);
}

/** The newest last; the oldest makes room. */
function withNewest(last: ReadonlyMap<string, number>, key: string, seq: number): ReadonlyMap<string, number> {
  if (!isNamed(key) || !Number.isSafeInteger(seq)) return last;
  const others = [...last].filter(([known]) => known !== key);
  return new Map([...others, [key, seq] as const].slice(-bounds.lastEvents));
}
