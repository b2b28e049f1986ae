/** Turns in the middle of batches, opened again in what a city left behind: each is what running all commands from the first gives. */
import { kinds } from '../../actors/index.ts';
import { openPast } from '../../engine/commit/past.ts';
import type { JournalRow } from '../../engine/ports.ts';
import { CityState } from '../../engine/state/city-state.ts';
import { codeVersion } from '../../host/code-version.ts';
import { DataFolder } from '../../persistence/data-folder.ts';
import type { DatabaseAddress } from '../../persistence/postgres/connections.ts';
import { PostgresHistory } from '../../persistence/postgres/history.ts';
import { stateHash } from '../../research/runs/state-hash.ts';

const turnsOpened = 12;

export class Past {
  readonly #secret: string;
  readonly #address: DatabaseAddress;
  /** One batch of so many is looked at. */
  readonly #every: number;
  readonly #hashes = new Map<number, string>();

  private constructor(secret: string, address: DatabaseAddress, every: number) {
    this.#secret = secret;
    this.#address = address;
    this.#every = every;
  }

  static async of(folder: string, { embedded }: { readonly embedded: { readonly connection: object } }): Promise<Past> {
    const address = { ...embedded.connection };
    const history = await PostgresHistory.open(address);
    const batches = (await history.extent())?.last ?? 0;
    await history.close();
    return new Past(new DataFolder(folder).secret(undefined), address, Math.max(1, Math.floor(batches / turnsOpened)));
  }

  /** To be called after each turn that is run again. */
  note(state: CityState, { batch, firstTurn, commands }: JournalRow): void {
    const { turn } = state.counters;
    if (batch % this.#every === 0 && turn === firstTurn + Math.floor(commands.length / 2))
      this.#hashes.set(turn, stateHash(state));
  }

  /** A sentence for each turn that is not opened as it was. */
  async differences(): Promise<readonly string[]> {
    const found: string[] = [];
    for (const [turn, hash] of this.#hashes) {
      const state = new CityState(kinds, this.#secret, {});
      const history = await PostgresHistory.open(this.#address);
      const opened = await openPast(state, history, { type: 'turn', turn }, codeVersion());
      await history.close();
      if (opened.turn !== turn) found.push(`[PT2] turn ${turn} is not of the code that runs`);
      else if (stateHash(state) !== hash) found.push(`[PT1] turn ${turn} is not what it was, from base ${opened.base}`);
    }
    return found;
  }
}
