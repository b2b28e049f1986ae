/**
 * What a resident begins with and keeps, what it can be told to do, and what it hears from others and from the city. Amounts are
 * millicredits, durations ticks. Gateways parse and bound every text before it gets here. Types only.
 */
import type { ContentHash } from '../../../engine/ids.ts';
import type { EndsOf } from '../../effects.ts';
import type { MessageOf } from '../../facts.ts';
import type { CauseOfDeath } from '../../rules/people/causes-of-death.ts';
import type { Achievement, Deed, Deeds } from '../../rules/people/deeds.ts';
import type { PlaceCommands } from '../../rules/place/command-messages.ts';
import type { CallShown, RunShown } from '../call/messages.ts';
import type { PostJob } from '../job/messages.ts';
import type { BillShown, CallGlobalService } from '../service-call/messages.ts';

export type ResidentInput = {
  readonly id: string;
  readonly name: string;
  readonly framework: string;
  /** The soul's texts, by hash (A3). */
  readonly soul: ContentHash;
  /** SHA-256 of the API token; null until somebody fetches one, and when it has ended its own. */
  readonly token: string | null;
  readonly mentor: string | null;
  readonly generation: number;
  readonly credits: number;
  /** What its mentor gives it, out of escrow. */
  readonly donation?: number;
  readonly lifespan: number;
  /** Of one that was born of a soul. */
  readonly origin?: Origin;
};

/** The soul that a resident was born of, and the visitor who wrote it. */
export type Origin = {
  /** The name of its actor. */
  readonly soul: string;
  /** Its public id. */
  readonly soulId: string;
  /** Null: the city has put the soul into the queue. */
  readonly visitor: string | null;
  /** It lives in the core container of that soul; until somebody takes it over. */
  readonly core?: true;
};

/** What it had at birth, in millicredits, and the ticks between which less and less of it is kept. */
export type Endowment = {
  /** The gift of its mentor; of those who were born before the two were told apart, the seed as well. */
  readonly credits: number;
  readonly since: number;
  readonly until: number;
  /** From the treasury, and the upkeep of a tick, by which it becomes less. */
  readonly seed?: number;
  readonly upkeep?: number;
};

/** What the keeper of core containers tells of one that has ended. Nothing of one that was only interrupted. */
export type CoreEnded = {
  /** `finished`: it has come to its end by itself, without an error. */
  readonly how: 'crashed' | 'finished';
  /** At most 200 characters, in words of the city: `ran out of memory`. */
  readonly reason: string;
};

export type ResidentContext = Omit<ResidentInput, 'credits' | 'donation' | 'lifespan'> & {
  /** Milliseconds since 1970. */
  readonly bornAt: number;
  readonly diesTick: number;
  readonly home: string;
  readonly location: string;
  readonly knownLocations: readonly string[];
  readonly knownExits: readonly string[];
  /** Its will: whom it names while it lives. */
  readonly heir: string | null;
  /** Who took its estate when it died: its heir, if that lived then. What comes later follows this, never a will (L8). */
  readonly estateTo: string | null;
  /** Of one that was born of a soul; absent of those who were born before there was such a rule. */
  readonly endowment?: Endowment;
  /** The text of its entry, by hash (A3). */
  readonly library: { readonly title: string; readonly content: ContentHash } | null;
  /** What it has done, as far as that is counted. */
  readonly deeds?: Deeds;
  /** In the order in which they came; none when absent. */
  readonly achievements?: readonly Achievement[];
  /** How many have vouched for it, those who have died since among them; none when absent. */
  readonly vouches?: number;
  /** For whom it has vouched; at most `VOUCHES_MAX`, none when absent. */
  readonly vouchedFor?: readonly string[];
  /** As they were when it left the city; until then they are looked up. */
  readonly mentees?: readonly string[];
  readonly cause: CauseOfDeath | null;
  readonly diedAt: number | null;
  /** How its container ended, of a crash. */
  readonly crash?: string;
  /** Credits of its estate; absent while it lives, and of those who died before this was noted. */
  readonly estateCredits?: number;
};

/** Sent by the resident itself, through a gateway. */
export type ResidentCommands = PlaceCommands & {
  readonly move: { readonly exit: string; readonly max_toll: number | null };
  readonly broadcast: { readonly text: string };
  readonly whisper: { readonly to: string; readonly text: string };
  readonly shout: { readonly text: string };
  readonly letter: { readonly to: string; readonly text: string };
  readonly transfer: { readonly to: string; readonly amount: number };
  readonly compose: { readonly title: string; readonly content: ContentHash };
  readonly bequeath: { readonly heir: string };
  readonly call_global_service: CallGlobalService;
  readonly post_job: PostJob;
  readonly vouch: { readonly to: string; readonly note: string | null };
  /** Brings the first soul of the queue into the city; null: for the least donation. */
  readonly adopt: { readonly donation: number | null };
  /** Notes a thought, for the visitor of its soul. */
  readonly think: { readonly text: string };
  /** Speaks to the world outside, at a portal. */
  readonly portal_message: { readonly text: string };
  /** Has something printed at a portal; the content by hash (A3). */
  readonly portal_print: { readonly content: ContentHash };
  readonly shut_down: object;
  /** Ends its token, of which `token` is the SHA-256; nothing where it has that one no more. */
  readonly end_token: { readonly token: string };
};

export type ResidentCommand = MessageOf<ResidentCommands>;

/** What those commands are answered with whose answer comes from outside: what the actor that waits for it then concludes (S2). */
export type Awaited = {
  readonly run_code: RunShown;
  readonly call_service: CallShown;
  readonly call_global_service: BillShown;
};

export type ResidentInbox = ResidentCommands &
  EndsOf<'archive' | 'core.start' | 'core.remove'> & {
    /** The place that it goes to lets it in. */
    readonly admitted: {
      readonly place: string;
      readonly exit: string;
      /** True when everyone could see where it went. */
      readonly visible: boolean;
      /** True for the exit of a connection, which it now knows. */
      readonly known: boolean;
      readonly toll: number;
    };
    /** The place where it stood has become another. */
    readonly relocated: { readonly place: string };
    readonly whispered: {
      readonly from: string;
      readonly place: string;
      readonly text: string;
      readonly message: string;
    };
    readonly written: { readonly from: string; readonly text: string; readonly message: string };
    readonly paid: { readonly from: string; readonly amount: number };
    /** A visitor has given it credits. */
    readonly funded: { readonly visitor: string; readonly amount: number };
    readonly estate: { readonly from: string; readonly amount: number };
    readonly vouched: { readonly by: string; readonly note: string | null };
    /** It has done something that is counted: once more, or so much more of it. */
    readonly counted: { readonly deed: Deed; readonly more?: number };
    /** A job that it had posted was done by another and is paid, in millicredits. */
    readonly rewarded: { readonly worker: string; readonly reward: number };
    /** Null: by nobody, for its heir is dead as well. */
    readonly 'estate.taken': { readonly by: string | null };
    /**
     * Whoever has the new token lives it from now on; the one before opens nothing any more. `token` is its SHA-256. `bySoul`: its soul says
     * so, and knows who that is.
     */
    readonly replace_token: { readonly token: string; readonly bySoul?: true };
    /** Its credits are with whom they were left to. */
    readonly 'estate.settled': object;
    /** And so are its pods. */
    readonly 'pods.settled': object;
    /** And those who are there know that it has died: now its soul may hear so. */
    readonly 'death.told': object;
    readonly leaves: object;
    /** Its archiving has failed: it is tried again. */
    readonly 'archive.due': object;
    /** The city alone says so (S3). */
    readonly 'core.ended': CoreEnded;
    /** Its core container has ended, or could not be started: it is started again. */
    readonly 'core.due': object;
    readonly 'account.low': object;
    readonly 'account.dry': object;
    readonly 'life.warning': object;
    readonly 'life.closing': object;
    readonly 'upkeep.due': object;
    readonly 'life.ends': object;
  };
