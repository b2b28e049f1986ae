/** Pictures of the cameras of portal stations: the newest of each, outside the journal. `persistence/` implements it. */
import { Later } from '../../engine/later.ts';
import { JournalUnavailable } from '../../engine/ports.ts';

/** A picture that a station has sent. */
export interface Picture {
  readonly station: string;
  /** Milliseconds since 1970, when it came. */
  readonly takenAt: number;
  /** JPEG. */
  readonly bytes: Buffer;
}

/** Every call rejects with `JournalUnavailable` while the database does not answer. */
export interface Pictures {
  /** Replaces the picture before, unless that is newer. */
  keep(picture: Picture): Promise<void>;
  read(station: string): Promise<Picture | undefined>;
  /** Removes the pictures of all other stations that came before `before`. */
  keepOnly(stations: readonly string[], before: number): Promise<void>;
}

/** Pictures while the database is not open yet: requests for them are answered `busy`. */
export class OpeningPictures implements Pictures {
  readonly #pictures = new Later<Pictures>('the database', (why) => new JournalUnavailable(why));

  /** Passes calls on to the real table from now on. */
  open(pictures: Pictures): void {
    this.#pictures.set(pictures);
  }

  async keep(picture: Picture): Promise<void> {
    return this.#pictures.value.keep(picture);
  }

  async read(station: string): Promise<Picture | undefined> {
    return this.#pictures.value.read(station);
  }

  async keepOnly(stations: readonly string[], before: number): Promise<void> {
    return this.#pictures.value.keepOnly(stations, before);
  }
}
