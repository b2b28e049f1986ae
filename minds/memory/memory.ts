/**
 * The memory of a mind: whom it met, where it has been, what it did, how much it may still say. All of it is bounded, and all of it can
 * be written down and read again (notebook.ts), so that a mind that is started again goes on where it was.
 */
import { z } from 'zod';
import { deadIn, type Fact, isDoubtedDeath, isSame, learned } from '../hearsay/fact.ts';
import type { Deed } from '../ties/deeds.ts';
import type { Tie } from '../ties/tie.ts';
import { feel, type Ties, tieTo } from '../ties/ties.ts';
import { Acquaintance } from './acquaintance.ts';
import { Aim, Kept } from './aim.ts';
import { type Deaths, withDead, withoutDead } from './deaths.ts';
import { Expected, expectedMax } from './expected.ts';

const peopleMax = 64;
const placesMax = 64;
const deedsMax = 24;
/** Ways of one place that are remembered: the Commons has most. */
const waysMax = 40;
const wantsMax = 12;
const debtsMax = 12;
const phrasesMax = 260;
/** Names of those, and of what, its facts are about. */
const namesMax = 96;

const Known = z.object({
  name: z.string().max(80),
  visits: z.number(),
  lastBeat: z.number(),
  /** The tick at which it last called the service there, whatever came of it. */
  triedTick: z.number().optional(),
  /** Where the ways out of it lead that somebody has built. */
  ways: z.array(z.string().max(200)).max(waysMax).optional(),
});
export type KnownPlace = z.infer<typeof Known>;

/**
 * `sought`: it looks for somebody to ask. `asked`: there was no answer yet. `invited`: it may come into the workshop at home. `came`: it
 * has written the code.
 */
const Partner = z.object({
  id: z.string().max(200),
  state: z.enum(['sought', 'asked', 'agreed', 'invited', 'came', 'alone']),
  tick: z.number(),
  beat: z.number(),
});
export type Partner = z.infer<typeof Partner>;

const Joined = z.object({
  with: z.string().max(200),
  design: z.number(),
  tick: z.number(),
  /** It has written the code. */
  isDone: z.boolean(),
});

export const MemoryText = z.object({
  v: z.literal(1),
  beat: z.number(),
  tick: z.number().nullable(),
  purpose: z.string().max(20),
  people: z.record(z.string().max(200), Acquaintance),
  places: z.record(z.string().max(200), Known),
  deeds: z.array(z.string().max(160)),
  /** The `seq` of the newest words of others that were answered or passed over. */
  heardSeq: z.number(),
  happenedSeq: z.number(),
  /** The `seq` of the newest happening that it has learned from. */
  witnessedSeq: z.number().default(0),
  /** Credits that may be spent on words. */
  purse: z.number(),
  design: z.number().nullable(),
  /** The first tick that it knows of its own life. */
  sinceTick: z.number().nullable().default(null),
  hasCode: z.boolean(),
  /** When each need of places was last met. */
  metTicks: z.record(z.string().max(20), z.number()).default({}),
  /** When it last asked for a way to its own place. */
  askedWayTick: z.number().nullable().default(null),
  /** Credits that it owes, by whom it owes them to; and the `seq` of the newest loan among them. */
  owes: z.record(z.string().max(200), z.number()).default({}),
  owesSeq: z.number().default(0),
  /** When it last asked for a loan, and when it last gave one. */
  pleadedTick: z.number().nullable().default(null),
  helpedTick: z.number().nullable().default(null),
  /** A place to which it was invited and said yes. */
  invitedTo: z.string().max(200).nullable().default(null),
  /** Whom it has asked to build with it, and how far that has come. */
  partner: Partner.nullable().default(null),
  /** With whom it has said that it would build, and what. */
  joins: Joined.nullable().default(null),
  /** What it is after, and when it last gave up or reached an aim. */
  aim: Aim.nullable().default(null),
  aimedTick: z.number().nullable().default(null),
  /** Its own places, and the `seq` of the newest payment that was counted there. */
  keeps: z.record(z.string().max(200), Kept).default({}),
  keptSeq: z.number().default(0),
  /** What it expects of others. */
  expects: z.array(Expected).max(expectedMax).default([]),
});

export type MemoryState = z.infer<typeof MemoryText> &
  Deaths & {
    readonly ties: Ties;
    readonly facts: readonly Fact[];
    /** Names of residents and places, by id, the newest last. */
    readonly names: Readonly<Record<string, string>>;
  };

export class Memory {
  #state: MemoryState;
  /** Phrases said lately; not written down. */
  readonly phrases: string[] = [];

  constructor(state?: MemoryState) {
    this.#state = state ?? {
      v: 1,
      beat: 0,
      tick: null,
      purpose: 'wandering',
      people: {},
      places: {},
      deeds: [],
      heardSeq: 0,
      happenedSeq: 0,
      witnessedSeq: 0,
      purse: purseMax,
      design: null,
      sinceTick: null,
      hasCode: false,
      metTicks: {},
      askedWayTick: null,
      owes: {},
      owesSeq: 0,
      pleadedTick: null,
      helpedTick: null,
      invitedTo: null,
      partner: null,
      joins: null,
      aim: null,
      aimedTick: null,
      keeps: {},
      keptSeq: 0,
      expects: [],
      ties: {},
      facts: [],
      names: {},
      dead: [],
      foundDead: [],
    };
  }

  get state(): Readonly<MemoryState> {
    return this.#state;
  }

  note(change: Partial<MemoryState>): void {
    this.#state = { ...this.#state, ...change };
  }

  acquaintance(id: string): Acquaintance | undefined {
    return Object.hasOwn(this.#state.people, id) ? this.#state.people[id] : undefined;
  }

  /** It has heard that somebody is dead, or found so. */
  isGone(id: string): boolean {
    return this.#state.dead.includes(id);
  }

  /** The city has said so. */
  hasFoundDead(id: string): boolean {
    return this.#state.foundDead.includes(id);
  }

  /** Somebody is dead; not `isFound`: by what others say. */
  lost(id: string, isFound = true): void {
    this.note(withDead(this.#state, id, isFound));
    if (this.acquaintance(id) !== undefined) this.met(id, '', { isGone: true });
  }

  /** Whom it sees alive it was told wrongly of. */
  sawAlive(id: string): void {
    if (!this.isGone(id) && !this.#state.facts.some((fact) => deadIn(fact) === id)) return;
    const facts = this.#state.facts.filter((fact) => deadIn(fact) !== id);
    this.note({ facts, ...withoutDead(this.#state, id) });
    if (this.acquaintance(id) !== undefined) this.met(id, '', { isGone: false, isMourned: false });
  }

  met(id: string, name: string, change: Partial<Acquaintance> = {}): void {
    const known = this.acquaintance(id) ?? {
      name,
      talks: 0,
      firstTick: null,
      talkTick: null,
      lastBeat: 0,
      exchanges: 0,
    };
    const people = { ...this.#state.people, [id]: { ...known, name: name || known.name, ...change } };
    this.note({ people: newest(people, peopleMax) });
  }

  /** How it holds somebody now. */
  tie(id: string): Tie {
    return tieTo(this.#state.ties, id, this.#now);
  }

  /** Somebody has done something to it. `share`: how much of it is felt. */
  felt(id: string, deed: Deed, share = 1): void {
    this.note({ ties: feel(this.#state.ties, id, deed, this.#now, share) });
  }

  /** From now on it expects something of somebody. */
  expect(of: string, what: Expected['what']): void {
    const others = this.#state.expects.filter((one) => one.of !== of || one.what !== what);
    this.note({ expects: [...others, { of, what, tick: this.#now }].slice(-expectedMax) });
  }

  learn(fact: Fact): void {
    this.note({ facts: learned(this.#state.facts, fact, this.#now) });
    const dead = deadIn(fact);
    const known = this.#state.facts.find((one) => isSame(one, fact)) ?? fact;
    if (dead !== '' && !isDoubtedDeath(known)) this.lost(dead, known.hops === 0);
  }

  /** Notes what somebody, or something, is called. */
  named(names: Readonly<Record<string, string>>): void {
    const news = Object.entries(names).filter(
      ([id, name]) => id !== '' && name !== '' && this.#state.names[id] !== name,
    );
    if (news.length === 0) return;
    const all = { ...this.#state.names, ...Object.fromEntries(news.map(([id, name]) => [id, name.slice(0, 80)])) };
    const used = new Set(this.#state.facts.flatMap(({ who, whom, place }) => [who, whom, place]));
    const entries = Object.entries(all);
    const free = entries.filter(([id]) => !used.has(id)).slice(0, Math.max(0, entries.length - namesMax));
    this.note({ names: Object.fromEntries(entries.filter((entry) => !free.includes(entry)).slice(-2 * namesMax)) });
  }

  /** What a resident or a place is called; '' when it does not know. */
  nameOf(id: string): string {
    const known = Object.hasOwn(this.#state.names, id) ? this.#state.names[id] : undefined;
    return known ?? this.acquaintance(id)?.name ?? this.known(id)?.name ?? '';
  }

  get #now(): number {
    return this.#state.tick ?? 0;
  }

  visits(place: string): number {
    return this.known(place)?.visits ?? 0;
  }

  cameTo(place: string, name: string): void {
    this.#know(place, { ...this.known(place), name, visits: this.visits(place) + 1, lastBeat: this.#state.beat });
  }

  /** True when it has called the service there within so many ticks. */
  hasTried(place: string, tick: number | null, ticks: number): boolean {
    const triedTick = this.known(place)?.triedTick;
    return triedTick !== undefined && (tick ?? triedTick) - triedTick < ticks;
  }

  tried(place: string, name: string, tick: number | null): void {
    const known = { ...this.known(place), name, visits: this.visits(place), lastBeat: this.#state.beat };
    this.#know(place, { ...known, triedTick: tick ?? 0 });
  }

  /** Notes where the ways out of a place lead that somebody has built. */
  sawWays(place: string, name: string, ways: readonly string[]): void {
    const known = this.known(place);
    if (known?.ways?.join() === ways.join()) return;
    const { visits = 0 } = known ?? {};
    this.#know(place, { ...known, name, visits, lastBeat: this.#state.beat, ways: ways.slice(0, waysMax) });
  }

  /** Notes that a need of places was met. */
  satisfied(need: string, tick: number): void {
    this.note({
      metTicks: Object.fromEntries(Object.entries({ ...this.#state.metTicks, [need]: tick }).slice(-wantsMax)),
    });
  }

  /** `seq`: of the newest loan among them. */
  owe(owes: Readonly<Record<string, number>>, seq: number): void {
    this.note({ owes: Object.fromEntries(Object.entries(owes).slice(-debtsMax)), owesSeq: seq });
  }

  known(place: string): KnownPlace | undefined {
    return Object.hasOwn(this.#state.places, place) ? this.#state.places[place] : undefined;
  }

  #know(place: string, known: KnownPlace): void {
    this.note({ places: newest({ ...this.#state.places, [place]: known }, placesMax) });
  }

  /** Notes a deed, as a short sentence without its subject: `looked after the Commons`. */
  did(deed: string): void {
    this.note({ deeds: [...this.#state.deeds.filter((one) => one !== deed), deed.slice(0, 160)].slice(-deedsMax) });
  }

  used(phrase: string): void {
    const at = this.phrases.indexOf(phrase);
    if (at !== -1) this.phrases.splice(at, 1);
    this.phrases.push(phrase);
    if (this.phrases.length > phrasesMax) this.phrases.shift();
  }
}

/** The `most` newest by `lastBeat`. */
function newest<T extends { readonly lastBeat: number }>(all: Record<string, T>, most: number): Record<string, T> {
  const entries = Object.entries(all);
  if (entries.length <= most) return all;
  return Object.fromEntries(entries.sort(([, a], [, b]) => b.lastBeat - a.lastBeat).slice(0, most));
}

/** Credits for words that a mind can save up. */
export const purseMax = 1.6;
