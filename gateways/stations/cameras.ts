/**
 * The newest picture of each portal station (PS8), and those that visitors have left (VH10), for both gateways: in memory, so that reading
 * is cheap, and in a table of the gateway's own, so that a restart loses none.
 */
import { LRUCache } from 'lru-cache';
import type { GatewaySettings } from '../settings.ts';
import type { Picture, Pictures } from './pictures.ts';

/** Cached for what has no picture, so that the table is not read each time. */
const none: Omit<Picture, 'of'> = { takenAt: 0, bytes: Buffer.alloc(0) };

export class Cameras {
  readonly #pictures: Pictures;
  readonly #known: LRUCache<string, Omit<Picture, 'of'>>;

  constructor(pictures: Pictures, { picturesBytesMax }: Pick<GatewaySettings, 'picturesBytesMax'>) {
    this.#pictures = pictures;
    // The name, and its cache entry, have a size too.
    this.#known = new LRUCache({ maxSize: picturesBytesMax, sizeCalculation: ({ bytes }) => bytes.length + 256 });
  }

  /** Stores the picture; it is shown once that is done. Rejects with `JournalUnavailable` when it cannot be stored. */
  async keep(picture: Picture): Promise<void> {
    await this.#pictures.keep(picture);
    this.#remember(picture);
  }

  /** The newest of these pictures: of stations, or one that a visitor has left. */
  async newest(names: readonly string[]): Promise<Picture | undefined> {
    let newest: Picture | undefined;
    for (const name of names) {
      const picture = await this.#of(name);
      if (picture !== undefined && picture.takenAt > (newest?.takenAt ?? 0)) newest = picture;
    }
    return newest;
  }

  /** Removes what came before `before` of stations that are closed, and of visitors' pictures that are gone: of all but these. */
  async keepOnly(names: readonly string[], before: number): Promise<void> {
    await this.#pictures.keepOnly(names, before);
    const stand = new Set(names);
    for (const [name, { takenAt }] of this.#known) if (!stand.has(name) && takenAt < before) this.#known.delete(name);
  }

  async #of(name: string): Promise<Picture | undefined> {
    const known = this.#known.get(name) ?? (await this.#read(name));
    return known === none ? undefined : { of: name, ...known };
  }

  async #read(name: string): Promise<Omit<Picture, 'of'>> {
    const read = await this.#pictures.read(name);
    // A picture that came meanwhile is newer.
    if (read !== undefined) this.#remember(read);
    else if (!this.#known.has(name)) this.#known.set(name, none);
    return this.#known.get(name) ?? read ?? none;
  }

  #remember({ of, takenAt, bytes }: Picture): void {
    if ((this.#known.get(of)?.takenAt ?? 0) <= takenAt) this.#known.set(of, { takenAt, bytes });
  }
}
