/**
 * Identifiers: minted and parsed here and nowhere else (G5). Whatever is compared with one, looked up by one or written under
 * one has been parsed: it holds no white space, no line break and no separator but its own.
 *
 * An actor's id is `<kind>:<name>`; an account carries the id of the actor that owns it, or is one of the city's own
 * (`treasury`, `escrow`). Minted names are cut from HMACs of a counter under the city's secret: nobody can guess the
 * next, and the same secret and counter give the same name again.
 */
import { createHash, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

declare const brand: unique symbol;
declare const ofKind: unique symbol;
type Brand<T, Name extends string> = T & { readonly [brand]: Name };

/** `<kind>:<name>`, for example `resident:vera-7` or `location:city-commons`. Its type names the kind, where that is known. */
export type ActorId<Kind extends string = string> = Brand<string, 'ActorId'> & { readonly [ofKind]: Kind };
/** The name of a reverse index. Its type says of which kinds its members are. */
export type IndexName<Kind extends string = string> = Brand<string, 'IndexName'> & { readonly [ofKind]: Kind };
/** Who holds credits: an actor, or `treasury` or `escrow`. */
export type AccountId = ActorId | 'treasury' | 'escrow';
/** `<slug of its name>-<n>`, for example `vera-7`. */
export type ResidentId = Brand<string, 'ResidentId'>;
/** `vis-<n>`, for example `vis-12`. */
export type VisitorId = Brand<string, 'VisitorId'>;
/**
 * `city-commons`, `city-housing/<resident>`, a room `<house>/<name>`, a pod `<slug>`, or a container `<pod>/<name>`. Words that
 * stand for a place, such as `current`, have the form of a pod's.
 */
export type PlaceId = Brand<string, 'PlaceId'>;
/** The id of a place, or the name of a room in the house of whoever asks. */
export type WorkshopId = Brand<string, 'WorkshopId'>;
/** `exit_` and 80 random bits, `home`, `commons`, or the place behind a door without an identifier of its own. */
export type ExitId = Brand<string, 'ExitId'>;
/** `req_` and 80 random bits. */
export type RequestId = Brand<string, 'RequestId'>;
/** `soul_` and 80 random bits. */
export type SoulId = Brand<string, 'SoulId'>;
/** Chosen by the operator, for example `default`. */
export type FrameworkId = Brand<string, 'FrameworkId'>;
/** `job_` and 80 random bits. */
export type JobId = Brand<string, 'JobId'>;
/** `<slug of its name>-<n>`, for example `library-12`. */
export type StationId = Brand<string, 'StationId'>;
/** `print_` and 80 random bits. */
export type PrintId = Brand<string, 'PrintId'>;
/** `question_` and 80 random bits. */
export type QuestionId = Brand<string, 'QuestionId'>;
/** `note_` and 80 random bits. */
export type NoteId = Brand<string, 'NoteId'>;
/** SHA-256 of a text, base64url, 43 characters: the name of a row in table `content` (A3). */
export type ContentHash = Brand<string, 'ContentHash'>;

/** The id of the actor of this kind and name. Kinds hold no colon; names may. */
export function actorId<Kind extends string>(kind: Kind, name: string): ActorId<Kind> {
  return `${kind}:${name}` as ActorId<Kind>;
}

/** The id under which a register of the city is kept among letters. No actor stands behind it. */
export const registerActor = (name: string): ActorId<'register'> => actorId('register', name);

/** Names an index whose members are of these kinds. */
export const indexName = <Kind extends string>(name: string): IndexName<Kind> => name as IndexName<Kind>;

/** The part before the first colon. */
export function kindOf(id: ActorId): string {
  return id.slice(0, id.indexOf(':'));
}

/** The part after the first colon: the name by which callers know the actor. */
export function nameOf(id: ActorId): string {
  return id.slice(id.indexOf(':') + 1);
}

const slugForm = '[a-z0-9]+(?:-[a-z0-9]+)*';
const numberForm = '(?:0|[1-9][0-9]{0,15})';
const residentForm = `${slugForm}-${numberForm}`;
const nameForm = '[a-z][a-z0-9-]{0,63}';
const mintedForm = '[a-z2-7]{16}';
/** Where the houses stand: `city-housing/<resident>`. */
export const housing = 'city-housing/';
const placeForm = `(?:${housing}${residentForm}|${slugForm})(?:/${nameForm})?`;

/** Longer than any id that is minted. Checked before a form is tried on a text of any length. */
const idCharsMax = 200;

type Parse<Id extends string> = (raw: string) => Id | undefined;

/** The only function in which a text becomes an identifier. */
function parser<Id extends string>(form: string): Parse<Id> {
  const whole = new RegExp(`^(?:${form})$`);
  return (raw) => (raw.length <= idCharsMax && whole.test(raw) ? (raw as Id) : undefined);
}

export const parseResidentId: Parse<ResidentId> = parser(residentForm);
export const parseVisitorId: Parse<VisitorId> = parser(`vis-${numberForm}`);
export const parsePlaceId: Parse<PlaceId> = parser(placeForm);
export const parseWorkshopId: Parse<WorkshopId> = parser(`${placeForm}|${nameForm}`);
export const parseExitId: Parse<ExitId> = parser(`exit_${mintedForm}|${placeForm}`);
export const parseRequestId: Parse<RequestId> = parser(`req_${mintedForm}`);
export const parseSoulId: Parse<SoulId> = parser(`soul_${mintedForm}`);
export const parseFrameworkId: Parse<FrameworkId> = parser(nameForm);
export const parseJobId: Parse<JobId> = parser(`job_${mintedForm}`);
export const parseStationId: Parse<StationId> = parser(residentForm);
export const parsePrintId: Parse<PrintId> = parser(`print_${mintedForm}`);
export const parseQuestionId: Parse<QuestionId> = parser(`question_${mintedForm}`);
export const parseNoteId: Parse<NoteId> = parser(`note_${mintedForm}`);
export const parseContentHash: Parse<ContentHash> = parser('[A-Za-z0-9_-]{43}');
/** Any printable ASCII after the kind: what a name is made of is for the kind to say. */
export const parseActorId: Parse<ActorId> = parser('[a-z][a-z-]*:[!-~]+');

const topicForm = /^[a-z]+:[!-~]+$/;

/** True for what a feed can follow: `<word>:<name>`, for example `at:city-commons`. `to:` addresses an actor and is none. */
export const isTopic = (raw: string): boolean => topicForm.test(raw) && !raw.startsWith('to:');

/** The id of a newborn: the slug of its name, and a number that nobody else has. */
export function residentId(name: string, number: number): ResidentId {
  // Joined to one flat text; V8 would keep a template as a tree of its parts, twice as large.
  return [slug(name, 'resident'), number].join('-') as ResidentId;
}

/** The id of a new visitor; `number`: of the city-wide counter, so that no resident has this id. */
export function visitorId(number: number): VisitorId {
  return `vis-${number}` as VisitorId;
}

/** The id of a new portal station; `number`: of the city-wide counter. */
export function stationId(name: string, number: number): StationId {
  return `${slug(name, 'portal')}-${number}` as StationId;
}

/** SHA-256 of `text` in UTF-8, base64url. */
export function contentHash(text: string): ContentHash {
  return createHash('sha256').update(text).digest('base64url') as ContentHash;
}

const base32 = 'abcdefghijklmnopqrstuvwxyz234567';
const nameBytes = 10;
/** Names derived at once: an HMAC object for each costs twice as much. */
const namesPerBlock = 80;

/**
 * Names that only the holder of the secret can foretell: HKDF (RFC 5869, HMAC-SHA-256) expands the secret, with the
 * number of the block as its info, into 80 names of 80 bits, written in base32 as 16 characters.
 */
export class NameMint {
  readonly #secret: KeyObject;
  #block = -1;
  #bytes = Buffer.alloc(0);

  constructor(secret: string) {
    this.#secret = createSecretKey(secret, 'utf8');
  }

  name(counter: number): string {
    const block = Math.floor(counter / namesPerBlock);
    if (block !== this.#block) {
      this.#bytes = Buffer.from(hkdfSync('sha256', this.#secret, '', `names ${block}`, namesPerBlock * nameBytes));
      this.#block = block;
    }
    const start = (counter % namesPerBlock) * nameBytes;
    return fiveBytes(this.#bytes, start) + fiveBytes(this.#bytes, start + 5);
  }
}

/** 40 bits as 8 characters. */
function fiveBytes(bytes: Buffer, start: number): string {
  const high = bytes.readUInt32BE(start);
  const low = bytes.readUInt8(start + 4);
  let name = '';
  for (let shift = 27; shift >= 0; shift -= 5) name += base32[(high >>> shift) & 31];
  // 32 bits gave six characters and two bits; those and the last byte give two more.
  const rest = ((high & 3) << 8) | low;
  return name + base32[rest >>> 5] + base32[rest & 31];
}

/** Lower-case `a-z 0-9`, every other run of characters one `-`, none at the ends; `fallback` when nothing is left. */
export function slug(name: string, fallback: string): string {
  const kept = name
    .toLowerCase()
    .split(/[^a-z0-9]+/u)
    .filter((part) => part !== '')
    .join('-')
    .slice(0, 40)
    .replace(/-$/u, '');
  return kept === '' ? fallback : kept;
}
