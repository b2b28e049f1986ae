/**
 * What a town has come to, counted from its events alone, in their order: who lives, which places stand and how old they are, what was
 * sold to whom, which ways there are, what was said.
 */
import { z } from 'zod';
import { median } from './table-row.ts';
import { Exchanges, isAboutSomething, isSelfIntroduction } from './talk-figures.ts';
import { isOnSubject } from './talk-subjects.ts';

/** An event of the city, as it is kept. */
const Told = z.object({
  type: z.string(),
  location: z.string().nullable().optional(),
  tick: z.number(),
  actor: z.string().nullable(),
  subject: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
});
type Told = z.infer<typeof Told>;

interface Resident {
  readonly mentor: string | null;
  hasWorked: boolean;
}

interface Place {
  readonly kind: string;
  readonly sinceTick: number;
  owner: string | null;
}

export interface TownCount {
  readonly tick: number;
  readonly residents: number;
  /** All who have lived so far. */
  readonly lives: number;
  readonly places: number;
  readonly kinds: number;
  /** Of places that stand; NaN where none does. */
  readonly medianAgeTicks: number;
  readonly built: number;
  readonly ended: number;
  /** Calls that were paid for by somebody who is neither the owner nor its kin. */
  readonly sales: number;
  /** Shares, from 0 to 1. */
  readonly incomeFromResidents: number;
  readonly waysOffTheCommons: number;
  readonly distinctSentences: number;
  /** Of what answers somebody: about what was said; and exchanges of two in which a third, an event or a disagreement stands. */
  readonly repliesOnSubject: number;
  readonly exchangesAboutSomething: number;
  /** Of all that is said: who one is, and how one is. */
  readonly selfIntroductions: number;
  readonly deathsForWantOfCredits: number;
  /** The same of those who had ever handed in work. */
  readonly deathsOfWorkers: number;
}

const commons = 'city-commons';
const speech = new Set(['message.broadcast', 'message.whisper', 'message.direct', 'message.shout']);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const amountOf = (value: unknown): number => (typeof value === 'number' ? value : 0);
const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

/** The name of a place without that of its builder: `The Guest Book of Vera` is `The Guest Book`. */
const kindOf = (name: string): string => name.split(' of ').slice(0, -1).join(' of ') || name;

export class TownFigures {
  readonly #residents = new Map<string, Resident>();
  readonly #places = new Map<string, Place>();
  /** The ends of each way, by its request. */
  readonly #ways = new Map<string, readonly [string, string]>();
  readonly #mentors = new Map<string, string | null>();
  readonly #sentences = new Set<string>();
  readonly #exchanges = new Exchanges();
  /** Of all who have lived, by id. */
  readonly #names = new Map<string, string>();
  #answers = 0;
  #answersOnSubject = 0;
  #exchangesAboutSomething = 0;
  #tick = 0;
  #said = 0;
  #built = 0;
  #ended = 0;
  #sales = 0;
  /** Credits. */
  #fromResidents = 0;
  #fromCity = 0;
  #selfIntroductions = 0;
  #deathsForWant = 0;
  #deathsOfWorkers = 0;

  /** `json`: an event, as text. */
  hear(json: string): void {
    const event = Told.parse(JSON.parse(json));
    this.#tick = Math.max(this.#tick, event.tick);
    if (speech.has(event.type)) this.#say(event);
    else if (event.type.startsWith('resident.')) this.#live(event);
    else if (event.type.startsWith('pod.')) this.#stand(event);
    else if (event.type.startsWith('connection.')) this.#lead(event);
    else this.#pay(event);
  }

  get count(): TownCount {
    const ages = [...this.#places.values()].map(({ sinceTick }) => this.#tick - sinceTick);
    const ways = [...this.#ways.values()];
    return {
      tick: this.#tick,
      residents: this.#residents.size,
      lives: this.#mentors.size,
      places: this.#places.size,
      kinds: new Set([...this.#places.values()].map(({ kind }) => kind)).size,
      medianAgeTicks: median(ages),
      built: this.#built,
      ended: this.#ended,
      sales: this.#sales,
      incomeFromResidents: share(this.#fromResidents, this.#fromResidents + this.#fromCity),
      waysOffTheCommons: share(ways.filter((ends) => !ends.includes(commons)).length, ways.length),
      distinctSentences: share(this.#sentences.size, this.#said),
      repliesOnSubject: share(this.#answersOnSubject, this.#answers),
      exchangesAboutSomething: share(this.#exchangesAboutSomething, this.#answers),
      selfIntroductions: share(this.#selfIntroductions, this.#said),
      deathsForWantOfCredits: this.#deathsForWant,
      deathsOfWorkers: this.#deathsOfWorkers,
    };
  }

  #say({ type, tick, location, actor, data }: Told): void {
    const words = textOf(data['message']);
    this.#said += 1;
    this.#sentences.add(words);
    if (isSelfIntroduction(words, this.#names.get(actor ?? '') ?? actor ?? '')) this.#selfIntroductions += 1;
    if (type !== 'message.broadcast' || actor === null) return;
    const exchange = this.#exchanges.hear({ tick, place: location ?? '', by: actor, words }, this.#names);
    if (exchange === undefined) return;
    this.#answers += 1;
    if (isOnSubject(exchange, this.#names)) this.#answersOnSubject += 1;
    if (isAboutSomething(exchange, this.#names)) this.#exchangesAboutSomething += 1;
  }

  #live({ type, actor, subject, data }: Told): void {
    const id = actor ?? subject ?? '';
    if (type === 'resident.born') {
      const mentor = textOrNull(data['mentor']);
      this.#residents.set(id, { mentor, hasWorked: false });
      this.#mentors.set(id, mentor);
      this.#names.set(id, textOf(data['name']));
    }
    if (type !== 'resident.died') return;
    if (data['cause'] === 'credit') {
      this.#deathsForWant += 1;
      if (this.#residents.get(id)?.hasWorked === true) this.#deathsOfWorkers += 1;
    }
    this.#residents.delete(id);
    for (const place of this.#places.values()) if (place.owner === id) place.owner = null;
  }

  #stand({ type, tick, subject, data }: Told): void {
    const id = textOf(data['id']) || (subject ?? '');
    if (type === 'pod.deployed' && !this.#places.has(id)) {
      this.#built += 1;
      this.#places.set(id, { kind: kindOf(textOf(data['name'])), sinceTick: tick, owner: textOrNull(data['owner']) });
    }
    if (type === 'pod.inherited') {
      const place = this.#places.get(id);
      if (place !== undefined) place.owner = subject;
    }
    if (type !== 'pod.shut_down' || !this.#places.delete(id)) return;
    this.#ended += 1;
    for (const [request, ends] of this.#ways) if (ends.includes(id)) this.#ways.delete(request);
  }

  #lead({ type, data }: Told): void {
    const request = textOf(data['request_id']);
    const [from, to] = [textOf(data['from']), textOf(data['to'])];
    if (type === 'connection.opened' && from !== '') this.#ways.set(request, [from, to]);
    if (type === 'connection.closed') this.#ways.delete(request);
  }

  #pay({ type, actor, data }: Told): void {
    const worker = this.#residents.get(textOf(data['claimer']));
    if (type === 'job.submitted' && worker !== undefined) worker.hasWorked = true;
    if (type === 'job.completed') {
      if (data['poster'] === null) this.#fromCity += amountOf(data['reward']);
      else this.#fromResidents += amountOf(data['reward']);
    }
    const charged = amountOf(data['charged']);
    if (type !== 'service.called' || charged === 0) return;
    const { owner = null } = this.#places.get(textOf(data['service'])) ?? {};
    if (owner === actor) return;
    this.#fromResidents += charged;
    if (owner !== null && !this.#areKin(owner, actor ?? '')) this.#sales += 1;
  }

  #areKin(one: string, other: string): boolean {
    const [mentorOfOne, mentorOfOther] = [this.#mentors.get(one) ?? null, this.#mentors.get(other) ?? null];
    const areSiblings = mentorOfOne !== null && mentorOfOne === mentorOfOther;
    return mentorOfOne === other || mentorOfOther === one || areSiblings;
  }
}

const percent = (value: number): string => `${(100 * value).toFixed(0)} %`;

/** One line for people. */
export const townLine = (of: TownCount): string =>
  [
    `tick ${of.tick}: ${of.residents} residents of ${of.lives}`,
    `${of.places} places of ${of.kinds} kinds, median age ${of.medianAgeTicks} ticks (built ${of.built}, ended ${of.ended})`,
    `${of.sales} sales to strangers`,
    `${percent(of.incomeFromResidents)} of income from residents`,
    `${percent(of.waysOffTheCommons)} of ways off the Commons`,
    `${percent(of.distinctSentences)} distinct sentences`,
    `${percent(of.repliesOnSubject)} of replies on the subject`,
    `${percent(of.exchangesAboutSomething)} of exchanges about somebody, something or a quarrel`,
    `${percent(of.selfIntroductions)} of what is said introduces who says it`,
    `${of.deathsForWantOfCredits} deaths for want of credits, ${of.deathsOfWorkers} of those who work`,
  ].join('; ');
