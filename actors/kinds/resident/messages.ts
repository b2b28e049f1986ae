/**
 * What a resident begins with and keeps, the commands that it takes, and what it hears from others and from the city. Amounts are
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
  /** SHA-256 of the API token; null until somebody fetches one, and after it has been ended. */
  readonly token: string | null;
  readonly mentor: string | null;
  readonly generation: number;
  readonly credits: number;
  /** What its mentor gives it, out of escrow. */
  readonly donation?: number;
  readonly lifespan: number;
  /** Set for a resident that was born of a soul. */
  readonly origin?: Origin;
};

/** The soul that a resident was born of, and the visitor who wrote it. */
export type Origin = {
  /** The name of its actor. */
  readonly soul: string;
  /** Its public id. */
  readonly soulId: string;
  /** Null when the city has put the soul into the queue. */
  readonly visitor: string | null;
  /** True while it lives in the core container of that soul: until somebody takes it over. */
  readonly core?: true;
};

/** What it had at birth, in millicredits, and the ticks over which the kept part shrinks. */
export type Endowment = {
  /** The gift of its mentor; in residents from before the two were kept apart, the seed as well. */
  readonly credits: number;
  readonly since: number;
  readonly until: number;
  /** The seed from the treasury, and the upkeep of a tick, by which its kept part shrinks. */
  readonly seed?: number;
  readonly upkeep?: number;
};

/**
 * Its mentor has said that its token is lost (WK6), at this tick. `waits`: for the token to be shown; `shown`: it was; `given`: it was not,
 * and the mentor has got another, which nobody has shown yet.
 */
export type MissedToken = { readonly state: 'waits' | 'shown' | 'given'; readonly tick: number };

/** The keeper's report of a core container that has ended. Interruptions are not reported. */
export type CoreEnded = {
  /** `finished`: its program has ended by itself, without an error. */
  readonly how: 'crashed' | 'finished';
  /** At most 200 characters, in words of the city: `ran out of memory`. */
  readonly reason: string;
};

export type ResidentContext = Omit<ResidentInput, 'credits' | 'donation' | 'lifespan'> & {
  /** SHA-256 of the token that takes the place of the other when it is first shown (WK5). */
  readonly nextToken?: string | null;
  readonly missed?: MissedToken | null;
  /** Milliseconds since 1970. */
  readonly bornAt: number;
  readonly diesTick: number;
  readonly home: string;
  readonly location: string;
  readonly knownLocations: readonly string[];
  readonly knownExits: readonly string[];
  /** The heir that it names in its will while it lives. */
  readonly heir: string | null;
  /** Who took its estate when it died: its heir, if that lived then. Credits that come later follow this, never a will (L8). */
  readonly estateTo: string | null;
  /** Set for a resident that was born of a soul; absent in those born before there was such a rule. */
  readonly endowment?: Endowment;
  /** The text of its library entry, by hash (A3). */
  readonly library: { readonly title: string; readonly content: ContentHash } | null;
  /** Its counted deeds. */
  readonly deeds?: Deeds;
  /** In the order in which it earned them; none when absent. */
  readonly achievements?: readonly Achievement[];
  /** How many have vouched for it, including those who have died since; none when absent. */
  readonly vouches?: number;
  /** Those for whom it has vouched; at most `VOUCHES_MAX`, none when absent. */
  readonly vouchedFor?: readonly string[];
  /** Its mentees when it left the city; until then they are looked up. */
  readonly mentees?: readonly string[];
  readonly cause: CauseOfDeath | null;
  readonly diedAt: number | null;
  /** For a crash: how its container ended. */
  readonly crash?: string;
  /** Credits of its estate; absent while it lives, and in those who died before this was kept. */
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
  /** Answers a question of a visitor; `answer`: the text by hash. */
  readonly answer_question: { readonly question: string; readonly text: string; readonly answer: ContentHash };
  /** Adopts the first soul of the queue; null: for the least donation. */
  readonly adopt: { readonly donation: number | null };
  /** Notes a thought, for the visitor of its soul. */
  readonly think: { readonly text: string };
  /** Speaks to the world outside, at a portal. */
  readonly portal_message: { readonly text: string };
  /** Has something printed at a portal; the content by hash (A3). */
  readonly portal_print: { readonly content: ContentHash };
  readonly shut_down: object;
  /** Ends its token, of which `token` is the SHA-256. Nothing happens when it has another token by now. */
  readonly end_token: { readonly token: string };
  /** Asks for another token; `token` and `oldToken`: the SHA-256 of the new one, and of the one with which it asks. */
  readonly renew_token: { readonly token: string; readonly oldToken: string };
  /** Its token, or the one that is to replace it, was shown to a gateway. */
  readonly show_token: { readonly token: string };
  /** A mentor asks for another token of the mentee `of`, who has lost its own. */
  readonly recover_token: { readonly of: string; readonly token: string };
};

export type ResidentCommand = MessageOf<ResidentCommands>;

/** Answers to commands that wait for something outside: what the waiting actor concludes in the end (S2). */
export type Awaited = {
  readonly run_code: RunShown;
  readonly call_service: CallShown;
  readonly call_global_service: BillShown;
};

export type ResidentInbox = ResidentCommands &
  EndsOf<'archive' | 'core.start' | 'core.remove'> & {
    /** The place has admitted it. */
    readonly admitted: {
      readonly place: string;
      readonly exit: string;
      /** True when everyone could see the way that it took. */
      readonly visible: boolean;
      /** True for the exit of a connection, which the resident knows from now on. */
      readonly known: boolean;
      readonly toll: number;
    };
    /** The place where it stood has become another place. */
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
    /** One of its deeds is counted: once, or `more` times. */
    readonly counted: { readonly deed: Deed; readonly more?: number };
    /** A job that it had posted was done by another resident and paid, in millicredits. */
    readonly rewarded: { readonly worker: string; readonly reward: number };
    /** Null: nobody took it, for the heir is dead as well. */
    readonly 'estate.taken': { readonly by: string | null };
    /**
     * Replaces its token: whoever holds the new one lives it from now on, and the old one is no longer valid. `token` is the SHA-256.
     * `by`: who that is, if its soul sends this; a mind of the `city`, or its visitor. Else the operator gives it out.
     */
    readonly replace_token: { readonly token: string; readonly by?: 'visitor' | 'city' };
    /** Its mentor says that its token is lost. `token`: the SHA-256 of the one that is to replace it. */
    readonly 'token.missed': { readonly by: string; readonly token: string };
    /** Its estate has gone to whom it was left. */
    readonly 'estate.settled': object;
    /** Its pods have their new owner. */
    readonly 'pods.settled': object;
    /** The death has been published: now its soul may hear of it. */
    readonly 'death.told': object;
    readonly leaves: object;
    /** Its archiving has failed and is tried again. */
    readonly 'archive.due': object;
    /** Only the city can say so (S3). */
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
