/**
 * How batches and images become rows and come back. Owns the format versions and the checksums; knows no SQL.
 *
 * - Every body begins with its format version. An unknown one is refused, never guessed (OP4).
 * - A journal body carries SHA-256, an image CRC-32 over its id and body; a damaged row is named (OP5).
 * - What goes in is plain data (JSON's types, and `undefined` for an absent field); numbers come back as numbers.
 *
 * Journal bodies are msgpackr with records: 200 alike commands name their fields once, half the bytes of JSON. Single
 * images are JSON text, `[version, ...fields by position]`: measured on 200,000 of them, reading back took 0.88 s
 * against 1.29 s of msgpackr without records, and the city so made 182 MB against 257, for V8 gives parsed objects
 * their final shape at once. Rejected: msgpackr with shared structures (0.82 s), whose dictionary every row would
 * depend on.
 *
 * Small bodies are deflated: each names its fields anew, and where one act comes at a time these names are half of it. Large ones are not,
 * since they name them once for many commands, and a city that commits those has no time to spare. Rejected: a dictionary of names, by
 * which they would be half as large again, and without which no row could be read.
 */
import { createHash } from 'node:crypto';
import { constants, crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { Packr } from 'msgpackr';
import type { Image } from '../engine/actor-kind.ts';
import { must } from '../engine/assert.ts';
import type { Wake } from '../engine/effect.ts';
import type { AccountId, ActorId } from '../engine/ids.ts';
import type { Counters, JournalRow } from '../engine/ports.ts';
import type { Account, BookedPosting } from '../engine/state/ledger.ts';

/**
 * Of journal bodies, images, accounts and counters alike; a change to any of them is a new version, read beside the old.
 *
 *   1  accounts without `owed`: they owe nothing
 *   2  each journal body with all settings
 *   3  settings where they are not those of the batch before
 *   4  the second byte of a journal body says whether it is deflated
 *   5  the present one: the postings of the turns that moved credits
 */
export const formatVersion = 5;
const formatsRead: readonly unknown[] = [1, 2, 3, 4, formatVersion];

/** Bytes of a body that is deflated. */
const deflatedBytesMax = 2_048;
const ways = { plain: 0, deflated: 1 } as const;

/** A row that cannot be trusted or understood; the message names it. Fatal. */
export class DamagedRow extends Error {
  override readonly name = 'DamagedRow';
}

const records = new Packr({ useRecords: true });

type JournalBody = Omit<JournalRow, 'batch' | 'firstTurn' | 'postings'> & {
  readonly postings?: readonly PostingBody[];
};
/** When it was is said by the command of its turn. */
type PostingBody = readonly [
  /** After the first turn of the batch. */
  turns: number,
  tick: number,
  from: AccountId,
  to: AccountId,
  amount: number,
  reason: string,
  payerBalance: number,
  payeeBalance: number,
  isRefund: boolean,
];
type ImageBody = readonly [
  format: number,
  state: Image['state'],
  context: Image['context'],
  wakes: Image['wakes'],
  calls: Image['calls'],
  quarantined: boolean,
  turn: number,
];
type AccountBody = readonly [
  format: number,
  balance: number,
  burn: number,
  suspended: number,
  since: number,
  earned: number,
  spent: number,
  turn: number,
  /** Since format 2. */
  owed?: number,
];
type CountersBody = readonly [format: number, counters: Counters];

/** Makes the compiler refuse a field that is not written. */
type Written<T, Fields extends keyof T> = Exclude<keyof T, Fields> extends never ? true : never;
const imageComplete: Written<Image, 'id' | 'state' | 'context' | 'wakes' | 'calls' | 'quarantined' | 'turn'> = true;
const accountComplete: Written<
  Account,
  'balance' | 'burn' | 'suspended' | 'owed' | 'since' | 'earned' | 'spent' | 'turn'
> = true;
const postingComplete: Written<
  BookedPosting,
  'turn' | 'at' | 'tick' | 'from' | 'to' | 'amount' | 'reason' | 'payerBalance' | 'payeeBalance' | 'isRefund'
> = true;
void [imageComplete, accountComplete, postingComplete];

/** The body of a journal row. */
export function encodeJournal(row: JournalRow): Buffer {
  const body: JournalBody = {
    counters: row.counters,
    commands: row.commands,
    actors: row.actors,
    accounts: row.accounts,
  };
  const { postings, firstTurn } = row;
  if (postings === undefined) return versioned(records.pack(body));
  return versioned(records.pack({ ...body, postings: postings.map((each) => postingBody(each, firstTurn)) }));
}

const postingBody = (posting: BookedPosting, firstTurn: number): PostingBody => {
  const { turn, tick, from, to, amount, reason, payerBalance, payeeBalance, isRefund = false } = posting;
  return [turn - firstTurn, tick, from, to, amount, reason, payerBalance, payeeBalance, isRefund];
};

/** The row behind a body whose checksum was compared. Throws `DamagedRow` with `name` for an unknown format. */
export function decodeJournal(batch: number, firstTurn: number, body: Buffer, name: string): JournalRow {
  const decoded = unpack<JournalBody>(body, name);
  const accounts = body[0] === 1 ? decoded.accounts.map(withoutDebt) : decoded.accounts;
  const { postings: written, ...rest } = decoded;
  const row = { batch, firstTurn, ...rest, accounts };
  return written === undefined ? row : { postings: written.map((each) => postingOf(each, row)), ...row };
}

function postingOf(
  body: PostingBody,
  { firstTurn, commands }: Pick<JournalRow, 'firstTurn' | 'commands'>,
): BookedPosting {
  const [turns, tick, from, to, amount, reason, payerBalance, payeeBalance, isRefund] = body;
  const { turn, at } = must(commands[turns], `the command of turn ${firstTurn + turns}`);
  const posting = { turn, at, tick, from, to, amount, reason, payerBalance, payeeBalance };
  return isRefund ? { isRefund, ...posting } : posting;
}

/** SHA-256 over a journal body. */
export function journalChecksum(body: Buffer): Buffer {
  return createHash('sha256').update(body).digest();
}

export function encodeImage(image: Image): string {
  const body: ImageBody = [
    formatVersion,
    image.state,
    image.context,
    image.wakes,
    image.calls,
    image.quarantined,
    image.turn,
  ];
  return JSON.stringify(body);
}

export function decodeImage(id: ActorId, body: string, name: string): Image {
  const [, state, context, wakes, calls, quarantined, turn] = parse<ImageBody>(body, name);
  return {
    id,
    state: first(states, state, state),
    context,
    wakes: wakes.length === 0 ? none : wakes.map(withSharedEvent),
    calls: calls.length === 0 ? none : calls,
    quarantined,
    turn,
  };
}

/** Most actors want and await nothing: all of them share one empty list. */
const none: readonly never[] = [];

/** The states that were read, as many as charts have. Each row brings a text of its own; one is kept. */
const states = new Map<string, string>();
/** The events of wake-ups that are nothing but a type. */
const bareEvents = new Map<string, Wake['event']>();

function first<Value>(known: Map<string, Value>, name: string, value: Value): Value {
  const before = known.get(name);
  if (before === undefined) known.set(name, value);
  return before ?? value;
}

function withSharedEvent(wake: Wake): Wake {
  const { event } = wake;
  for (const field in event) if (field !== 'type') return wake;
  return { ...wake, event: first(bareEvents, event.type, event) };
}

export function encodeAccount(account: Account): string {
  const { balance, burn, suspended, since, earned, spent, turn, owed } = account;
  const body: AccountBody = [formatVersion, balance, burn, suspended, since, earned, spent, turn, owed];
  return JSON.stringify(body);
}

export function decodeAccount(body: string, name: string): Account {
  const [, balance, burn, suspended, since, earned, spent, turn, owed = 0] = parse<AccountBody>(body, name);
  return {
    balance: unboxed(balance),
    burn: unboxed(burn),
    suspended: unboxed(suspended),
    owed: unboxed(owed),
    since: unboxed(since),
    earned: unboxed(earned),
    spent: unboxed(spent),
    turn: unboxed(turn),
  };
}

/**
 * The same whole number. Out of an array with one large number V8 reads all of them as doubles; then it keeps these fields of every account
 * in boxes of 16 bytes. What `trunc` returns is small again where it can be.
 */
const unboxed = Math.trunc;

/** An account of a journal row of format 1. */
const withoutDebt = ([id, account]: JournalBody['accounts'][number]): JournalBody['accounts'][number] => [
  id,
  { ...account, owed: 0 },
];

export function encodeCounters(counters: Counters): string {
  const body: CountersBody = [formatVersion, counters];
  return JSON.stringify(body);
}

export function decodeCounters(body: string, name: string): Counters {
  return parse<CountersBody>(body, name)[1];
}

/** CRC-32 over the id and the body of a row, so that bodies cannot be exchanged between rows either. */
export function rowChecksum(id: string, body: string): number {
  return crc32(body, crc32(id));
}

/** Parses the text of one of our own rows, after its checksum: hence the cast. */
function parse<T extends readonly [number, ...unknown[]]>(body: string, name: string): T {
  const fields = JSON.parse(body) as T;
  if (!formatsRead.includes(fields[0])) throw unknownFormat(fields[0], name);
  return fields;
}

function unknownFormat(version: unknown, name: string): DamagedRow {
  return new DamagedRow(
    `${name}: format ${String(version)} is unknown to this version of the city, which reads ${formatsRead.join(', ')}`,
  );
}

function versioned(packed: Buffer): Buffer {
  const isDeflated = packed.length <= deflatedBytesMax;
  const written = isDeflated ? deflateRawSync(packed, { level: constants.Z_BEST_SPEED }) : packed;
  const body = Buffer.allocUnsafe(written.length + 2);
  body[0] = formatVersion;
  body[1] = isDeflated ? ways.deflated : ways.plain;
  written.copy(body, 2);
  return body;
}

/** Unpacks the bytes of one of our own rows, after their checksum: hence the cast. Msgpack from elsewhere is never decoded. */
function unpack<T>(body: Buffer, name: string): T {
  if (!formatsRead.includes(body[0])) throw unknownFormat(body[0], name);
  return records.unpack(packedIn(body)) as T;
}

function packedIn(body: Buffer): Buffer {
  if ((body[0] ?? 0) < 4) return body.subarray(1);
  const written = body.subarray(2);
  return body[1] === ways.deflated ? inflateRawSync(written, { maxOutputLength: deflatedBytesMax }) : written;
}
