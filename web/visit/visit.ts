/**
 * All that this page knows of its visitor: fetched once, updated by the feed, and fetched again where an event says that something has
 * changed. It keeps nothing that a reload could lose, and has no rules: it hears the state of a soul from the city.
 *
 * It keeps the notifications, and the events of each resident; each list is bounded, and has each event once.
 */
import { createStore, produce } from 'solid-js/store';
import { type Refusal, refusalOf } from '../lib/api.ts';
import type { CityEvent } from '../lib/events.ts';
import { Feed } from '../lib/feed.ts';
import { sentenceOf } from '../lib/happening.ts';
import { eventsKept, isNotified, visitorFetchMs } from '../lib/limits.ts';
import type { PageOf } from '../lib/lists.ts';
import { remember, rememberNamed } from '../lib/names-read-alike.ts';
import type { OwnResident } from '../lib/own-resident.ts';
import { Refresher, type RefresherOptions } from '../lib/refresher.ts';
import type { EndedSoul, Me, Soul } from './answers.ts';
import { requests } from './requests.ts';
import { visitorLine } from './visitor-lines.ts';

/** The newest are kept. */
const notificationsMax = 500;
const happeningsMax = 200;
const gapsMax = 20;
const livesMax = 64;
const endedMax = 5_000;

/**
 * Milliseconds between fetches of what no event reports: the queue moves by births of other visitors' souls, upkeep is paid at each tick.
 */
const beatMs = 10_000;
const beatsOfLife = 3;

interface Known {
  me: Me;
  souls: readonly Soul[];
  /** False where there are more of them than a page for people can show. */
  areSoulsWhole: boolean;
  /** Souls whose residents have died, the last first. */
  ended: readonly EndedSoul[];
  /** The cursor of those that died before; null when there is none. */
  endedBefore: string | null;
  /** False until souls and notifications were fetched. */
  isComplete: boolean;
  notifications: readonly CityEvent[];
  /** The cursor of the next older page; null when there is none. */
  older: string | null;
  lives: Readonly<Record<string, OwnResident>>;
  /** By resident, newest first. */
  happenings: Readonly<Record<string, readonly CityEvent[]>>;
  /** By resident, the numbers after which events of it may be missing. */
  gaps: Readonly<Record<string, readonly number[]>>;
  /** Why the last fetch failed. */
  trouble: Refusal | undefined;
  /** The newest event, to be announced. */
  newest: string;
}

const nothing: Omit<Known, 'me'> = {
  ...{ souls: [], areSoulsWhole: true, ended: [], endedBefore: null, isComplete: false },
  ...{ notifications: [], older: null, lives: {}, happenings: {}, gaps: {}, trouble: undefined, newest: '' },
};

/** `list` and `more` together, each event once, newest first. */
function merged(list: readonly CityEvent[], more: readonly CityEvent[], max: number): readonly CityEvent[] {
  const bySeq = new Map([...list, ...more].map((one) => [one.seq, one]));
  return [...bySeq.values()].sort((a, b) => b.seq - a.seq).slice(0, max);
}

export class Visit {
  readonly feed = new Feed();
  readonly known: Known;
  readonly #set: (change: (known: Known) => void) => void;
  readonly #onEnd: () => void;
  readonly #souls: Refresher;
  readonly #notifications: Refresher;
  readonly #me: Refresher;
  readonly #lives = new Map<string, Refresher>();
  readonly #beat: ReturnType<typeof setInterval>;
  #beats = 0;
  /** Requests that the last fetch of the souls took: many souls are fetched less often. */
  #pagesOfSouls = 1;

  /** Calls `onEnd` when the session seems to be over. */
  constructor(me: Me, onEnd: () => void) {
    const [known, setKnown] = createStore<Known>({ ...nothing, me });
    this.known = known;
    this.#set = (change) => setKnown(produce(change));
    this.#onEnd = onEnd;
    this.#souls = this.#refresher(
      () => visitorFetchMs.souls * this.#pagesOfSouls,
      () => this.#fetchSouls(),
    );
    this.#notifications = this.#refresher(visitorFetchMs.notifications, () => this.#fetchNotifications(20));
    this.#me = this.#refresher(visitorFetchMs.me, async () => this.setMe(await requests.me()));
    this.feed.listen((event) => this.#hear(event));
    this.feed.onGap(() => {
      this.#miss(this.feed.seq ?? 0);
      return this.#fetchAll();
    });
    this.#beat = setInterval(() => this.#onBeat(), beatMs);
  }

  /** Fetches everything, then listens to events. For living and dead residents, earlier events are included as far as they are kept. */
  async open(): Promise<void> {
    await this.#watched(() => this.#fetchAll(100));
    const residents = this.#followed();
    this.feed.follow({ residents });
    this.feed.start(undefined, residents.length === 0 ? 0 : eventsKept);
  }

  close(): void {
    clearInterval(this.#beat);
    const refreshers = [this.#souls, this.#notifications, this.#me, ...this.#lives.values()];
    for (const refresher of refreshers) refresher.close();
    this.feed.close();
  }

  /** An answer about another visitor means that this one has left. */
  setMe(me: Me): void {
    if (me.id !== this.known.me.id) this.#onEnd();
    else
      this.#set((known) => {
        known.me = me;
      });
  }

  /** Fetches the souls again, after something was done to one or a fetch failed. */
  fetchAgain(): Promise<void> {
    return this.#watched(() => (this.known.isComplete ? this.#fetchSouls() : this.#fetchAll(100)));
  }

  /** Fetches this resident, now and when it does something. Returns the function that ends this. */
  watch(resident: string): () => void {
    const look = async () => this.#setLife(await requests.life(resident));
    const refresher = this.#refresher(visitorFetchMs.life, look);
    this.#lives.set(resident, refresher);
    refresher.ask();
    return () => {
      refresher.close();
      if (this.#lives.get(resident) === refresher) this.#lives.delete(resident);
    };
  }

  /** Fetches older notifications. */
  async fetchOlder(): Promise<void> {
    const { older } = this.known;
    if (older === null) return;
    await this.#watched(async () => this.#setNotifications(await requests.notifications(older, 100), true));
  }

  #refresher(everyMs: RefresherOptions['everyMs'], look: () => Promise<void>): Refresher {
    return new Refresher({ everyMs, look: () => this.#watched(look) });
  }

  /** Runs a fetch, and shows why it failed if it did. */
  async #watched(look: () => Promise<unknown>): Promise<void> {
    const trouble = await look().then(
      () => undefined,
      (thrown: unknown) => refusalOf(thrown),
    );
    if (trouble?.status === 401) this.#onEnd();
    this.#set((known) => {
      known.trouble = trouble;
    });
  }

  async #fetchAll(notifications = 20): Promise<void> {
    // The souls are needed to assign notifications to residents.
    await this.#fetchSouls();
    await this.#fetchNotifications(notifications);
    for (const refresher of this.#lives.values()) refresher.ask();
    this.#set((known) => {
      known.isComplete = true;
    });
  }

  async #fetchSouls(): Promise<void> {
    const { items: souls, isWhole, pages } = await requests.souls();
    this.#pagesOfSouls = pages;
    if (this.#hasDied(souls)) this.#setEnded(await requests.endedSouls(null));
    for (const { name, resident } of souls) if (resident !== null) remember(resident, name);
    this.#set((known) => {
      known.souls = souls;
      known.areSoulsWhole = isWhole;
    });
    this.feed.follow({ residents: this.#followed() });
  }

  /** Fetches the souls of those that died before the known ones. */
  async fetchEarlierDead(): Promise<void> {
    const { endedBefore } = this.known;
    if (endedBefore !== null)
      await this.#watched(async () => this.#setEnded(await requests.endedSouls(endedBefore), true));
  }

  #setEnded({ items, next_cursor }: PageOf<EndedSoul>, areEarlier = false): void {
    for (const { name, resident } of items) remember(resident, name);
    const isFirst = this.known.ended.length === 0;
    const list = areEarlier ? [...this.known.ended, ...items] : [...items, ...this.known.ended];
    this.#set((known) => {
      known.ended = [...new Map(list.map((soul) => [soul.id, soul])).values()].slice(0, endedMax);
      if (areEarlier || isFirst) known.endedBefore = known.ended.length < endedMax ? next_cursor : null;
    });
    for (const one of this.known.notifications) this.#keep(one);
  }

  /** Whether the list of the dead needs another fetch, because somebody has died or it was never fetched. */
  #hasDied(souls: readonly Soul[]): boolean {
    if (!this.known.isComplete) return true;
    const wait = new Set(souls.filter(({ status }) => status !== 'dead').map(({ id }) => id));
    return this.known.souls.some(({ id, status }) => status !== 'dead' && !wait.has(id));
  }

  async #fetchNotifications(limit: number): Promise<void> {
    this.#setNotifications(await requests.notifications(null, limit), false);
  }

  #setNotifications({ items, next_cursor }: PageOf<CityEvent>, isOlder: boolean): void {
    const newestBefore = this.known.notifications[0]?.seq;
    const isFirst = this.known.notifications.length === 0;
    for (const item of items) this.#keep(item);
    this.#set((known) => {
      known.notifications = merged(known.notifications, items, notificationsMax);
      if (isOlder || isFirst) known.older = known.notifications.length < notificationsMax ? next_cursor : null;
    });
    const news = items.find(({ seq, type }) => seq > (newestBefore ?? seq) && !unsaid.has(type));
    const line = news && visitorLine(news, this.known.me.id);
    if (line !== undefined) this.say(sentenceOf(line));
  }

  /** Announces the text to readers who do not see the page. */
  say(text: string): void {
    this.#set((known) => {
      known.newest = text;
    });
  }

  #setLife(life: OwnResident): void {
    const { mentor, mentees } = life.lineage;
    for (const one of [mentor, ...mentees, life.legacy.heir, life.estate?.to ?? null])
      if (one !== null && one.name !== null) remember(one.id, one.name);
    this.#set((known) => {
      const others = Object.entries(known.lives).filter(([id]) => id !== life.id);
      known.lives = Object.fromEntries([[life.id, life], ...others].slice(0, livesMax));
    });
  }

  #living(): readonly string[] {
    return this.known.souls.flatMap(({ status, resident }) =>
      status === 'born' && resident !== null ? [resident] : [],
    );
  }

  /** The living, and those who died last: their earlier events are sent once more. */
  #followed(): readonly string[] {
    return [...this.#living(), ...this.known.ended.map(({ resident }) => resident)];
  }

  #isOwn = (resident: string): boolean =>
    [...this.known.souls, ...this.known.ended].some((soul) => soul.resident === resident);

  /** Keeps an event among those of the residents that it is about. */
  #keep(happening: CityEvent): void {
    rememberNamed(happening);
    const about = [happening.actor, happening.subject].filter((one) => one !== null).filter(this.#isOwn);
    if (about.length === 0 || visitorLine(happening, this.known.me.id) === undefined) return;
    this.#set((known) => {
      const kept = about.map((one) => [one, merged(known.happenings[one] ?? [], [happening], happeningsMax)] as const);
      known.happenings = { ...known.happenings, ...Object.fromEntries(kept) };
    });
  }

  /** Marks a gap for all living residents, and fetches what can be fetched. */
  #miss(seq: number): void {
    this.#set((known) => {
      for (const one of this.#living()) {
        const behind = Math.max(seq, known.happenings[one]?.[0]?.seq ?? 0);
        known.gaps = { ...known.gaps, [one]: [behind, ...(known.gaps[one] ?? [])].slice(0, gapsMax) };
      }
    });
  }

  #hear(happening: CityEvent): void {
    this.#keep(happening);
    const { type, actor, subject } = happening;
    if (type.startsWith('soul.') || type.startsWith('token.')) this.#souls.ask();
    if (type.startsWith('credits.')) this.#me.ask();
    const isOthers = ![actor, subject].some((one) => one !== null && (this.#isOwn(one) || this.#isMine(one)));
    if (isOthers) return;
    if (isNotified(type)) this.#notifications.ask();
    for (const one of [actor, subject]) if (one !== null) this.#lives.get(one)?.ask();
  }

  /** True for the visitor itself, or a soul of it. */
  #isMine = (id: string): boolean => id === this.known.me.id || this.known.souls.some((soul) => soul.id === id);

  #onBeat(): void {
    this.#beats += 1;
    if (this.known.souls.some(isOnItsWay)) this.#souls.ask();
    if (this.#beats % beatsOfLife !== 0) return;
    for (const [resident, refresher] of this.#lives) if (this.known.lives[resident]?.status !== 'dead') refresher.ask();
    if (this.feed.state !== 'live') this.#notifications.ask();
  }
}

/** It waits for its birth, or for a mind of the city: no event reports when those before it come or go. */
const isOnItsWay = ({ status, mind }: Soul): boolean =>
  status === 'queued' || status === 'adopted' || (mind !== null && mind.standing !== 'lives');

/** Not announced: thoughts, and what the visitor itself has just done. They are shown where they belong. */
const unsaid = new Set(['resident.thought', 'credits.transferred', 'soul.queued', 'soul.withdrawn']);
