/**
 * Keeps the chronicle: it hears the feed, and notes what is worth telling, behind the commits; nobody waits for it. What it has not heard
 * (before it was there, while the database was away, more at once than it holds) it reads back, from where its rows end.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { EventType } from '../../actors/event-types.ts';
import { dayOf } from '../../drawing/city-time.ts';
import type { City, CityControl } from '../../engine/city-interface.ts';
import type { FeedEvent } from '../../engine/command.ts';
import type { Log } from '../../engine/ports.ts';
import type { ChronicleRows, Entry, Subject, SubjectId, Tally } from './chronicle-rows.ts';
import { sumUpDays } from './day-news.ts';
import { noted, noteworthy } from './noteworthy.ts';
import { mayBeQuarrel, quarrelEntry } from './quarrels.ts';
import { countedTypes, Tallies } from './tallies.ts';

export interface ChroniclerOptions {
  readonly city: Pick<City, 'subscribe' | 'missed'>;
  readonly control: Pick<CityControl, 'health'>;
  readonly rows: ChronicleRows;
  readonly log: Log;
}

/** Events that are held until they are written: some seconds of a busy city. Beyond them it reads back. */
const heldMax = 2_000;
/** Events read back at once. */
const readMax = 1_000;
/** After so many events of which none was told, how far it has come is written: the next start reads back from there. */
const untoldMax = 10_000;
/** Between two statements, so that they are few; and after one that failed. */
const pauseMs = 200;
const failedPauseMs = 2_000;

/**
 * The end of a place that strangers could not see any more is told to nobody: it is kept so that its lot on the map is free again. It is
 * known where it was heard; what is read back is public.
 */
const unseenEnd: EventType = 'pod.shut_down';

const isPublic = ({ audience }: FeedEvent): boolean => audience.includes('public');

const isNoteworthy: ReadonlySet<string> = new Set(noteworthy);

export class Chronicler {
  readonly #options: ChroniclerOptions;
  readonly #unsubscribe: () => void;
  readonly #closing = new AbortController();
  readonly #ended: Promise<void>;
  /** What was heard since the last statement; nothing is held while it reads back. */
  #held: FeedEvent[] = [];
  readonly #counted = new Tallies();
  /** The newest day of which something was noted: those before it have been summed up. */
  #day = 0;
  #isBehind = true;
  /** The newest event heard. */
  #heard = 0;
  /** The rows reach to here, as far as is known. */
  #written = 0;
  #wake: () => void = () => undefined;

  constructor(options: ChroniclerOptions) {
    this.#options = options;
    this.#heard = options.control.health.seq;
    this.#unsubscribe = options.city.subscribe((items) => {
      for (const item of items) if (item.type === 'event') this.#hear(item.event);
    });
    this.#ended = this.#keep();
  }

  /** Stops; what it holds is read back at the next start. */
  async close(): Promise<void> {
    this.#unsubscribe();
    this.#closing.abort();
    this.#wake();
    await this.#ended;
  }

  #hear(event: FeedEvent): void {
    this.#heard = event.seq;
    if (this.#isBehind) return;
    if (this.#isStale) this.#wake();
    const isTold = isNoteworthy.has(event.type) && (isPublic(event) || event.type === unseenEnd);
    const isCounted = countedTypes.has(event.type) && isPublic(event);
    if (!isTold && !isCounted) return;
    if (this.#held.length >= heldMax || this.#counted.size >= heldMax) this.#fallBehind();
    else {
      if (isTold || mayBeQuarrel(event)) this.#held.push(event);
      if (isCounted) this.#counted.add(event);
    }
    this.#wake();
  }

  /** Lets go of what it holds: it is read back. */
  #fallBehind(): void {
    this.#held = [];
    this.#counted.clear();
    this.#isBehind = true;
  }

  get #isStale(): boolean {
    return this.#heard - this.#written >= untoldMax;
  }

  async #keep(): Promise<void> {
    const { log } = this.#options;
    let isFailing = false;
    while (!this.#closing.signal.aborted) {
      try {
        if (this.#isBehind) await this.#readBack();
        else if (this.#held.length > 0 || this.#counted.size > 0 || this.#isStale) await this.#write();
        else await this.#news();
        isFailing = false;
        await this.#pause(pauseMs);
      } catch (cause) {
        if (!isFailing) log.warn({ cause: String(cause) }, 'the chronicle is behind: it cannot be written now');
        isFailing = true;
        this.#fallBehind();
        await this.#pause(failedPauseMs);
      }
    }
  }

  /** Resolves when something is to be done. */
  #news(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
      if (this.#closing.signal.aborted) resolve();
    });
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#closing.signal, ref: false }).catch(() => undefined);
  }

  async #write(): Promise<void> {
    const held = this.#held;
    this.#held = [];
    const counted = this.#counted.all;
    this.#counted.clear();
    await this.#note(held, counted, this.#heard);
  }

  /** One stretch. It is behind until it has read all that was heard meanwhile. */
  async #readBack(): Promise<void> {
    const { city, rows } = this.#options;
    const after = await rows.reach();
    this.#written = after;
    const until = this.#heard;
    if (after < until) {
      const back = { after, until, limit: readMax, reach: Number.MAX_SAFE_INTEGER };
      const { events, through } = await city.missed(null, back);
      const counted = new Tallies();
      for (const event of events) if (countedTypes.has(event.type)) counted.add(event);
      await this.#note(events, counted.all, through);
      if (through < until) return;
    }
    // What is heard from here on is held; what was heard during the last statement is read first.
    this.#isBehind = this.#heard > until;
  }

  async #note(events: readonly FeedEvent[], counted: readonly Tally[], reach: number): Promise<void> {
    const entries: Entry[] = [];
    const subjects = new Map<SubjectId, Subject>();
    for (const event of events) {
      const one = isNoteworthy.has(event.type) ? noted(event.json) : undefined;
      if (one === undefined) continue;
      entries.push(isPublic(event) ? one.entry : { ...one.entry, about: [] });
      const learned = isPublic(event) ? one.learned : undefined;
      if (learned !== undefined) subjects.set(learned.id, joined(subjects.get(learned.id), learned));
    }
    const { rows } = this.#options;
    // Names first: what is said may be of somebody who was born a moment ago.
    if (subjects.size > 0) await rows.write([], [...subjects.values()], 0);
    for (const event of events.filter(mayBeQuarrel)) {
      const entry = isPublic(event) ? await quarrelEntry(rows, event, entries) : undefined;
      if (entry !== undefined) entries.push(entry);
    }
    await rows.write(entries, [], reach, counted);
    this.#written = reach;
    await this.#sumUp(Math.max(0, ...entries.map(({ tick }) => dayOf(tick)), ...counted.map(({ day }) => day)));
  }

  /** The days before this one are over. */
  async #sumUp(day: number): Promise<void> {
    if (day <= this.#day) return;
    await sumUpDays(this.#options.rows, day, this.#written);
    this.#day = day;
  }
}

const joined = (known: Subject | undefined, learned: Subject): Subject => ({
  id: learned.id,
  name: learned.name ?? known?.name ?? null,
  since: learned.since ?? known?.since ?? null,
  until: learned.until ?? known?.until ?? null,
});
