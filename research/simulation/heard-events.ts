/**
 * Which events simulated residents heard last of what they may act upon: jobs on the board of the Commons, jobs that they posted or
 * claimed, their pods. An event that is addressed to somebody is heard anywhere; one that is told at the Commons by who is there. It is
 * heard when its turn is sealed, as views show it: what waits for the journal makes no other city (SM1).
 */
import { z } from 'zod';
import { at, commons } from '../../actors/rules/place/names.ts';
import type { FeedEvent, Following } from '../../engine/command.ts';
import { nameOf } from '../../engine/ids.ts';
import type { Sealed } from '../../engine/turn/seal.ts';
import { type KeptWords, SaidWords } from './said-words.ts';

/** Of how many things each remembers the newest event that was addressed to it, and how many visits of the Commons. */
const thingsMax = 64;
const visitsMax = 16;

/** In an audience: who is at the Commons; a resident, by its id behind this. */
const atCommons = at(commons);
const toResident = 'to:resident:';

const isNoted = (type: string): boolean => type.startsWith('job.') || type === 'pool.alert' || type === 'resident.died';
/** Nothing is to be done about it any more. */
const endsOfJobs: ReadonlySet<string> = new Set(['job.completed', 'job.expired', 'job.cancelled']);

const About = z.object({ subject: z.string() });

/** It was at the Commons from the event `from` on, and heard no more from `to` on. */
interface Visit {
  readonly from: number;
  readonly to: number;
}

/** All of it, as plain data. */
export interface KeptEvents {
  /** By what they are about. */
  readonly told: ReadonlyMap<string, number>;
  /** By resident, then by what they are about. */
  readonly addressed: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** The newest last; who is not named has gone nowhere since the city was opened, and was there all the time. */
  readonly visits: ReadonlyMap<string, readonly Visit[]>;
  readonly words?: KeptWords;
}

export class HeardEvents {
  readonly #told: Map<string, number>;
  readonly #addressed: Map<string, Map<string, number>>;
  readonly #visits: Map<string, readonly Visit[]>;
  /** What was said aloud, at any place. */
  readonly words: SaidWords;

  constructor({ told, addressed, visits, words }: KeptEvents = empty) {
    this.words = new SaidWords(words);
    this.#told = new Map(told);
    this.#addressed = new Map([...addressed].map(([id, events]) => [id, new Map(events)]));
    this.#visits = new Map(visits);
  }

  get all(): KeptEvents {
    return { told: this.#told, addressed: this.#addressed, visits: this.#visits, words: this.words.all };
  }

  /** The seq of the newest event about it that the resident has heard. */
  lastOf(resident: string, about: string): number | undefined {
    const addressed = this.#addressed.get(resident)?.get(about);
    const told = this.#told.get(about);
    if (told === undefined || told < (addressed ?? 0)) return addressed;
    const visits = this.#visits.get(resident);
    return visits === undefined || visits.some(({ from, to }) => from <= told && told < to) ? told : addressed;
  }

  hear({ followings, events }: Pick<Sealed, 'followings' | 'events'>): void {
    for (const following of followings) this.#follows(following);
    this.words.hear(events);
    for (const event of events) if (isNoted(event.type)) this.#note(event);
  }

  #follows({ actor, topic, seq }: Following): void {
    const id = nameOf(actor);
    const before = this.#visits.get(id) ?? [];
    const ended = before.map((visit) => (visit.to === Number.POSITIVE_INFINITY ? { ...visit, to: seq } : visit));
    const begun = topic === atCommons ? [{ from: seq, to: Number.POSITIVE_INFINITY }] : [];
    this.#visits.set(id, [...ended, ...begun].slice(-visitsMax));
  }

  #note({ seq, type, audience, json }: FeedEvent): void {
    const about = About.parse(JSON.parse(json)).subject;
    if (type === 'resident.died') {
      this.#forget(about);
      return;
    }
    const isOver = endsOfJobs.has(type);
    if (isOver) this.#told.delete(about);
    for (const topic of audience) {
      if (topic.startsWith(toResident)) this.#address(topic.slice(toResident.length), about, isOver ? undefined : seq);
      else if (topic === atCommons && !isOver) this.#told.set(about, seq);
    }
  }

  /** Who is dead hears nothing. */
  #forget(resident: string): void {
    this.#addressed.delete(resident);
    this.#visits.delete(resident);
  }

  #address(resident: string, about: string, seq: number | undefined): void {
    const events = this.#addressed.get(resident) ?? new Map<string, number>();
    events.delete(about);
    if (seq !== undefined) events.set(about, seq);
    const [oldest] = events.keys();
    if (events.size > thingsMax && oldest !== undefined) events.delete(oldest);
    this.#addressed.set(resident, events);
  }
}

const empty: KeptEvents = { told: new Map(), addressed: new Map(), visits: new Map() };
