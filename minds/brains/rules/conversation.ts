/**
 * Conversations: which words deserve an answer, how a conversation begins and ends. What is begun is in `opening.ts`, what is answered in
 * `composing.ts`.
 *
 * CV1  Each thing heard is answered at most once, and a farewell never by more than one.
 * CV2  A conversation ends after a few messages of each side: its end is drawn when it begins, and silence follows.
 * CV3  Words to everybody are answered by one listener on average; words to somebody by name by nobody else.
 * CV4  A talk goes on where it ended: of whom two spoke last is remembered.
 */
import type { Dice } from '../../../population/seeded-random.ts';
import type { Act } from '../../acts/act.ts';
import type { Memory } from '../../memory/memory.ts';
import type { Heard, Perception, Person } from '../../perception/perception.ts';
import { Asked } from './asked.ts';
import { replied } from './composing.ts';
import { type Meant, mainOf, meaningsOf, takeIn } from './meaning.ts';
import { begin, openingWith, wouldAvoid } from './opening.ts';
import { hearAnswer } from './partner-talk.ts';
import { type Announcement, News } from './telling.ts';
import { Voice } from './voice.ts';
import { callName } from './words/naming.ts';
import { Speaker } from './words/speaker.ts';
import { calls, type Topic, type Understood, understand } from './words/understanding.ts';

/** Messages of its own in a conversation before it parts: 2 to 4. */
const exchangesMin = 2;
const exchangesSpread = 3;
/** Acts of its own after which a conversation counts as over. */
const pauseBeats = 14;
/** Acts of its own for which it does not begin with somebody who has spoken to it and whom it has not answered. */
const unansweredBeats = 10;
/** And for which it says nothing to everybody, as if it had not heard. */
const attentiveBeats = 4;

/** Where there are both, so often it speaks to one with whom it has never spoken. */
const strangersShare = 0.5;

interface ToAnswer {
  readonly heard: Heard;
  readonly understood: Understood;
  readonly meant: Meant | undefined;
  /** When it was heard. */
  readonly beat: number;
}

/** So many who have said something are answered in turn, each within so many acts of its own. */
const waitingMax = 4;
const waitingBeats = 8;
const spokenToMax = 16;

export class Conversation {
  readonly #memory: Memory;
  readonly #dice: Dice;
  readonly #speaker: Speaker;
  readonly #news: News;
  /** The number of its own messages at which each conversation ends. */
  readonly #ends = new Map<string, number>();
  readonly #asked = new Map<string, Asked>();
  /** The newest last. */
  #waiting: readonly ToAnswer[] = [];
  /** Who has spoken to it, and when, and has had no answer. */
  #spokenTo: ReadonlyMap<string, number> = new Map();
  /** What was last made to answer something, and the seq of that. */
  #answered: { readonly act: Act; readonly cause: number } | null = null;

  constructor(memory: Memory, dice: Dice) {
    this.#memory = memory;
    this.#dice = dice;
    this.#speaker = new Speaker(dice, memory);
    this.#news = new News(memory, dice, this.#speaker);
  }

  get speaker(): Speaker {
    return this.#speaker;
  }

  /** Takes note of new words, and of what happened. The newest words that deserve an answer wait for one. */
  listen(seen: Perception): void {
    this.#news.witness(seen);
    const { heardSeq } = this.#memory.state;
    for (const heard of seen.heard) {
      if (heard.seq <= heardSeq) continue;
      this.#memory.note({ heardSeq: heard.seq });
      this.#hear(seen, heard);
    }
    const { beat } = this.#memory.state;
    this.#waiting = this.#waiting.filter((one) => isReachable(seen, one.heard) && beat - one.beat <= waitingBeats);
  }

  #hear(seen: Perception, heard: Heard): void {
    const understood = understand(
      heard.words,
      seen.self.name,
      seen.people.map(({ name }) => name),
    );
    const isPrivate = heard.manner === 'whisper' || heard.manner === 'letter';
    const isToMe = understood.to === 'me' || isPrivate || (understood.to === 'nobody' && seen.people.length === 1);
    const hearing = { heard, seen, memory: this.#memory, isToMe };
    const meanings = meaningsOf(hearing);
    const meant = mainOf(meanings);
    const intent = meant?.act === 'farewell' ? 'farewell' : understood.intent;
    const whole = { ...understood, intent };
    const { beat } = this.#memory.state;
    // Of one who says more to it the newest is answered; what was said before is past.
    const isFor = isToMe || understood.to === 'nobody';
    const others = isFor ? this.#waiting.filter((one) => one.heard.by !== heard.by) : this.#waiting;
    const isDue = (isToMe && meant?.act === 'askToJoin') || this.#deservesAnswer(seen, heard, whole);
    this.#waiting = (isDue ? [...others, { heard, understood: whole, meant, beat }] : others).slice(-waitingMax);
    if (isToMe) this.#spokenTo = new Map([...this.#spokenTo, [heard.by, beat] as const].slice(-spokenToMax));
    if (this.#memory.acquaintance(heard.by) !== undefined) this.#memory.met(heard.by, '', { hasSpoken: true });
    if (isToMe) for (const { act, about } of meanings) if (act === 'ask') this.#askedWith(heard.by).hear(about);
    this.#news.heardFrom(heard.by);
    takeIn(hearing, meanings);
    if (isToMe) hearAnswer(heard, seen, this.#memory, meanings);
    this.#speaker.avoid(meanings.map(({ line }) => line));
  }

  get isSpokenTo(): boolean {
    return this.#waiting.length > 0;
  }

  /** Somebody who is here has just spoken to it, and has had no answer. */
  isAddressed({ people }: Perception): boolean {
    return people.some(({ id }) => this.#beatsSinceSpokenTo(id) <= attentiveBeats);
  }

  #beatsSinceSpokenTo(by: string): number {
    return this.#memory.state.beat - (this.#spokenTo.get(by) ?? Number.NEGATIVE_INFINITY);
  }

  /** Returns a function that restores what waits for an answer, for when the decided words were not said. */
  keep(): () => void {
    const waiting = this.#waiting;
    return () => {
      this.#waiting = waiting;
    };
  }

  /** The seq of the event to which the act answers, if it was the last that was made here to answer one. */
  causeOf(act: Act): number | undefined {
    return this.#answered?.act === act ? this.#answered.cause : undefined;
  }

  #answers(act: Act, cause: number): Act {
    this.#answered = { act, cause };
    return act;
  }

  /** The answer that is due. */
  answer(seen: Perception): Act | null {
    // Who waits for a yes or a no waits for no other talk.
    const newest = this.#waiting.findLast(({ meant }) => meant?.act === 'askToJoin') ?? this.#waiting.at(-1);
    if (newest === undefined) return null;
    const { heard, understood, meant } = newest;
    this.#waiting = this.#waiting.filter((one) => one !== newest);
    const { by } = heard;
    const voice = this.#voiceTo(seen, by);
    const isLast = this.#countWord(seen, by, understood.topic);
    const { words: made, about } = replied(voice, { understood, meant, isLast });
    const words = voice.finish(made);
    if (words === '') return null;
    this.#spokeOf(by, about, meant?.act === 'tell');
    this.#spokenTo = new Map([...this.#spokenTo].filter(([id]) => id !== by));
    this.#asks(seen, by, words);
    return this.#answers(toWhom(heard, this.#addressed(seen, by, words)), heard.seq);
  }

  /** Begins a conversation with somebody who is here; null when there is nobody to whom it would speak. */
  open(seen: Perception): Act | null {
    for (const { id, name } of this.#open(seen)) {
      const known = this.#memory.acquaintance(id);
      const isNew = known === undefined || known.talks === 0;
      const voice = this.#voiceTo(seen, id);
      if (!isNew && wouldAvoid(openingWith(voice))) continue;
      if (known === undefined || this.#memory.state.beat - known.lastBeat > pauseBeats) this.#begin(id, name);
      // After a pause it is another talk: only now it is known whether they are in the middle of one.
      const { words: begun, about, topic } = begin(openingWith(voice), isNew);
      const words = voice.finish(begun);
      if (words === '') continue;
      this.#countWord(seen, id, topic);
      this.#spokeOf(id, about, false);
      this.#asks(seen, id, words);
      return { type: 'say', words: this.#addressed(seen, id, words) };
    }
    return null;
  }

  #voiceTo(seen: Perception, other: string): Voice {
    const asked = this.#askedWith(other);
    return new Voice({ seen, memory: this.#memory, dice: this.#dice, speaker: this.#speaker, other, asked });
  }

  #askedWith(other: string): Asked {
    const asked = this.#asked.get(other) ?? new Asked();
    this.#asked.set(other, asked);
    return asked;
  }

  /** Of whom they spoke is kept for the next time (CV4). */
  #spokeOf(other: string, about: string, hasToldOf: boolean): void {
    if (about !== '' && about !== other) this.#memory.met(other, '', { about, hasToldOf });
  }

  #asks(seen: Perception, other: string, words: string): void {
    if (words.includes('?')) this.#news.asked(other, seen.self.id, this.#memory.state.beat);
  }

  /** Says something to everybody, about what has happened or about itself. */
  remark(seen: Perception): Act | null {
    // A mind greets people whom it does not know before it remarks on anything.
    if (seen.people.some(({ id }) => (this.#memory.acquaintance(id)?.talks ?? 0) === 0)) return this.open(seen);
    if (this.isAddressed(seen)) return null;
    const words = this.#news.remark(seen);
    return words === '' ? null : { type: 'say', words };
  }

  /** Tells what has just happened here, unless somebody has told it already. */
  tellNews(seen: Perception): Act | null {
    if (this.isAddressed(seen)) return null;
    const told = this.#news.latest(seen);
    return told === null ? null : this.#answers({ type: 'say', words: told.words }, told.seq);
  }

  /** Tells a deed of its own, or its own end. */
  announce(announcement: Announcement, seen: Perception): Act | null {
    const words = this.#news.announce(announcement, seen);
    if (words === '') return null;
    const cause = seen.lastEventOf.get(announcement.about);
    return cause === undefined ? { type: 'say', words } : this.#answers({ type: 'say', words }, cause);
  }

  #deservesAnswer(seen: Perception, { by, manner }: Heard, { intent, to }: Understood): boolean {
    if (by === '' || manner === 'shout') return false;
    const exchanges = this.#memory.acquaintance(by)?.exchanges ?? 0;
    const end = this.#endOf(by);
    if (exchanges > end) return false;
    if (intent === 'farewell') {
      // The conversation is over: no more words, whoever spoke last.
      this.#ends.set(by, 0);
      return false;
    }
    if (manner !== 'aloud') return intent !== 'thanks' || this.#speaker.chance(0.3);
    if (to === 'other') return false;
    const others = Math.max(1, seen.people.length);
    if (to === 'nobody' && others > 1) return this.#speaker.chance((intent === 'question' ? 1.2 : 0.5) / others);
    return intent === 'question' || this.#speaker.chance(intent === 'greeting' ? 0.95 : 0.9);
  }

  #endOf(id: string): number {
    const known = this.#ends.get(id);
    const acquaintance = this.#memory.acquaintance(id);
    const isPause = acquaintance === undefined || this.#memory.state.beat - acquaintance.lastBeat > pauseBeats;
    if (known !== undefined && !isPause) return known;
    this.#begin(id, acquaintance?.name ?? '');
    return this.#ends.get(id) ?? exchangesMin;
  }

  #begin(id: string, name: string): void {
    if (this.#ends.size > 100) this.#ends.clear();
    if (this.#asked.size > 100) this.#asked.clear();
    this.#asked.get(id)?.clear();
    this.#ends.set(id, exchangesMin + this.#dice.integerBelow(exchangesSpread));
    this.#memory.met(id, name, { exchanges: 0, lastBeat: this.#memory.state.beat });
  }

  /** Counts a message to somebody; true when it is the last of this conversation. */
  #countWord(seen: Perception, id: string, topic: Topic | null): boolean {
    const known = this.#memory.acquaintance(id);
    const exchanges = (known?.exchanges ?? 0) + 1;
    const name = seen.people.find((person) => person.id === id)?.name ?? known?.name ?? '';
    const isTalk = exchanges === 1 && (known === undefined || known.talkTick !== seen.tick || seen.tick === null);
    this.#memory.met(id, name, {
      exchanges,
      lastBeat: this.#memory.state.beat,
      ...(isTalk && { talks: (known?.talks ?? 0) + 1, firstTick: known?.firstTick ?? seen.tick, talkTick: seen.tick }),
      ...(topic !== null && { topic }),
    });
    return exchanges >= (this.#ends.get(id) ?? exchangesMin);
  }

  /**
   * Those with whom it may talk now: of those whom it knows the one with whom it has not talked for longest first; nobody with whom it has
   * just parted.
   */
  #open(seen: Perception): readonly Person[] {
    const { beat } = this.#memory.state;
    const open = seen.people.filter(({ id }) => {
      // Whom it has left without an answer it does not come to with something else at once.
      if (this.#beatsSinceSpokenTo(id) <= unansweredBeats) return false;
      const known = this.#memory.acquaintance(id);
      return (
        known === undefined ||
        beat - known.lastBeat > pauseBeats ||
        known.exchanges < (this.#ends.get(id) ?? exchangesMin)
      );
    });
    // Now to whom it knows, now to whom it does not: who only meets strangers comes to know nobody.
    const stranger = this.#dice.withProbability(strangersShare) ? -1 : beat;
    const since = ({ id }: Person) => this.#memory.acquaintance(id)?.lastBeat ?? stranger;
    return [...open].sort((a, b) => since(a) - since(b)).slice(0, 4);
  }

  /** Among several listeners the addressee is named. */
  #addressed(seen: Perception, id: string, words: string): string {
    const name = callName(seen.people.find((person) => person.id === id)?.name ?? '');
    if (seen.people.length < 2 || name === '' || calls(words, name)) return words;
    return `${name}: ${words}`;
  }
}

function isReachable({ people, self, place }: Perception, { by, manner }: Heard): boolean {
  return manner === 'letter' ? place.id === self.home : people.some(({ id }) => id === by);
}

function toWhom({ by, manner }: Heard, words: string): Act {
  if (manner === 'letter') return { type: 'letter', to: by, words };
  return manner === 'whisper' ? { type: 'whisper', to: by, words } : { type: 'say', words };
}
