/** What happens around a mind, and what it makes of it: what it learns by it, whom it holds it against, what it tells everybody. */
import type { Dice } from '../../../population/seeded-random.ts';
import { type Fact, isAbout, isOfSame, toldTo } from '../../hearsay/fact.ts';
import { witness } from '../../hearsay/witness.ts';
import type { Memory } from '../../memory/memory.ts';
import type { Happening, Perception } from '../../perception/perception.ts';
import { expectations, isDue, isKept } from '../../ties/expectations.ts';
import { temperOf } from '../../ties/temper.ts';
import { envy } from './meaning.ts';
import { innerFacts, occasionsFor } from './situation.ts';
import { Voice } from './voice.ts';
import { linesOf } from './words/groups.ts';
import * as phrases from './words/phrases.ts';
import { slotsFor } from './words/slots.ts';
import type { Speaker } from './words/speaker.ts';
import * as tellings from './words/tellings.ts';

/** Acts of its own for which it waits for an answer. */
const answerBeats = 4;
/** Of remarks to everybody, so many are about somebody. */
const gossipShare = 0.7;
/** Below this it does not mind that somebody walks off. */
const mindsFrom = 0.35;
/** Acts of its own after which it notices that it was given no answer. */
const silentBeats = 9;

/** What a mind tells everybody of itself. */
export interface Announcement {
  /** Of `tellings.announcements`. */
  readonly kind: string;
  readonly name: string;
  /** Of what the event told that it tells on (`Perception.lastEventOf`). */
  readonly about: string;
  /** What else it says: what it is after, how much is missing. */
  readonly slots?: Readonly<Record<string, string>>;
}

export class News {
  readonly #memory: Memory;
  readonly #dice: Dice;
  readonly #speaker: Speaker;
  /** Whom it has asked something, and at which beat. */
  #asked: { readonly other: string; readonly beat: number } | null = null;

  constructor(memory: Memory, dice: Dice, speaker: Speaker) {
    this.#memory = memory;
    this.#dice = dice;
    this.#speaker = speaker;
  }

  /** Learns from what happened since it last looked, and from what goes on in itself. */
  witness(seen: Perception): void {
    const { self, people, tick } = seen;
    const memory = this.#memory;
    memory.named(Object.fromEntries(people.map(({ id, name }) => [id, name])));
    for (const { id } of people) memory.sawAlive(id);
    for (const happening of seen.happenings) {
      if (happening.seq <= memory.state.witnessedSeq) continue;
      memory.note({ witnessedSeq: happening.seq });
      const { facts, deed, names } = witness(happening, self.id, tick ?? 0);
      memory.named(names);
      for (const fact of facts) memory.learn(fact);
      if (deed !== undefined) memory.felt(deed.by, deed.deed);
      this.#seeOff(happening, seen);
      for (const fact of facts) envy(fact, seen, memory);
      memory.note({ expects: memory.state.expects.filter((one) => !isKept(one, happening)) });
    }
    this.#wait(seen);
    const known = memory.state.facts;
    for (const fact of innerFacts(seen, memory)) {
      // What names a place is a plan: it stays new for as long as it is one.
      const isNew = fact.place !== '' || !known.some((one) => isOfSame(one, fact));
      if (isNew) memory.learn({ ...fact, told: [] });
    }
    this.#noticeSilence(seen);
  }

  /** What it waited for in vain; of small things only who is sharp takes note. */
  #wait({ self, tick }: Perception): void {
    const memory = this.#memory;
    const due = memory.state.expects.filter((one) => isDue(one, tick ?? 0));
    if (due.length === 0) return;
    memory.note({ expects: memory.state.expects.filter((one) => !due.includes(one)) });
    const isSharp = temperOf(self).sharp >= mindsFrom;
    for (const { of, what } of due)
      if (!memory.isGone(of) && (isSharp || what === 'loan')) memory.felt(of, expectations[what].otherwise);
  }

  /** Who is asked something, stays, and says nothing is remembered for it, by those who mind. */
  #noticeSilence({ self, people }: Perception): void {
    const asked = this.#asked;
    if (asked === null || this.#memory.state.beat - asked.beat < silentBeats) return;
    this.#asked = null;
    const isHere = people.some(({ id }) => id === asked.other);
    if (isHere && temperOf(self).sharp >= mindsFrom) this.#memory.felt(asked.other, 'refused');
  }

  /** Who is asked something and walks off without a word is remembered for it. */
  #seeOff({ type, actor }: Happening, { self }: Perception): void {
    const asked = this.#asked;
    if (type !== 'resident.departed' || asked === null || actor !== asked.other) return;
    this.#asked = null;
    const isFresh = this.#memory.state.beat - asked.beat <= answerBeats;
    if (isFresh && temperOf(self).sharp >= mindsFrom) this.#memory.felt(actor, 'hurriedAway');
  }

  asked(other: string, self: string, beat: number): void {
    if (other !== self) this.#asked = { other, beat };
  }

  heardFrom(other: string): void {
    if (this.#asked?.other === other) this.#asked = null;
  }

  /** To everybody here: of somebody, or of itself. */
  remark(seen: Perception): string {
    const voice = new Voice({ seen, memory: this.#memory, dice: this.#dice, speaker: this.#speaker, other: '' });
    const here = seen.people.map(({ id }) => id);
    const { news } = occasionsFor(seen, this.#memory, '');
    const isNewHere = ({ told }: Fact) => here.filter((id) => !told.includes(id)).length > here.length / 2;
    const fact = news.find((one) => here.every((id) => !isAbout(one, id)) && isNewHere(one));
    if (fact !== undefined && this.#dice.withProbability(gossipShare)) {
      const words = voice.say(`told.${fact.kind}`, { fact });
      if (words !== '') this.#memory.note({ facts: toldTo(this.#memory.state.facts, fact, here) });
      if (words !== '') return words;
    }
    return this.#speaker.say(phrases.remarks, slotsFor(seen, this.#memory, this.#dice));
  }

  /** What has just happened here, if it tells it, and the seq of that. */
  latest(seen: Perception): { readonly words: string; readonly seq: number } | null {
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
    const name = latest.name || this.#memory.nameOf(latest.subject);
    const isKnown = [latest.actor, latest.subject].some((id) => this.#memory.acquaintance(id)?.hasSpoken === true);
    const slots = {
      ...slotsFor(seen, this.#memory, this.#dice),
      ...(name !== '' && { name }),
      ...(isKnown && { '?known': '' }),
    };
    const words = this.#speaker.say(tellings.news[latest.type] ?? [], slots);
    return words === '' ? null : { words, seq: latest.seq };
  }

  announce({ kind, name, slots: more = {} }: Announcement, seen: Perception): string {
    const isOpen = seen.pods.some((pod) => pod.name === name && pod.status === 'deployed');
    const slots = {
      ...slotsFor(seen, this.#memory, this.#dice),
      ...more,
      ...(name !== '' && { name }),
      ...(isOpen && { '?open': '' }),
    };
    return this.#speaker.say(linesOf(`announcements.${kind}`), slots);
  }
}
