/** The files that a run writes while it lasts: every event, packed, and the tables. */
import { join } from 'node:path';
import { GrowingFile } from './growing-file.ts';
import type { KeptRun } from './kept-run.ts';
import { type Cell, csvLine, csvNameOf, headOf, type TableName, tableNames, writeParquet } from './tables.ts';

export const eventsName = 'events.jsonl.gz';

export class RunFiles {
  readonly folder: string;
  readonly #files: ReadonlyMap<string, GrowingFile>;

  private constructor(folder: string, files: ReadonlyMap<string, GrowingFile>) {
    this.folder = folder;
    this.#files = files;
  }

  /** New ones, or those that are there, gone on with behind so many bytes of each. */
  static async open(folder: string, bytes: KeptRun['bytes'] = {}): Promise<RunFiles> {
    const files = new Map<string, GrowingFile>();
    for (const name of [eventsName, ...tableNames.map(csvNameOf)])
      files.set(name, await GrowingFile.open(join(folder, name), bytes[name]));
    for (const table of tableNames)
      if (bytes[csvNameOf(table)] === undefined) files.get(csvNameOf(table))?.add(headOf(table));
    return new RunFiles(folder, files);
  }

  addEvent(line: string): void {
    this.#files.get(eventsName)?.add(line);
  }

  add(table: TableName, cells: readonly Cell[]): void {
    this.#files.get(csvNameOf(table))?.add(csvLine(cells));
  }

  /** Resolves when there is room for more in all of them. */
  async drained(): Promise<void> {
    for (const file of this.#files.values()) await file.drained();
  }

  /** How many bytes each has, once all that was added is on disk. */
  async cut(): Promise<KeptRun['bytes']> {
    const bytes: Record<string, number> = {};
    for (const [name, file] of this.#files) bytes[name] = await file.cut();
    return bytes;
  }

  /** Completes them, and writes the tables once more as Parquet. */
  async end(): Promise<void> {
    await this.cut();
    for (const table of tableNames) await writeParquet(this.folder, table);
  }

  /** Gives up what is not on disk yet. */
  async abandon(): Promise<void> {
    for (const file of this.#files.values()) await file.abandon();
  }
}
