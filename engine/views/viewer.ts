/**
 * Shows the city through its views: as it is sealed, once all that a view touches is durable (T3), the same value again while
 * nothing of it has changed, texts fetched by their hash (A3).
 */
import { LRUCache } from 'lru-cache';
import { must } from '../assert.ts';
import type { Awaitable } from '../awaitable.ts';
import { type Content, type Json, jsonOf, type Viewed, type ViewRequest } from '../command.ts';
import type { Durability } from '../commit/durability.ts';
import type { ReadDeadlines } from '../commit/read-deadlines.ts';
import type { ContentHash } from '../ids.ts';
import type { Clock, Events, Log } from '../ports.ts';
import { refused } from '../refusal.ts';
import type { CityState } from '../state/city-state.ts';
import { jsonAroundKept, KeptItems } from './kept-lists.ts';
import { type Kept, KeptViews, keptName } from './kept-views.ts';
import { Records, RecordWanted } from './records.ts';
import { type Answering, type KeepItems, Reader, ViewRefused, type ViewTable } from './views.ts';
import { withTexts } from './wanted-texts.ts';

/** The answer to a command. */
export interface Reply {
  readonly json: Json;
  /** Fetches the texts that were not at hand, which are null in `json`. */
  readonly whole?: () => Promise<Json | undefined>;
}

type Commits = Pick<Durability, 'committedTurn' | 'durableInTime'>;

const nothingReadBack = new Records();

export const emptyReply: Reply = { json: jsonOf({}) };

const jsonIn = (viewed: Viewed): Json | undefined => (viewed.type === 'shown' ? jsonOf(viewed.value) : undefined);

const textCharsMax = 64 * 1024 * 1024;
/** Records that one view may read back, and that all views together read back at once. Tokens that nobody has are looked up too. */
const lookUpsMax = 4;
const readingBackMax = 64;

export class Viewer {
  readonly #state: CityState;
  readonly #views: ViewTable;
  readonly #events: Events;
  readonly #log: Log;
  readonly #reads: ReadDeadlines;
  readonly #clock: Pick<Clock, 'yield'>;
  readonly #kept = new KeptViews();
  #readingBack = 0;
  readonly #texts = new LRUCache<ContentHash, string>({
    maxSize: textCharsMax,
    sizeCalculation: (text) => text.length + 64,
  });
  readonly #textAt = (hash: ContentHash): string | undefined => this.#texts.get(hash);

  constructor(
    state: CityState,
    views: ViewTable,
    events: Events,
    log: Log,
    reads: ReadDeadlines,
    clock: Pick<Clock, 'yield'>,
  ) {
    this.#state = state;
    this.#views = views;
    this.#events = events;
    this.#log = log;
    this.#reads = reads;
    this.#clock = clock;
  }

  /** Bytes of the views that are kept. */
  get keptBytes(): number {
    return this.#kept.bytes;
  }

  /** The view's value; `busy` when what it touches is not durable in time. */
  view<Value>(request: ViewRequest<Value>, durability: Commits): Awaitable<Viewed<Value>>;
  view(request: ViewRequest, durability: Commits): Awaitable<Viewed> {
    const name = keptName(request);
    const kept = this.#kept.get(name);
    if (kept !== undefined && this.#stands(kept) && kept.reader.touchedTurn <= durability.committedTurn)
      return kept.viewed;
    const { reader, shown } = this.#lookOnce(request, nothingReadBack);
    const isWhole = !(shown instanceof RecordWanted) && reader.wanted === undefined;
    if (!isWhole || reader.touchedTurn > durability.committedTurn) return this.#viewLater(name, request, durability);
    if (shown.type === 'shown' && !reader.fleeting)
      this.#kept.set(name, { reader, viewed: shown, turn: this.#state.counters.turn });
    return shown;
  }

  /** The same of a view that has to wait: for what is read back, for texts, or for commits. */
  async #viewLater(name: string, request: ViewRequest, durability: Commits): Promise<Viewed> {
    const { turn } = this.#state.counters;
    const { reader, shown } = await this.#look(request);
    const viewed = reader.wanted === undefined ? shown : await this.#withTexts(shown, reader.wanted);
    if (reader.touchedTurn > durability.committedTurn && !(await durability.durableInTime(reader.touchedTurn)))
      return refused('busy', { retry_after_seconds: 1 });
    if (viewed.type === 'shown' && !reader.fleeting) this.#kept.set(name, { reader, viewed, turn });
    return viewed;
  }

  /**
   * The answer to a command, as JSON, made when its turn is sealed and before any later turn.
   * `{}` when the view fails: the turn has happened, whatever becomes of its answer (T2).
   */
  reply(request: ViewRequest, answering: Answering): Reply {
    try {
      const view = must(this.#views[request.view], `view ${request.view}`);
      const reader = new Reader(this.#state, this.#textAt, answering, nothingReadBack, false, this.#keepItems);
      const value = view(reader, request.args);
      if (reader.wanted === undefined) return { json: reader.hasKept ? jsonAroundKept(Object(value)) : jsonOf(value) };
      const { wanted } = reader;
      const whole = () => this.#withTexts({ type: 'shown', value }, wanted).then(jsonIn);
      return { json: jsonOf(withTexts(value, new Map())), whole };
    } catch (cause) {
      this.#log.error({ view: request.view, turn: answering.turn, cause: String(cause) }, 'a reply failed');
      return emptyReply;
    }
  }

  /** Undefined while texts of the list are not at hand, and for what changes without a turn. */
  readonly #keepItems: KeepItems = (named, list) => {
    const name = keptName(named);
    const kept = this.#kept.get(name);
    if (kept?.viewed.type === 'shown' && kept.viewed.value instanceof KeptItems && this.#stands(kept))
      return kept.viewed.value;
    const reader = new Reader(this.#state, this.#textAt, undefined);
    const value = new KeptItems(list(reader));
    if (reader.wanted !== undefined || reader.fleeting) return undefined;
    this.#kept.set(name, { reader, viewed: { type: 'shown', value }, turn: this.#state.counters.turn });
    return value;
  };

  /** Texts of a turn just sealed are at hand from now on. */
  learn(contents: readonly Content[]): void {
    for (const { hash, text } of contents) this.#texts.set(hash, text);
  }

  /** True while nothing that the view read has changed. */
  #stands(kept: Kept): boolean {
    const { turn } = this.#state.counters;
    if (kept.turn === turn) return true;
    if (!kept.reader.unchanged()) return false;
    kept.turn = turn;
    return true;
  }

  /** Makes the view, and once more with what had to be read back for it. */
  async #look(request: ViewRequest): Promise<{ readonly reader: Reader; readonly shown: Viewed }> {
    const records = new Records();
    for (let n = 0; ; n++) {
      const { reader, shown } = this.#lookOnce(request, records);
      if (!(shown instanceof RecordWanted)) return { reader, shown };
      const { want } = shown;
      if ('listed' in want) await this.#state.actorsByState.list(want.listed, this.#clock);
      else if (n === lookUpsMax || !(await this.#readBack(want, records)))
        return { reader, shown: refused('busy', { retry_after_seconds: 1 }) };
    }
  }

  #lookOnce(request: ViewRequest, records: Records) {
    const reader = new Reader(this.#state, this.#textAt, undefined, records);
    return { reader, shown: this.#show(request, reader) };
  }

  /** False when it cannot be read now: too many are being read, or the database does not answer. */
  async #readBack(want: Exclude<RecordWanted['want'], { listed: string }>, records: Records): Promise<boolean> {
    if (this.#readingBack >= readingBackMax) return false;
    this.#readingBack += 1;
    try {
      if ('under' in want)
        records.under.set(want.under, await this.#reads.wait(this.#events.departedUnder(want.under, 1)));
      else records.departed.set(want.departed, await this.#reads.wait(this.#events.departed(want.departed)));
      return true;
    } catch (cause) {
      this.#log.warn({ cause: String(cause) }, 'what was kept of the departed could not be read');
      return false;
    } finally {
      this.#readingBack -= 1;
    }
  }

  #show(request: ViewRequest, reader: Reader): Viewed | RecordWanted {
    const view = this.#views[request.view];
    if (view === undefined) return refused('not_found', { kind: 'view' });
    try {
      return { type: 'shown', value: view(reader, request.args) };
    } catch (cause) {
      if (cause instanceof ViewRefused) return cause.refused;
      if (cause instanceof RecordWanted) return cause;
      this.#log.error({ view: request.view, cause: String(cause) }, 'a view failed');
      return refused('internal_error', { incident: `view_${request.view}` });
    }
  }

  async #withTexts(viewed: Viewed, wanted: ReadonlySet<ContentHash>): Promise<Viewed> {
    if (viewed.type !== 'shown') return viewed;
    try {
      const texts = await this.#reads.wait(this.#events.contents([...wanted]));
      for (const [hash, text] of texts) this.#texts.set(hash, text);
      return { type: 'shown', value: withTexts(viewed.value, texts) };
    } catch (cause) {
      this.#log.warn({ cause: String(cause) }, 'texts could not be read');
      return refused('busy', { retry_after_seconds: 1 });
    }
  }
}
