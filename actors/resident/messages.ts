/**
 * What a resident begins with and keeps, what it can be told to do, and what it hears from others and from the city. Amounts are
 * millicredits, durations ticks. Gateways parse and bound every text before it gets here. Types only.
 */
import type { ContentHash } from '../../engine/ids.ts';
import type { EndsOf } from '../effects.ts';
import type { MessageOf } from '../facts.ts';
import type { PlaceCommands } from '../place/command-messages.ts';
import type { CallGlobalService } from '../service-call/messages.ts';

export type ResidentInput = {
  readonly id: string;
  readonly name: string;
  readonly framework: string;
  /** The soul's texts, by hash (A3). */
  readonly soul: ContentHash;
  /** SHA-256 of the API token. */
  readonly token: string;
  readonly mentor: string | null;
  readonly generation: number;
  readonly credits: number;
  readonly lifespan: number;
};

export type ResidentContext = Omit<ResidentInput, 'credits' | 'lifespan'> & {
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
  /** The text of its entry, by hash (A3). */
  readonly library: { readonly title: string; readonly content: ContentHash } | null;
  /** As they were when it left the city; until then they are looked up. */
  readonly mentees?: readonly string[];
  readonly cause: 'natural' | 'credit' | 'crash' | 'voluntary' | null;
  readonly diedAt: number | null;
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
  readonly shut_down: object;
};

export type ResidentCommand = MessageOf<ResidentCommands>;

export type ResidentInbox = ResidentCommands &
  EndsOf<'archive'> & {
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
    readonly estate: { readonly from: string; readonly amount: number };
    readonly 'estate.taken': { readonly by: string };
    readonly leaves: object;
    /** Its archiving has failed: it is tried again. */
    readonly 'archive.due': object;
    readonly 'account.low': object;
    readonly 'account.dry': object;
    readonly 'life.warning': object;
    readonly 'life.closing': object;
    readonly 'upkeep.due': object;
    readonly 'life.ends': object;
  };
