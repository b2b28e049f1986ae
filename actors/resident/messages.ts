/**
 * What a resident begins with and keeps, what it can be told to do, and what it hears from others and from the city. Amounts are
 * millicredits, durations ticks. Gateways parse and bound every text before it gets here. Types only.
 */
import type { ContentHash } from '../../engine/ids.ts';
import type { Deploy, OpenWorkshop, RequestConnection } from '../building/messages.ts';
import type { CallService, WriteCode } from '../code/messages.ts';
import type { UpdateConnection } from '../connection/messages.ts';
import type { AllowContainer } from '../container/messages.ts';
import type { MessageOf } from '../facts.ts';
import type { Access } from '../place/access.ts';
import type { Pricing } from '../place/pricing.ts';
import type { Purpose } from '../room/messages.ts';

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
  readonly library: { readonly title: string; readonly content: string } | null;
  /** As they were when it left the city; until then they are looked up. */
  readonly mentees?: readonly string[];
  readonly cause: 'natural' | 'credit' | 'crash' | 'voluntary' | null;
  readonly diedAt: number | null;
};

/** Without what is added on the way: who sends it, and where that one stands. */
type FromCaller<Message> = Omit<Message, 'by' | 'standing'>;
type OfPod = { readonly pod: string };
type OfWorkshop = { readonly workshop: string };

/** What a resident does to the places around it, as it says it. */
export type PlaceCommands = {
  readonly open_workshop: FromCaller<OpenWorkshop> & { readonly place: string };
  readonly write_code: FromCaller<WriteCode> & OfWorkshop;
  readonly run_code: OfWorkshop;
  readonly deploy: FromCaller<Deploy> & { readonly source: string };
  readonly request_connection: FromCaller<RequestConnection>;
  readonly approve_connection: { readonly request: string };
  readonly reject_connection: { readonly request: string };
  readonly close_connection: { readonly exit: string };
  readonly update_connection: UpdateConnection & { readonly exit: string };
  readonly fund: OfPod & { readonly amount: number };
  readonly appoint: OfPod & { readonly to: string };
  readonly transfer_pod: OfPod & { readonly to: string };
  readonly set_access: OfPod & { readonly access: Access };
  readonly set_pricing: OfPod & { readonly pricing: Pricing };
  readonly allow_container: OfPod & AllowContainer;
  readonly deploy_container: OfPod & OfWorkshop & { readonly name: string; readonly description: ContentHash | null };
  readonly remove_container: OfPod & { readonly name: string };
  readonly call_service: FromCaller<CallService> & { readonly service: string };
  readonly add_room: { readonly name: string; readonly purpose: Purpose; readonly description: ContentHash | null };
  readonly remove_room: { readonly name: string };
  readonly invite: { readonly name: string; readonly residents: readonly string[] };
  readonly revoke: { readonly name: string; readonly residents: readonly string[] };
};

export type PlaceCommand = MessageOf<PlaceCommands>;

/** Sent by the resident itself, through a gateway. */
export type ResidentCommands = PlaceCommands & {
  readonly move: { readonly exit: string; readonly max_toll: number | null };
  readonly broadcast: { readonly text: string };
  readonly whisper: { readonly to: string; readonly text: string };
  readonly shout: { readonly text: string };
  readonly letter: { readonly to: string; readonly text: string };
  readonly transfer: { readonly to: string; readonly amount: number };
  readonly compose: { readonly title: string; readonly content: string };
  readonly bequeath: { readonly heir: string };
  readonly shut_down: object;
};

export type ResidentCommand = MessageOf<ResidentCommands>;

export type ResidentInbox = ResidentCommands & {
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
  readonly 'account.low': object;
  readonly 'account.dry': object;
  readonly 'life.warning': object;
  readonly 'life.closing': object;
  readonly 'upkeep.due': object;
  readonly 'life.ends': object;
};
