/**
 * Conversations: which words deserve an answer, what the answer is, how a conversation begins and ends.
 *
 * CV1  Each thing heard is answered at most once, and a farewell never by more than one.
 * CV2  A conversation ends after a few messages of each side: its end is drawn when it begins, and silence follows.
 * CV3  Words to everybody are answered by one listener on average; words to somebody by name by nobody else.
 */
import type { Dice } from '../../../population/seeded-random.ts';
import type { Act } from '../../acts/act.ts';
import type { Memory } from '../../memory/memory.ts';
import type { Heard, Perception, Person } from '../../perception/perception.ts';
import { answers, reactions } from './words/answers.ts';
import * as phrases from './words/phrases.ts';
import { questions } from './words/questions.ts';
import { slotsFor } from './words/slots.ts';
import { Speaker } from './words/speaker.ts';
import * as tellings from './words/tellings.ts';
import { type Topic, topics, type Understood, understand } from './words/understanding.ts';

/** Messages of its own in a conversation before it parts: 2 to 4. */
const exchangesMin = 2;
const exchangesSpread = 3;
/** Acts of its own after which a conversation counts as over. */
const pauseBeats = 14;

interface ToAnswer {
  readonly heard: Heard;
  readonly understood: Understood;
}

/** What a mind tells everybody of itself. */
export interface Announcement {
  /** Of `tellings.announcements`. */
  readonly kind: string;
  readonly name: string;
  readonly about: string;
}

export class Conversation {
  readonly #memory: Memory;
  readonly #dice: Dice;
  readonly #speaker: Speaker;
  /** The number of its own messages at which each conversation ends. */
  readonly #ends = new Map<string, number>();
  #waiting: ToAnswer | null = null;
  /** What was last made to answer something, and the seq of that. */
  #answered: { readonly act: Act; readonly cause: number } | null = null;

  constructor(memory: Memory, dice: Dice) {
    this.#memory = memory;
    this.#dice = dice;
    this.#speaker = new Speaker(dice, memory);
  }

  get speaker(): Speaker {
    return this.#speaker;
  }

  /** Takes note of new words. The newest that deserve an answer wait for one. */
  listen(seen: Perception): void {
    const { heardSeq } = this.#memory.state;
    for (const heard of seen.heard) {
      if (heard.seq <= heardSeq) continue;
      this.#memory.note({ heardSeq: heard.seq });
      this.#speaker.avoid(heard.words);
      const understood = understand(
        heard.words,
        seen.self.name,
        seen.people.map(({ name }) => name),
      );
      if (this.#deservesAnswer(seen, heard, understood)) this.#waiting = { heard, understood };
      if (this.#memory.acquaintance(heard.by) !== undefined) this.#memory.met(heard.by, '', { hasSpoken: true });
    }
    if (this.#waiting !== null && !isReachable(seen, this.#waiting.heard)) this.#waiting = null;
  }

  get isSpokenTo(): boolean {
    return this.#waiting !== null;
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
    if (this.#waiting === null) return null;
    const { heard, understood } = this.#waiting;
    this.#waiting = null;
    const { by } = heard;
    const isLast = this.#countWord(seen, by, understood.topic);
    const slots = slotsFor(seen, this.#memory, this.#dice, by);
    const words =
      isLast && understood.intent !== 'question'
        ? this.#speaker.say(phrases.farewells, slots)
        : this.#reply(seen, understood, slots);
    if (words === '') return null;
    return this.#answers(toWhom(heard, this.#addressed(seen, by, words)), heard.seq);
  }

  /** Begins a conversation with somebody who is here; null when there is nobody. */
  open(seen: Perception): Act | null {
    const other = this.#someone(seen);
    if (other === null) return null;
    const { id, name } = other;
    const known = this.#memory.acquaintance(id);
    const isNew = known === undefined || known.talks === 0;
    const isPause = known === undefined || this.#memory.state.beat - known.lastBeat > pauseBeats;
    if (isPause) this.#begin(id, name);
    const topic = this.#topic();
    const isQuestion = !isNew && !(isPause && this.#speaker.chance(0.5));
    const list = isQuestion ? questions[topic] : isNew ? phrases.introductions : phrases.greetings;
    this.#countWord(seen, id, isQuestion ? topic : null);
    const slots = slotsFor(seen, this.#memory, this.#dice, id);
    const words = this.#speaker.say(list, slots);
    return words === '' ? null : { type: 'say', words: this.#addressed(seen, id, words) };
  }

  /** Says something to everybody, about what has happened or about itself. */
  remark(seen: Perception): Act | null {
    // A mind greets people whom it does not know before it remarks on anything.
    if (seen.people.some(({ id }) => (this.#memory.acquaintance(id)?.talks ?? 0) === 0)) return this.open(seen);
    const slots = slotsFor(seen, this.#memory, this.#dice);
    const words = this.#speaker.say(phrases.remarks, slots);
    return words === '' ? null : { type: 'say', words };
  }

  /** Tells what has just happened here, unless somebody has told it already. */
  tellNews(seen: Perception): Act | null {
    const { happenedSeq } = this.#memory.state;
    const latest = seen.happenings.findLast(
      ({ seq, type, actor }) =>
        seq > happenedSeq &&
        type in tellings.news &&
        actor !== seen.self.id &&
        (actor !== '' || !type.startsWith('job.')),
    );
    const last = seen.happenings.at(-1);
    if (last !== undefined) this.#memory.note({ happenedSeq: Math.max(happenedSeq, last.seq) });
    // Not everybody tells everything.
    if (latest === undefined || seen.people.length === 0 || !this.#speaker.chance(2 / (1 + seen.people.length)))
      return null;
    const isKnown = [latest.actor, latest.subject].some((id) => this.#memory.acquaintance(id)?.hasSpoken === true);
    const slots = {
      ...slotsFor(seen, this.#memory, this.#dice),
      ...(latest.name !== '' && { name: latest.name }),
      ...(isKnown && { '?known': '' }),
    };
    const words = this.#speaker.say(tellings.news[latest.type] ?? [], slots);
    return words === '' ? null : this.#answers({ type: 'say', words }, latest.seq);
  }

  /** Tells a deed of its own, or its own end. `about`: of what the event told that it tells on (`Perception.lastEventOf`). */
  announce({ kind, name, about }: Announcement, seen: Perception): Act | null {
    const isOpen = seen.pods.some((pod) => pod.name === name && pod.status === 'deployed');
    const slots = {
      ...slotsFor(seen, this.#memory, this.#dice),
      ...(name !== '' && { name }),
      ...(isOpen && { '?open': '' }),
    };
    const words = this.#speaker.say(tellings.announcements[kind] ?? [], slots);
    if (words === '') return null;
    const cause = seen.lastEventOf.get(about);
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
    return intent === 'question' || this.#speaker.chance(intent === 'greeting' ? 0.95 : 0.75);
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

  #reply(seen: Perception, { intent, topic }: Understood, slots: ReturnType<typeof slotsFor>): string {
    const first = this.#firstPart(intent, topic, slots);
    const asksBack = intent !== 'thanks' && this.#speaker.chance(intent === 'question' ? 0.4 : 0.5);
    if (!asksBack || seen.people.length === 0) return first;
    const next = topic !== null && this.#speaker.chance(0.5) ? topic : this.#topic();
    return [first, this.#speaker.say(questions[next], slots)].filter((part) => part !== '').join(' ');
  }

  #firstPart(intent: Understood['intent'], topic: Topic | null, slots: ReturnType<typeof slotsFor>): string {
    if (intent === 'greeting') return this.#speaker.say(phrases.answersToGreeting, slots);
    if (intent === 'thanks') return this.#speaker.say(phrases.answersToThanks, slots);
    const known = topic === null ? '' : this.#speaker.say((intent === 'question' ? answers : reactions)[topic], slots);
    return known === '' ? this.#speaker.say(phrases.listening, slots) : known;
  }

  #topic(): Topic {
    return this.#dice.pick(topics) ?? 'place';
  }

  /** The person with whom it has not talked for longest, or never; nobody with whom it has just parted. */
  #someone(seen: Perception): Person | null {
    const { beat } = this.#memory.state;
    const open = seen.people.filter(({ id }) => {
      const known = this.#memory.acquaintance(id);
      return (
        known === undefined ||
        beat - known.lastBeat > pauseBeats ||
        known.exchanges < (this.#ends.get(id) ?? exchangesMin)
      );
    });
    const since = ({ id }: Person) => this.#memory.acquaintance(id)?.lastBeat ?? -1;
    const [longest] = [...open].sort((a, b) => since(a) - since(b));
    return longest ?? null;
  }

  /** Among several listeners the addressee is named. */
  #addressed(seen: Perception, id: string, words: string): string {
    const name = seen.people.find((person) => person.id === id)?.name ?? '';
    if (seen.people.length < 2 || name === '' || words.includes(name)) return words;
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
