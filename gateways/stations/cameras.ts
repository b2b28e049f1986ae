/**
 * The newest picture of each portal station (PS8), for both gateways: in memory, so that reading is cheap, and in a table of the gateway's
 * own, so that a restart loses none.
 */
import { LRUCache } from 'lru-cache';
import type { GatewaySettings } from '../settings.ts';
import type { Picture, Pictures } from './pictures.ts';

/** Cached for a station without a picture, so that the table is not read each time. */
const none: Omit<Picture, 'station'> = { takenAt: 0, bytes: Buffer.alloc(0) };

export class Cameras {
  readonly #pictures: Pictures;
  readonly #known: LRUCache<string, Omit<Picture, 'station'>>;

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

  /** The newest picture of these stations. */
  async newest(stations: readonly string[]): Promise<Picture | undefined> {
    let newest: Picture | undefined;
    for (const station of stations) {
      const picture = await this.#of(station);
      if (picture !== undefined && picture.takenAt > (newest?.takenAt ?? 0)) newest = picture;
    }
    return newest;
  }

  /** Removes pictures that came before `before` from other stations, which are closed. */
  async keepOnly(stations: readonly string[], before: number): Promise<void> {
    await this.#pictures.keepOnly(stations, before);
    const stand = new Set(stations);
    for (const [station, { takenAt }] of this.#known)
      if (!stand.has(station) && takenAt < before) this.#known.delete(station);
  }

  async #of(station: string): Promise<Picture | undefined> {
    const known = this.#known.get(station) ?? (await this.#read(station));
    return known === none ? undefined : { station, ...known };
  }

  async #read(station: string): Promise<Omit<Picture, 'station'>> {
    const read = await this.#pictures.read(station);
    // A picture that came meanwhile is newer.
    if (read !== undefined) this.#remember(read);
    else if (!this.#known.has(station)) this.#known.set(station, none);
    return this.#known.get(station) ?? read ?? none;
  }

  #remember({ station, takenAt, bytes }: Picture): void {
    if ((this.#known.get(station)?.takenAt ?? 0) <= takenAt) this.#known.set(station, { takenAt, bytes });
  }
}
