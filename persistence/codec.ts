/**
 * How batches and images become bytes and come back. Owns the format versions and the checksums; knows no SQL.
 *
 * C1  The first byte of every body is its format version. An unknown one is refused, never guessed (R6).
 * C2  A journal body carries SHA-256, an image CRC-32 over its id and body; a damaged row is named (R8).
 * C3  What goes in is plain data (JSON's types, and `undefined` for an absent field); numbers come back as numbers.
 *
 * Journal bodies use msgpackr's records: 200 alike commands name their fields once. A single image gains nothing from
 * records, so images are arrays by position and the compiler checks below that no field was forgotten.
 */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { Packr } from 'msgpackr';
import type { AccountId, ActorId } from '../engine/ids.ts';
import type { Image } from '../engine/kind.ts';
import type { Account } from '../engine/ledger.ts';
import type { Counters, JournalRow } from '../engine/ports.ts';

/** Of journal bodies, images, accounts and counters alike; a change to any of them is a new version, read beside the old. */
export const formatVersion = 1;

/** A row that cannot be trusted or understood; the message names it. Fatal. */
export class DamagedRow extends Error {
  override readonly name = 'DamagedRow';
}

const records = new Packr({ useRecords: true });
const plain = new Packr({ useRecords: false, mapsAsObjects: true });

type JournalBody = Omit<JournalRow, 'batch' | 'firstTurn'>;
type ImageBody = readonly [Image['state'], Image['context'], Image['wakes'], Image['calls'], Image['quarantined'], Image['turn']];
type AccountBody = readonly [balance: number, burn: number, suspended: number, since: number, earned: number, spent: number, turn: number];

type Written<T, Fields extends keyof T> = Exclude<keyof T, Fields> extends never ? true : never;
const imageComplete: Written<Image, 'id' | 'state' | 'context' | 'wakes' | 'calls' | 'quarantined' | 'turn'> = true;
const accountComplete: Written<Account, 'balance' | 'burn' | 'suspended' | 'since' | 'earned' | 'spent' | 'turn'> = true;
void [imageComplete, accountComplete];

/** The body of a journal row. */
export function encodeJournal(row: JournalRow): Buffer {
  const body: JournalBody = { counters: row.counters, commands: row.commands, actors: row.actors, accounts: row.accounts };
  return versioned(records.pack(body));
}

/** The row behind a body whose checksum was compared. Throws `DamagedRow` with `name` for an unknown format. */
export function decodeJournal(batch: number, firstTurn: number, body: Buffer, name: string): JournalRow {
  const decoded = decode<JournalBody>(records, body, name);
  return { batch, firstTurn, ...decoded };
}

/** SHA-256 over a journal body. */
export function journalChecksum(body: Buffer): Buffer {
  return createHash('sha256').update(body).digest();
}

export function encodeImage(image: Image): Buffer {
  const body: ImageBody = [image.state, image.context, image.wakes, image.calls, image.quarantined, image.turn];
  return versioned(plain.pack(body));
}

export function decodeImage(id: ActorId, body: Buffer): Image {
  const [state, context, wakes, calls, quarantined, turn] = decode<ImageBody>(plain, body, id);
  return { id, state, context, wakes, calls, quarantined, turn };
}

export function encodeAccount(account: Account): Buffer {
  const { balance, burn, suspended, since, earned, spent, turn } = account;
  const body: AccountBody = [balance, burn, suspended, since, earned, spent, turn];
  return versioned(plain.pack(body));
}

export function decodeAccount(id: AccountId, body: Buffer): Account {
  const [balance, burn, suspended, since, earned, spent, turn] = decode<AccountBody>(plain, body, id);
  return { balance, burn, suspended, since, earned, spent, turn };
}

export function encodeCounters(counters: Counters): Buffer {
  return versioned(plain.pack(counters));
}

export function decodeCounters(body: Buffer, name: string): Counters {
  return decode<Counters>(plain, body, name);
}

/** CRC-32 over the id and the body of a row, so that bodies cannot change places either. */
export function rowChecksum(id: string | Uint8Array, body: Uint8Array): number {
  return crc32(body, crc32(id));
}

function versioned(packed: Buffer): Buffer {
  const body = Buffer.allocUnsafe(packed.length + 1);
  body[0] = formatVersion;
  packed.copy(body, 1);
  return body;
}

/** Our own rows only, after their checksum: msgpack of others is never decoded, hence the cast. */
function decode<T>(packr: Packr, body: Buffer, name: string): T {
  if (body[0] !== formatVersion) {
    throw new DamagedRow(`${name}: format ${body[0] ?? 'none'} is unknown to this version of the city (it reads ${formatVersion})`);
  }
  return packr.unpack(body.subarray(1)) as T;
}
