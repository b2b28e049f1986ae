/**
 * Pictures that the gateway draws, of pages as they stand beside shared links and of the map as its page begins: drawn when they are asked
 * for, and kept.
 *
 * LP1  A picture is asked for by its name: for `drawnPictureKeptMs` what was drawn is given again, and after that as long as it shows the
 *      same. Who does not wait gets what was drawn up to three ticks and a quarter of an hour before, and a new one is begun.
 * LP2  So many are drawn at once, so many wait, and whoever comes when that is full is told `busy`. Several who ask for one wait for one.
 * LP3  What is kept takes so many bytes, the longest unused go first.
 * LP4  A picture is drawn on a thread of its own; a drawing that fails is logged, and its reader told `busy`.
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Drawable } from '../../../drawing/scene.ts';
import type { Clock, Log } from '../../../engine/ports.ts';
import type { Refused } from '../../../engine/refusal.ts';
import { BoundedWork } from '../../limits/bounded-work.ts';
import { refused } from '../../refusals/gateway-refusals.ts';
import type { GatewaySettings } from '../../settings.ts';

/** Draws elsewhere: scenes as PNG, maps as SVG packed with gzip. Rejects when it cannot. */
export interface Painter {
  paint(shown: Drawable): Promise<Buffer>;
}

export interface KeptPicture {
  readonly type: 'drawn';
  readonly bytes: Buffer;
  /** The same for what shows the same (`ETag`). */
  readonly tag: string;
}

/** Says what a picture shows, or why there is none. */
export type ShownBy = () => Promise<Drawable | Refused>;

export type PictureSettings = Pick<
  GatewaySettings,
  'drawnPictureKeptMs' | 'drawnPicturesBytesMax' | 'drawnPicturesAtOnceMax' | 'drawnPicturesWaitingMax'
>;

interface Kept {
  readonly at: number;
  /** That it shows. */
  readonly tick: number;
  readonly picture: KeptPicture;
}

/** A map of before is near enough for the moment until the page has drawn its own; the hour is seen on it. */
const aged = { ms: 15 * 60_000, ticks: 3 } as const;

/** Of an entry, beside its picture. */
const entryBytes = 512;
const busy = refused('busy', { retry_after_seconds: 2 });

export class KeptPictures {
  readonly #painter: Painter;
  readonly #settings: PictureSettings;
  readonly #clock: Pick<Clock, 'elapsed'>;
  readonly #tick: () => number;
  readonly #log: Log;
  readonly #kept: LRUCache<string, Kept>;
  readonly #drawing = new Map<string, Promise<KeptPicture | Refused>>();
  readonly #work: BoundedWork;

  constructor(of: {
    readonly painter: Painter;
    readonly settings: PictureSettings;
    readonly clock: Pick<Clock, 'elapsed'>;
    /** The newest tick. */
    readonly tick: () => number;
    readonly log: Log;
  }) {
    const { drawnPicturesBytesMax, drawnPicturesAtOnceMax, drawnPicturesWaitingMax } = of.settings;
    this.#painter = of.painter;
    this.#settings = of.settings;
    this.#clock = of.clock;
    this.#tick = of.tick;
    this.#log = of.log;
    this.#kept = new LRUCache({
      maxSize: drawnPicturesBytesMax,
      sizeCalculation: ({ picture }) => picture.bytes.length + entryBytes,
    });
    this.#work = new BoundedWork(drawnPicturesAtOnceMax, drawnPicturesWaitingMax);
  }

  /** The newest picture of this name. */
  get(name: string, shownBy: ShownBy): Promise<KeptPicture | Refused> {
    const known = this.#kept.get(name);
    return known !== undefined && this.#isFresh(known) ? Promise.resolve(known.picture) : this.#begun(name, shownBy);
  }

  /** The picture of this name, if there is one that is not too old, while a new one is begun; else the newest. */
  getAtOnce(name: string, shownBy: ShownBy): Promise<KeptPicture | Refused> {
    const known = this.#kept.get(name);
    const isNear =
      known !== undefined &&
      this.#clock.elapsed() - known.at < aged.ms &&
      Math.abs(this.#tick() - known.tick) <= aged.ticks;
    if (!isNear) return this.#begun(name, shownBy);
    if (!this.#isFresh(known)) this.#begun(name, shownBy).catch(() => {});
    return Promise.resolve(known.picture);
  }

  #isFresh({ at }: Kept): boolean {
    return this.#clock.elapsed() - at < this.#settings.drawnPictureKeptMs;
  }

  #begun(name: string, shownBy: ShownBy): Promise<KeptPicture | Refused> {
    const begun = this.#drawing.get(name);
    if (begun !== undefined) return begun;
    const drawn = this.#draw(name, shownBy).finally(() => this.#drawing.delete(name));
    this.#drawing.set(name, drawn);
    return drawn;
  }

  async #draw(name: string, shownBy: ShownBy): Promise<KeptPicture | Refused> {
    // What it shows is not even asked for.
    if (this.#work.isFull) return busy;
    const shown = await shownBy();
    if (shown.type === 'refused') {
      this.#kept.delete(name);
      return shown;
    }
    const known = this.#kept.get(name)?.picture;
    const tag = `"${createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22)}"`;
    const picture = known?.tag === tag ? known : await this.#painted(shown, tag);
    const { tick } = shown.town;
    if (picture.type === 'drawn') this.#kept.set(name, { at: this.#clock.elapsed(), tick, picture });
    return picture;
  }

  async #painted(shown: Drawable, tag: string): Promise<KeptPicture | Refused> {
    try {
      const bytes = await this.#work.run(() => this.#painter.paint(shown));
      if (bytes !== 'full') return { type: 'drawn', bytes, tag };
    } catch (cause) {
      this.#log.error({ cause: String(cause) }, 'a picture could not be drawn');
    }
    return busy;
  }
}
