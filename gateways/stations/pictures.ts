/**
 * Pictures at portal stations, outside the journal: the newest of each station's camera, and those that visitors have left. `persistence/`
 * implements it.
 */
import { Later } from '../../engine/later.ts';
import { JournalUnavailable } from '../../engine/ports.ts';

export interface Picture {
  /** The station whose camera took it, or the note with which a visitor left it: no id is both. */
  readonly of: string;
  /** Milliseconds since 1970, when it came. */
  readonly takenAt: number;
  /** JPEG. */
  readonly bytes: Buffer;
}

/** Every call rejects with `JournalUnavailable` while the database does not answer. */
export interface Pictures {
  /** Replaces the picture before, unless that is newer. */
  keep(picture: Picture): Promise<void>;
  read(of: string): Promise<Picture | undefined>;
  /** Removes all others that came before `before`. */
  keepOnly(of: readonly string[], before: number): Promise<void>;
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

  async read(of: string): Promise<Picture | undefined> {
    return this.#pictures.value.read(of);
  }

  async keepOnly(of: readonly string[], before: number): Promise<void> {
    return this.#pictures.value.keepOnly(of, before);
  }
}
