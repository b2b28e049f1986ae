/**
 * What becomes of what the dead remembered: it is exported from the service that remembered it, kept in the library, and forgotten
 * where it was. Each step may be repeated, so a whole archiving may: what was kept stays as it is, and the rest is done again.
 * The two services know nothing of each other.
 *
 * Owns: the order of the steps, and that they are taken for one of the dead at a time, since what one remembered may be 16 MB.
 * Not: when it is asked for and when it is tried again (`actors/resident`), what is kept (the services).
 */
import type { Deceased, KeepsEntries, RemembersResidents } from './deceased.ts';

/** What an archiving is made of. The city tells of a composition by its hash. */
export interface ArchivingParts<Hash extends string> {
  /** Rejects for a text that cannot be read now. */
  readonly textOf: (hash: Hash) => Promise<string>;
  readonly from: RemembersResidents;
  readonly to: KeepsEntries;
}

/**
 * Performs the effect `archive`. In a city that lacks one of the two services it does nothing: what nobody keeps is not forgotten.
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

/** Of each of the dead. */
const messagesMax = 10_000;

/** Milliseconds after which the city takes an archiving for failed. The next attempt then waits for the same one. */
const failsAfterMs = 300_000;

export class Archiving<Hash extends string> {
  readonly #parts: ArchivingParts<Hash>;
  /** By resident: those that are waited for. */
  readonly #underWay = new Map<string, Promise<void>>();
  #last: Promise<void> = Promise.resolve();

  constructor(parts: ArchivingParts<Hash>) {
    this.#parts = parts;
  }

  /** Rejects when it has to be tried again. Who is being archived already is not archived beside that. */
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
