/**
 * Souls and births as they follow from acknowledged acts, notifications of visitors and events of residents: who wrote which soul, who
 * adopted it, who was born of it, with how much.
 *
 * BB1  A soul is adopted once and one resident is born of it; nobody is born of two, and none of a soul that was taken back.
 * BB2  Souls are adopted in the order in which they were written.
 * BB3  Its visitor is notified of each step once, in order: queued, then withdrawn, or adopted, born and died.
 * BB4  A newborn was adopted by an acknowledged act of its mentor; the mentor, and no other, hears of its birth and of its death.
 * BB5  A newborn has the seed, which is the same for all, and what its mentor gave, to the millicredit.
 */
import { read, readPart, says } from '../../client/answers.ts';
import type { CityEvent } from '../../client/events.ts';
import { type Fields, milli, numberOf, textOf } from '../../client/wire.ts';
import type { AnswerOf } from '../../gateways/answers/answer-type.ts';
import type { OwnPassport } from '../../gateways/answers/passport.ts';
import type { Findings } from './findings.ts';
import { type CitySoul, judgeOrder, judgeSteps } from './soul-steps.ts';

interface Adoption {
  readonly mentor: string;
  /** Millicredits. */
  readonly donation: number;
}

/** The account of a newborn before its first act. Amounts are millicredits. */
export interface Newborn {
  readonly balance: number;
  readonly earned: number;
  readonly spent: number;
  readonly mentor: string;
  readonly generation: number;
}

/** The births and deaths of its mentees that a resident has heard of. */
interface Heard {
  readonly births: Map<string, number>;
  readonly deaths: Map<string, number>;
}

export class ExpectedBirths {
  readonly #souls = new Map<string, CitySoul>();
  /** Acknowledged adoptions, by newborn. */
  readonly #adoptions = new Map<string, Adoption>();
  /** Adoptions whose outcome is not known, by mentor. */
  readonly #adoptionsUnknown = new Map<string, number>();
  readonly #generations = new Map<string, number>();
  readonly #heard = new Map<string, Heard>();
  readonly #findings: Findings;
  /** Souls that visitors asked for without a known outcome. */
  #soulsUnknown = 0;
  /** Millicredits that every newborn gets from the city; null until the first. */
  #seed: number | null = null;
  #newcomers = 0;

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  /** Births by notifications of the souls' visitors. */
  get births(): number {
    return [...this.#souls.values()].filter(({ steps }) => steps.some(({ type }) => type === 'soul.born')).length;
  }

  /** The highest generation that was seen; that of founders is 0. */
  get generations(): number {
    return Math.max(0, ...this.#generations.values());
  }

  /** Newborns whose account was checked. */
  get newcomers(): number {
    return this.#newcomers;
  }

  /** Waiting souls, as far as visitors and mentors know. */
  get waiting(): number {
    let count = this.births - this.#adoptions.size;
    for (const { steps, takenBack } of this.#souls.values()) if (!takenBack && steps.length < 2) count++;
    return Math.max(0, count);
  }

  /** A visitor's request for a soul was answered. `sentAt`, `answeredAt`: milliseconds. */
  noteWritten(id: string, visitor: string, sentAt: number, answeredAt: number): void {
    const known = this.#souls.get(id);
    if (known?.writtenAt !== null && known !== undefined)
      this.#findings.add('doubled', () => `two souls were answered as ${id}`);
    this.#souls.set(id, { ...(known ?? soulOf(id, visitor)), writtenAt: [sentAt, answeredAt] });
  }

  noteWritingUnknown(): void {
    this.#soulsUnknown++;
  }

  /** A withdrawal by its visitor was acknowledged. */
  noteTakenBack(id: string): void {
    const soul = this.#souls.get(id);
    if (soul !== undefined) soul.takenBack = true;
  }

  /** A notification of a visitor about one of its souls, the oldest first. */
  noteNotice(
    visitor: string,
    { type, seq, subject, data }: Pick<CityEvent, 'type' | 'seq' | 'subject' | 'data'>,
  ): void {
    const soul = this.#souls.get(subject) ?? soulOf(subject, visitor);
    this.#souls.set(subject, soul);
    if (soul.visitor !== visitor)
      this.#findings.add('overheard', () => `${visitor} was told ${type} of ${subject}, which ${soul.visitor} wrote`);
    soul.steps.push({ type, seq, mentor: textOf(data.mentor), resident: textOf(data.resident) });
  }

  /** An adoption was acknowledged; `child` is its answer. */
  noteAdopted(mentor: string, donation: number, child: Fields): void {
    const id = textOf(child['id']);
    const before = this.#adoptions.get(id);
    if (before !== undefined)
      this.#findings.add('doubled', () => `${mentor} adopted ${id}, whom ${before.mentor} had adopted`);
    this.#adoptions.set(id, { mentor, donation });
  }

  noteAdoptionUnknown(mentor: string): void {
    this.#adoptionsUnknown.set(mentor, (this.#adoptionsUnknown.get(mentor) ?? 0) + 1);
  }

  /** A newborn has its first perception of itself (BB5). */
  noteNewborn(id: string, { balance, earned, spent, mentor, generation }: Newborn): void {
    this.#newcomers++;
    this.#generations.set(id, generation);
    const adoption = this.#adoptions.get(id);
    const expected = (this.#generations.get(mentor) ?? 0) + 1;
    if (adoption !== undefined && adoption.mentor !== mentor)
      this.#findings.add('answer_differs', () => `${id} says that ${mentor} adopted it, not ${adoption.mentor}`);
    if (adoption !== undefined && generation !== expected)
      this.#findings.add('answer_differs', () => `${id} is of generation ${generation}, not ${expected}`);
    if (balance !== earned - spent)
      this.#findings.add('balance', () => `${id} holds ${balance / 1000} of ${earned / 1000}, spent ${spent / 1000}`);
    if (adoption === undefined) return;
    const seed = earned - adoption.donation;
    this.#seed ??= seed;
    const common = this.#seed;
    if (seed !== common || !(seed > 0))
      this.#findings.add(
        'balance',
        () =>
          `${id} began with ${earned / 1000}: ${adoption.donation / 1000} of its mentor, a seed of ${common / 1000}`,
      );
  }

  /** A resident hears of a birth or a death. The mentor of a dead resident hears of it. */
  hear(listener: string, { type, actor, data, location }: CityEvent, place: string): void {
    if (type !== 'resident.born' && type !== 'resident.died') return;
    const isMentor = data.mentor === listener;
    if (isMentor) {
      const heard = this.#heardBy(listener);
      const counts = type === 'resident.born' ? heard.births : heard.deaths;
      counts.set(actor, (counts.get(actor) ?? 0) + 1);
    } else if (type === 'resident.born' && location !== place)
      this.#findings.add('overheard', () => `${listener} at ${place} heard of the birth of ${actor}`);
  }

  /** The final check, when all notifications were read. `dead` had died before that, `heardAll` have heard everything since. */
  judgeAll(heardAll: ReadonlySet<string>, dead: ReadonlySet<string>): void {
    const souls = [...this.#souls.values()];
    for (const soul of souls) judgeSteps(soul, dead, this.#findings);
    judgeOrder(souls, this.#findings);
    const unknown = souls.filter(({ writtenAt }) => writtenAt === null);
    if (unknown.length > this.#soulsUnknown)
      this.#findings.add('unasked', () => `nobody wrote ${unknown.map(({ id }) => id).join(', ')}`);
    this.#judgeBirths(souls);
    this.#judgeMentors(heardAll, dead);
  }

  /** Each birth of which a visitor was notified belongs to one adoption, and each adoption to one birth (BB1, BB4). */
  #judgeBirths(souls: readonly CitySoul[]): void {
    const soulsOf = new Map<string, string>();
    const doubts = new Map(this.#adoptionsUnknown);
    for (const { id, steps } of souls) {
      const { mentor = '', resident = '' } = steps.find(({ type }) => type === 'soul.born') ?? {};
      if (resident === '') continue;
      const other = soulsOf.get(resident);
      if (other !== undefined) this.#findings.add('doubled', () => `${resident} was born of ${other} and of ${id}`);
      soulsOf.set(resident, id);
      const adopted = this.#adoptions.get(resident);
      if (adopted?.mentor === mentor) continue;
      const left = doubts.get(mentor) ?? 0;
      doubts.set(mentor, left - 1);
      // Residents outside of this run may adopt too.
      if (left > 0 || (adopted === undefined && !this.#generations.has(mentor))) continue;
      this.#findings.add('unasked', () => `${resident} was born to ${mentor}, acknowledged to ${adopted?.mentor}`);
    }
  }

  #judgeMentors(heardAll: ReadonlySet<string>, dead: ReadonlySet<string>): void {
    for (const [child, { mentor }] of this.#adoptions) {
      if (!heardAll.has(mentor)) continue;
      const { births, deaths } = this.#heardBy(mentor);
      const times = births.get(child) ?? 0;
      if (times !== 1)
        this.#findings.add(
          times === 0 ? 'unheard' : 'doubled',
          () => `${mentor} heard ${times} times of ${child}'s birth`,
        );
      if (dead.has(child) && deaths.get(child) !== 1)
        this.#findings.add('unheard', () => `${mentor} heard ${deaths.get(child) ?? 0} times of ${child}'s death`);
    }
    for (const [mentor, { births }] of this.#heard)
      for (const child of births.keys())
        if (!this.#adoptions.has(child) && (this.#adoptionsUnknown.get(mentor) ?? 0) === 0)
          this.#findings.add('unasked', () => `${mentor} heard of the birth of ${child}, and adopted nobody`);
  }

  /** A founder, whose children are of generation 1. */
  noteFounder(id: string): void {
    this.#generations.set(id, 0);
  }

  /** The mentees that an answer lists for a resident must be those who live, and nobody whom it has not adopted (BB4). */
  checkMentees(mentor: string, listed: readonly unknown[], living: (child: string) => boolean): void {
    for (const [child, adoption] of this.#adoptions)
      if (adoption.mentor === mentor && living(child) && !listed.includes(child))
        this.#findings.add('unheard', () => `${mentor} does not list ${child} among its mentees`);
    const doubts = this.#adoptionsUnknown.get(mentor) ?? 0;
    const foreign = listed.filter((child) => this.#adoptions.get(textOf(child))?.mentor !== mentor);
    if (foreign.length > doubts)
      this.#findings.add('unasked', () => `${mentor} lists ${foreign.join(', ')}, whom it has not adopted`);
  }

  #heardBy(listener: string): Heard {
    const known = this.#heard.get(listener);
    if (known !== undefined) return known;
    const made = { births: new Map<string, number>(), deaths: new Map<string, number>() };
    this.#heard.set(listener, made);
    return made;
  }
}

const soulOf = (id: string, visitor: string): CitySoul => ({
  id,
  visitor,
  writtenAt: null,
  takenBack: false,
  steps: [],
});

/** The fields of an answer of `/v1/me` that concern a newborn. */
export function newbornIn(answer: unknown): Newborn | undefined {
  const { status, balance, economy, lineage } = read<AnswerOf<typeof OwnPassport>>(answer);
  if (!says(status, 'alive')) return undefined;
  const { lifetime_earned: earned, lifetime_spent: spent } = readPart(economy);
  const { mentor, generation } = readPart(lineage);
  return {
    balance: milli(balance),
    earned: milli(earned),
    spent: milli(spent),
    mentor: textOf(mentor),
    generation: numberOf(generation),
  };
}
