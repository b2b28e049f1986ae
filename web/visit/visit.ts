/**
 * All that this page knows of its visitor: looked at once, told anew by the feed, and looked at again where the feed says that something has
 * changed. It keeps nothing that a reload could lose, and no rule: what becomes of a soul it hears.
 *
 * Of happenings the notifications are kept, and for each resident what it did, each list bounded, each happening once.
 */
import { createStore, produce } from 'solid-js/store';
import { type Refusal, refusalOf } from '../lib/api.ts';
import type { CityEvent } from '../lib/events.ts';
import { Feed } from '../lib/feed.ts';
import { sentenceOf } from '../lib/happening.ts';
import { eventsKept, isNotified, looksOfVisitorMs } from '../lib/limits.ts';
import type { PageOf } from '../lib/lists.ts';
import { remember, rememberNamed } from '../lib/names.ts';
import type { OwnResident } from '../lib/own-resident.ts';
import { Refresher, type RefresherOptions } from '../lib/refresher.ts';
import type { EndedSoul, Me, Soul } from './answers.ts';
import { requests } from './requests.ts';
import { toldOf } from './told.ts';

/** Of what is told the newest are kept. */
const notificationsMax = 500;
const happeningsMax = 200;
const gapsMax = 20;
const livesMax = 64;
const endedMax = 5_000;

/** How often it is looked at what nobody tells: the line moves by others' births, upkeep goes by the tick. */
const beatMs = 10_000;
const beatsOfLife = 3;

interface Known {
  me: Me;
  souls: readonly Soul[];
  /** False where there are more of them than a page of a person holds. */
  areSoulsWhole: boolean;
  /** Those that have died, who died last first. */
  ended: readonly EndedSoul[];
  /** Of the next of them that died before; null when there is none. */
  endedBefore: string | null;
  /** False until souls and notifications were looked at. */
  isComplete: boolean;
  notifications: readonly CityEvent[];
  /** Of the next older page; null when there is none. */
  older: string | null;
  lives: Readonly<Record<string, OwnResident>>;
  /** By resident, the newest first. */
  happenings: Readonly<Record<string, readonly CityEvent[]>>;
  /** By resident, the numbers behind which something that it did may be missing. */
  gaps: Readonly<Record<string, readonly number[]>>;
  /** Why the last look came to nothing. */
  trouble: Refusal | undefined;
  /** What has just been told, to be said aloud. */
  newest: string;
}

const nothing: Omit<Known, 'me'> = {
  ...{ souls: [], areSoulsWhole: true, ended: [], endedBefore: null, isComplete: false },
  ...{ notifications: [], older: null, lives: {}, happenings: {}, gaps: {}, trouble: undefined, newest: '' },
};

/** `list` with `more` in it, each once, the newest first. */
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
  /** Requests that the last look at the souls took: many souls are looked at less often. */
  #pagesOfSouls = 1;

  /** `onEnd`: the session is over, as it seems. */
  constructor(me: Me, onEnd: () => void) {
    const [known, setKnown] = createStore<Known>({ ...nothing, me });
    this.known = known;
    this.#set = (change) => setKnown(produce(change));
    this.#onEnd = onEnd;
    this.#souls = this.#refresher(
      () => looksOfVisitorMs.souls * this.#pagesOfSouls,
      () => this.#lookAtSouls(),
    );
    this.#notifications = this.#refresher(looksOfVisitorMs.notifications, () => this.#lookAtNotifications(20));
    this.#me = this.#refresher(looksOfVisitorMs.me, async () => this.setMe(await requests.me()));
    this.feed.listen((event) => this.#hear(event));
    this.feed.onGap(() => {
      this.#miss(this.feed.seq ?? 0);
      return this.#lookAtAll();
    });
    this.#beat = setInterval(() => this.#onBeat(), beatMs);
  }

  /** Looks at all, then hears of what happens. Those who live, and those who have died, are told of from before, as far as that is kept. */
  async open(): Promise<void> {
    await this.#watched(() => this.#lookAtAll(100));
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

  /** The answer about another visitor says that this one has left. */
  setMe(me: Me): void {
    if (me.id !== this.known.me.id) this.#onEnd();
    else
      this.#set((known) => {
        known.me = me;
      });
  }

  /** Something was done to a soul, or a look came to nothing: it is looked at what has become of it. */
  lookAgain(): Promise<void> {
    return this.#watched(() => (this.known.isComplete ? this.#lookAtSouls() : this.#lookAtAll(100)));
  }

  /** Looks at this resident, now and when it does something. Returns what ends that. */
  watch(resident: string): () => void {
    const look = async () => this.#setLife(await requests.life(resident));
    const refresher = this.#refresher(looksOfVisitorMs.life, look);
    this.#lives.set(resident, refresher);
    refresher.ask();
    return () => {
      refresher.close();
      if (this.#lives.get(resident) === refresher) this.#lives.delete(resident);
    };
  }

  /** Older notifications. */
  async lookFurther(): Promise<void> {
    const { older } = this.known;
    if (older === null) return;
    await this.#watched(async () => this.#setNotifications(await requests.notifications(older, 100), true));
  }

  #refresher(everyMs: RefresherOptions['everyMs'], look: () => Promise<void>): Refresher {
    return new Refresher({ everyMs, look: () => this.#watched(look) });
  }

  /** Carries out a look, and shows why where it came to nothing. */
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

  async #lookAtAll(notifications = 20): Promise<void> {
    // By the souls it is known whose notifications are whose.
    await this.#lookAtSouls();
    await this.#lookAtNotifications(notifications);
    for (const refresher of this.#lives.values()) refresher.ask();
    this.#set((known) => {
      known.isComplete = true;
    });
  }

  async #lookAtSouls(): Promise<void> {
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

  /** Those that died before the ones that are known. */
  async lookAtEarlierDead(): Promise<void> {
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

  /** Whether the list of those that have died has another now, or was never looked at. */
  #hasDied(souls: readonly Soul[]): boolean {
    if (!this.known.isComplete) return true;
    const wait = new Set(souls.filter(({ status }) => status !== 'dead').map(({ id }) => id));
    return this.known.souls.some(({ id, status }) => status !== 'dead' && !wait.has(id));
  }

  async #lookAtNotifications(limit: number): Promise<void> {
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
    const line = news && toldOf(news, this.known.me.id);
    if (line !== undefined) this.say(sentenceOf(line));
  }

  /** Says it aloud to who does not see the page. */
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

  /** The living, and those who died last: those are told of once more, of before. */
  #followed(): readonly string[] {
    return [...this.#living(), ...this.known.ended.map(({ resident }) => resident)];
  }

  #isOwn = (resident: string): boolean =>
    [...this.known.souls, ...this.known.ended].some((soul) => soul.resident === resident);

  /** Among what the residents that it is about have done. */
  #keep(happening: CityEvent): void {
    rememberNamed(happening);
    const about = [happening.actor, happening.subject].filter((one) => one !== null).filter(this.#isOwn);
    if (about.length === 0 || toldOf(happening, this.known.me.id) === undefined) return;
    this.#set((known) => {
      const kept = about.map((one) => [one, merged(known.happenings[one] ?? [], [happening], happeningsMax)] as const);
      known.happenings = { ...known.happenings, ...Object.fromEntries(kept) };
    });
  }

  /** Something that the living have done and said since what is known of them was not heard; what can be looked up is looked up. */
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
    if (type.startsWith('soul.') || type === 'token.ended') this.#souls.ask();
    if (type.startsWith('credits.')) this.#me.ask();
    const isOthers = ![actor, subject].some((one) => one !== null && (this.#isOwn(one) || this.#isMine(one)));
    if (isOthers) return;
    if (isNotified(type)) this.#notifications.ask();
    for (const one of [actor, subject]) if (one !== null) this.#lives.get(one)?.ask();
  }

  /** The visitor itself, or a soul of it. */
  #isMine = (id: string): boolean => id === this.known.me.id || this.known.souls.some((soul) => soul.id === id);

  #onBeat(): void {
    this.#beats += 1;
    if (this.known.souls.some(isOnItsWay)) this.#souls.ask();
    if (this.#beats % beatsOfLife !== 0) return;
    for (const [resident, refresher] of this.#lives) if (this.known.lives[resident]?.status !== 'dead') refresher.ask();
    if (this.feed.state !== 'live') this.#notifications.ask();
  }
}

/** It waits for its birth, or for a program of the city: nobody tells when others before it have come or gone. */
const isOnItsWay = ({ status, mind }: Soul): boolean =>
  status === 'queued' || status === 'adopted' || (mind !== null && mind.standing !== 'lives');

/** Of what is told these are shown where they belong, and not said aloud: thoughts, and what the visitor itself has just done. */
const unsaid = new Set(['resident.thought', 'credits.transferred', 'soul.queued', 'soul.withdrawn']);
