/** The gateways' own tables, usable before the database is open. */
import { Later } from '../engine/later.ts';
import type { PostingReader } from '../engine/ports.ts';
import { type ChronicleRows, OpeningChronicleRows } from './chronicle/chronicle-rows.ts';
import { OpeningPostings } from './credits/account-history.ts';
import { OpeningTickRows, type TickRows } from './overview/tick-rows.ts';
import { OpeningPictures, type Pictures } from './stations/pictures.ts';
import { type Credentials, OpeningCredentials } from './visitors/credentials.ts';

/** Tables that the gateways keep outside the city. */
export interface Tables {
  readonly credentials: Credentials;
  readonly tickRows: TickRows;
  readonly chronicle: ChronicleRows;
  readonly pictures: Pictures;
  readonly postings: PostingReader;
}

/** The database that keeps them, and everything else. */
interface Database {
  readonly probe: { readonly isAnswering: boolean };
}

export class OpeningTables implements Tables {
  readonly credentials = new OpeningCredentials();
  readonly tickRows = new OpeningTickRows();
  readonly chronicle = new OpeningChronicleRows();
  readonly pictures = new OpeningPictures();
  readonly postings = new OpeningPostings();
  readonly #probe = new Later<Database['probe']>('the database');

  /** Passes calls on to the real tables from now on. */
  open({ credentials, tickRows, chronicle, pictures, postings, probe }: Tables & Database): void {
    this.#probe.set(probe);
    this.credentials.open(credentials);
    this.tickRows.open(tickRows);
    this.chronicle.open(chronicle);
    this.pictures.open(pictures);
    this.postings.open(postings);
  }

  /** True while the database answers. */
  get isAnswering(): boolean {
    return this.#probe.ifThere?.isAnswering === true;
  }
}
