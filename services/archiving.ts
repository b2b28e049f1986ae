/**
 * What becomes of what the dead remembered: it is exported from the service that remembered it, kept in the library, and forgotten
 * where it was. Each step may be repeated, so a whole archiving may: what was kept stays as it is, and the rest is done again.
 * The two services know nothing of each other.
 *
 * Owns: the order of the steps, and that they are taken for one of the dead at a time, since what one remembered may be 16 MB.
 * Not: when it is asked for and when it is tried again (`actors/resident`), what is kept (the services).
 */
import type { Dead, OpenService } from './contract.ts';

/** Who has died, as the city tells it: the text of its composition by hash. */
type Told<Hash> = Omit<Dead, 'composition'> & {
  readonly composition: { readonly title: string; readonly content: Hash } | null;
};

type Part = Pick<OpenService, 'exportNewest' | 'forget' | 'keep'>;

/** Of each of the dead. */
const messagesMax = 10_000;

/** Milliseconds after which the city takes an archiving for failed. The next attempt then waits for the same one. */
const failsAfterMs = 300_000;

export class Archiving<Hash extends string> {
  readonly #textOf: (hash: Hash) => Promise<string>;
  readonly #parts: Part[] = [];
  /** By resident: those that are waited for. */
  readonly #underWay = new Map<string, Promise<void>>();
  #last: Promise<void> = Promise.resolve();

  /** `textOf`: rejects for a text that cannot be read now. */
  constructor(textOf: (hash: Hash) => Promise<string>) {
    this.#textOf = textOf;
  }

  /** From here on the service takes part, if it can. */
  attach(service: Part): void {
    this.#parts.push(service);
  }

  /** Performs the effect `archive`. */
  performer() {
    const perform = async (_id: string, dead: Told<Hash>) => {
      await this.archive(dead);
      return { result: {} };
    };
    return { after: 'repeat', failsAfterMs, perform } as const;
  }

  /** Rejects when it has to be tried again. Who is being archived already is not archived beside that. */
  archive(dead: Told<Hash>): Promise<void> {
    const { resident } = dead;
    const underWay = this.#underWay.get(resident);
    if (underWay !== undefined) return underWay;
    const done = this.#last.then(() => this.#archive(dead)).finally(() => this.#underWay.delete(resident));
    this.#underWay.set(resident, done);
    this.#last = done.catch(() => {});
    return done;
  }

  async #archive({ composition, ...dead }: Told<Hash>): Promise<void> {
    const { resident } = dead;
    const written = composition && { title: composition.title, content: await this.#textOf(composition.content) };
    const remembered = [];
    for (const part of this.#parts) remembered.push(...((await part.exportNewest?.(resident, messagesMax)) ?? []));
    for (const part of this.#parts) await part.keep?.({ ...dead, composition: written }, remembered);
    for (const part of this.#parts) await part.forget?.(resident);
  }
}
