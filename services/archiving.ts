/**
 * Archives the memories of the dead: exports them from the service that remembers, keeps them in the library, and forgets them where they
 * were. Each step may be repeated, and so may a whole archiving: what was kept is not changed, and the rest is done again. The two
 * services know nothing of each other.
 *
 * Owns: the order of the steps, and that they are taken for one resident at a time, since the memories of one may be 16 MB. Not: when it
 * is asked for and when it is tried again (`actors/resident`), what is kept (the services).
 */
import type { Deceased, KeepsEntries, RemembersResidents } from './deceased.ts';

/** What an archiving works with. The city names a composition by its hash. */
export interface ArchivingParts<Hash extends string> {
  /** Rejects when the text cannot be read now. */
  readonly textOf: (hash: Hash) => Promise<string>;
  readonly from: RemembersResidents;
  readonly to: KeepsEntries;
}

/**
 * Performs the effect `archive`. In a city that lacks one of the two services it does nothing: memories that no service keeps are not
 * forgotten.
 */
export function archivePerformer<Hash extends string>({
  textOf,
  from,
  to,
}: Pick<ArchivingParts<Hash>, 'textOf'> & { from: RemembersResidents | undefined; to: KeepsEntries | undefined }) {
  const archiving = from && to && new Archiving({ textOf, from, to });
  const perform = async (_id: string, deceased: Deceased<Hash>) => {
    await archiving?.archive(deceased);
    return { result: {} };
  };
  return { after: 'repeat', failsAfterMs, perform } as const;
}

/** Messages of each resident. */
const messagesMax = 10_000;

/** Milliseconds after which the city counts an archiving as failed. The next attempt then waits for the same one. */
const failsAfterMs = 300_000;

export class Archiving<Hash extends string> {
  readonly #parts: ArchivingParts<Hash>;
  /** By resident: archivings under way. */
  readonly #underWay = new Map<string, Promise<void>>();
  #last: Promise<void> = Promise.resolve();

  constructor(parts: ArchivingParts<Hash>) {
    this.#parts = parts;
  }

  /** Rejects when the archiving has to be repeated. A second call for a resident joins the first. */
  archive(deceased: Deceased<Hash>): Promise<void> {
    const { resident } = deceased;
    const underWay = this.#underWay.get(resident);
    if (underWay !== undefined) return underWay;
    const done = this.#last.then(() => this.#archive(deceased)).finally(() => this.#underWay.delete(resident));
    this.#underWay.set(resident, done);
    this.#last = done.catch(() => {});
    return done;
  }

  async #archive({ composition, ...deceased }: Deceased<Hash>): Promise<void> {
    const { textOf, from, to } = this.#parts;
    const { resident } = deceased;
    const written = composition && { title: composition.title, content: await textOf(composition.content) };
    const memories = await from.exportNewest(resident, messagesMax);
    await to.keep({ ...deceased, composition: written }, memories);
    await from.forget(resident);
  }
}
