/** Pictures at portal stations, in memory. Passes the same contract as Postgres. */
import type { Picture, Pictures } from '../../gateways/stations/pictures.ts';
import { MemoryStore } from './memory-database.ts';

/** Pictures on `store`, which outlives them as a database does. */
export class MemoryPictures implements Pictures {
  readonly #store: MemoryStore;

  constructor(store: MemoryStore = new MemoryStore()) {
    this.#store = store;
  }

  keep(picture: Picture): Promise<void> {
    const { pictures } = this.#store;
    if ((pictures.get(picture.of)?.takenAt ?? 0) <= picture.takenAt) pictures.set(picture.of, picture);
    return Promise.resolve();
  }

  read(of: string): Promise<Picture | undefined> {
    return Promise.resolve(this.#store.pictures.get(of));
  }

  keepOnly(names: readonly string[], before: number): Promise<void> {
    const { pictures } = this.#store;
    for (const [of, { takenAt }] of pictures) if (takenAt < before && !names.includes(of)) pictures.delete(of);
    return Promise.resolve();
  }
}
