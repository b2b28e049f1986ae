/**
 * Pictures of pages, as they stand beside shared links: drawn when they are asked for, and kept.
 *
 * LP1  A picture is asked for by its page: for `keptMs` what was drawn is given again, and after that as long as its scene is the same.
 * LP2  So many are drawn at once, so many wait, and whoever comes when that is full is told `busy`. Several who ask for one wait for one.
 * LP3  What is kept takes so many bytes, the longest unused go first.
 * LP4  A picture is drawn on a thread of its own; a drawing that fails is logged, and its reader told `busy`.
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Scene } from '../../../drawing/scene.ts';
import type { Clock, Log } from '../../../engine/ports.ts';
import type { Refused } from '../../../engine/refusal.ts';
import { BoundedWork } from '../../limits/bounded-work.ts';
import { refused } from '../../refusals/gateway-refusals.ts';
import type { GatewaySettings } from '../../settings.ts';

/** Draws scenes as PNG, elsewhere. Rejects when it cannot. */
export interface Painter {
  paint(scene: Scene): Promise<Buffer>;
}

export interface LinkPicture {
  readonly type: 'drawn';
  readonly png: Buffer;
  /** The same for the same scene (`ETag`). */
  readonly tag: string;
}

export type LinkPictureSettings = Pick<
  GatewaySettings,
  'linkPictureKeptMs' | 'linkPicturesBytesMax' | 'linkPicturesAtOnceMax' | 'linkPicturesWaitingMax'
>;

interface Kept {
  readonly at: number;
  readonly picture: LinkPicture;
}

/** Of an entry, beside its picture. */
const entryBytes = 512;
const secondsToWait = 2;

export class LinkPictures {
  readonly #painter: Painter;
  readonly #settings: LinkPictureSettings;
  readonly #clock: Pick<Clock, 'elapsed'>;
  readonly #log: Log;
  readonly #kept: LRUCache<string, Kept>;
  readonly #drawing = new Map<string, Promise<LinkPicture | Refused>>();
  readonly #work: BoundedWork;

  constructor(of: {
    readonly painter: Painter;
    readonly settings: LinkPictureSettings;
    readonly clock: Pick<Clock, 'elapsed'>;
    readonly log: Log;
  }) {
    const { linkPicturesBytesMax, linkPicturesAtOnceMax, linkPicturesWaitingMax } = of.settings;
    this.#painter = of.painter;
    this.#settings = of.settings;
    this.#clock = of.clock;
    this.#log = of.log;
    this.#kept = new LRUCache({
      maxSize: linkPicturesBytesMax,
      sizeCalculation: ({ picture }) => picture.png.length + entryBytes,
    });
    this.#work = new BoundedWork(linkPicturesAtOnceMax, linkPicturesWaitingMax);
  }

  /** The picture of the page with this name; `sceneOf` says what it shows, or why it is not shown. */
  get(page: string, sceneOf: () => Promise<Scene | Refused>): Promise<LinkPicture | Refused> {
    const known = this.#kept.get(page);
    if (known !== undefined && this.#clock.elapsed() - known.at < this.#settings.linkPictureKeptMs)
      return Promise.resolve(known.picture);
    const begun = this.#drawing.get(page);
    if (begun !== undefined) return begun;
    const drawn = this.#draw(page, known, sceneOf).finally(() => this.#drawing.delete(page));
    this.#drawing.set(page, drawn);
    return drawn;
  }

  async #draw(
    page: string,
    known: Kept | undefined,
    sceneOf: () => Promise<Scene | Refused>,
  ): Promise<LinkPicture | Refused> {
    const scene = await sceneOf();
    if ('type' in scene) {
      this.#kept.delete(page);
      return scene;
    }
    const tag = `"${createHash('sha256').update(JSON.stringify(scene)).digest('base64url').slice(0, 22)}"`;
    const picture = known?.picture.tag === tag ? known.picture : await this.#painted(scene, tag);
    if (picture.type === 'drawn') this.#kept.set(page, { at: this.#clock.elapsed(), picture });
    return picture;
  }

  async #painted(scene: Scene, tag: string): Promise<LinkPicture | Refused> {
    try {
      const png = await this.#work.run(() => this.#painter.paint(scene));
      if (png !== 'full') return { type: 'drawn', png, tag };
    } catch (cause) {
      this.#log.error({ cause: String(cause) }, 'the picture of a page could not be drawn');
    }
    return refused('busy', { retry_after_seconds: secondsToWait });
  }
}
