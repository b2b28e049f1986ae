/**
 * Fills sentences of a group for one listener: with the mind's own slots, and those of what, of whom or of where it speaks.
 *
 * SY1  Of somebody of whose death the mind knows, only what is said of the dead is said: for all else it has no name.
 */
import type { Dice } from '../../../population/seeded-random.ts';
import { designAt } from '../../designs/list.ts';
import { type Fact, kinds } from '../../hearsay/fact.ts';
import type { Memory } from '../../memory/memory.ts';
import type { Perception } from '../../perception/perception.ts';
import type { Asked } from './asked.ts';
import { planText } from './meaning.ts';
import { linesOf } from './words/groups.ts';
import { agoText, callName, placeText, tidied } from './words/naming.ts';
import { type Slots, slotsFor } from './words/slots.ts';
import type { Speaker } from './words/speaker.ts';
import { wrongText } from './words/wrongs.ts';

/** What is spoken of. */
export interface Subject {
  readonly fact?: Fact | undefined;
  readonly who?: string;
  readonly whom?: string;
  readonly place?: string;
}

export interface Listener {
  readonly seen: Perception;
  readonly memory: Memory;
  readonly dice: Dice;
  readonly speaker: Speaker;
  /** Whom it speaks to. */
  readonly other: string;
  /** Of whom they have asked each other. */
  readonly asked?: Asked;
}

export class Voice {
  readonly of: Listener;
  /** Drawn once: all parts of what is said are about the same. */
  readonly #own: Slots;
  /** The third persons whom it has named. */
  readonly #named = new Set<string>();

  constructor(of: Listener) {
    this.of = of;
    const own = slotsFor(of.seen, of.memory, of.dice, of.other);
    const between = { me: of.seen.self.name, you: own['you'] ?? '' };
    const called = ['before', 'pod', 'ownPod'].flatMap((slot) => {
      const name = own[slot];
      return name === undefined ? [] : [[slot, placeText(name, between)] as const];
    });
    this.#own = {
      ...own,
      ...Object.fromEntries(called),
      ...(own['you'] !== undefined && { you: callName(own['you']) }),
    };
  }

  /** '' when there is no sentence in the group that can be said. */
  say(group: string, subject: Subject = {}): string {
    const { asked, speaker } = this.of;
    const { who = '' } = subject;
    if (asked?.mayAsk(group, who) === false) return '';
    const words = speaker.say(linesOf(group), { ...this.#own, ...this.#slotsOf(subject, isOfTheDead.test(group)) });
    if (words !== '') asked?.asks(group, who);
    return words;
  }

  /** What is said at once, as one says it. */
  finish(words: string): string {
    return tidied(words, this.#own['you'] ?? '', [...this.#named]);
  }

  /** The first of the groups in which something can be said. */
  first(groups: readonly string[], subject: Subject = {}): string {
    for (const group of groups) {
      const words = this.say(group, subject);
      if (words !== '') return words;
    }
    return '';
  }

  /** What a third person is called; '' of itself, of whom it speaks to, and of whom it cannot name. */
  nameOf(id: string): string {
    const { seen, memory, other } = this.of;
    if (id === '' || id === seen.self.id || id === other || designAt(id) !== undefined) return '';
    return seen.people.find((person) => person.id === id)?.name ?? memory.nameOf(id);
  }

  placeOf(id: string): string {
    if (id === '') return '';
    const { seen, memory, other } = this.of;
    const plan = planText(id);
    if (plan !== '') return plan;
    const name = seen.pods.find((pod) => pod.id === id)?.name ?? memory.nameOf(id);
    const you = seen.people.find((person) => person.id === other)?.name ?? memory.nameOf(other);
    return name === '' ? '' : placeText(name, { me: seen.self.name, you });
  }

  #slotsOf({ fact, who, whom, place }: Subject, isOfTheDead: boolean): Slots {
    const { seen, memory } = this.of;
    const isDated = fact !== undefined && fact.isVague !== true;
    const of = who ?? fact?.who ?? '';
    const { talks = 0 } = memory.acquaintance(of) ?? {};
    const named = (id: string) => (memory.isGone(id) && !isOfTheDead ? '' : this.nameOf(id));
    const all = {
      who: named(of),
      whom: named(whom ?? fact?.whom ?? ''),
      site: this.placeOf(place ?? fact?.place ?? ''),
      teller: memory.isGone(fact?.from ?? '') ? '' : this.nameOf(fact?.from ?? ''),
      wrong: fact?.why === undefined ? '' : wrongText(fact.why, `${fact.who} ${fact.whom}`),
      ago: isDated ? agoText(fact.tick, seen.tick ?? fact.tick) : '',
      talks: talks === 0 ? '' : talks === 1 ? 'once' : talks === 2 ? 'twice' : `${talks} times`,
    };
    for (const name of [all.who, all.whom, all.teller]) if (name !== '') this.#named.add(name);
    const known = Object.entries(all).filter(([, value]) => value !== '');
    return { ...Object.fromEntries(known), ...(fact?.hops === 0 && { '?seen': '' }), ...this.#factsOf(of, all.site) };
  }

  /** Whether somebody is elsewhere, and was ever seen; whether a place is the listener's. */
  #factsOf(who: string, site: string): Slots {
    const { seen, memory } = this.of;
    const isHere = seen.people.some(({ id }) => id === who);
    const wasSeen = memory.state.facts.some((fact) => fact.hops === 0 && (fact.who === who || fact.whom === who));
    const isMet = isHere || wasSeen || memory.acquaintance(who) !== undefined;
    return {
      ...(!isHere && { '?away': '' }),
      ...(isMet ? { '?met': '' } : { '?unmet': '' }),
      ...(!site.startsWith('your ') && { '?elsewhere': '' }),
    };
  }
}

/** Groups of sentences that may be said of the dead. */
const isOfTheDead = /^(dead|corrected|console|sources|legacies|known)\b|\.(died|lost|inherited|dead)$/;

/** The tone of what is told, as its reactions are called. */
export const toneOf = ({ kind }: Fact): string => {
  if (kind === 'died') return 'dead';
  return kind === 'closed' ? 'shut' : kinds[kind].tone;
};
