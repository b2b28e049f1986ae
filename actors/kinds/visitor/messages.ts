/**
 * What a visitor begins with, keeps and hears, and the commands that it takes. Amounts are millicredits. Types only.
 *
 * A visitor never stands anywhere, pays no upkeep and does not end. All its commands go to its own actor, which asks the others, as a
 * resident's do.
 */
import type { ContentHash } from '../../../engine/ids.ts';
import type { PostJob } from '../job/messages.ts';
import type { NotePurpose, PictureSize } from '../note/messages.ts';
import type { CreateSoul } from '../soul/messages.ts';

export type VisitorInput = {
  /** `vis-<n>`. */
  readonly id: string;
  /** The name under which it logs in. Nobody but itself sees it. */
  readonly handle: string;
  /** The reference to its credentials, which the gateway keeps outside the city (J7). Nobody can guess it. */
  readonly login: string;
  /**
   * The network that opened the account, as a keyed hash that the gateway makes: the city never learns an address. Absent in accounts from
   * before networks were kept.
   */
  readonly network?: string;
};

export type VisitorContext = VisitorInput & {
  /** Milliseconds since 1970. */
  readonly registeredAt: number;
};

/** Sent by the visitor itself, through the Portal Gateway. */
export type VisitorCommands = {
  /** Gives credits out of its wallet to a resident who lives. */
  readonly fund: { readonly resident: string; readonly amount: number };
  readonly create_soul: CreateSoul;
  /** `soul` is its public id. */
  readonly withdraw_soul: { readonly soul: string };
  /** Takes over the life of the resident born of the soul; `token` is the SHA-256 of the new token (J7). */
  readonly fetch_token: { readonly soul: string; readonly token: string };
  /** Speaks to those at the station's place. */
  readonly broadcast: { readonly station: string; readonly text: string };
  /** Orders a print at the station; the content by hash (A3). */
  readonly print: { readonly station: string; readonly content: ContentHash };
  /** Asks a resident. */
  readonly ask: { readonly resident: string; readonly text: string };
  /** Leaves words at a place, or names a wish there; `content`: the text by hash. */
  readonly leave_note: {
    readonly purpose: Exclude<NotePurpose, 'picture'>;
    readonly place: string;
    readonly text: string;
    readonly content: ContentHash;
  };
  /** Leaves a picture at a station; `text`: what it shows, `content`: that by hash. */
  readonly leave_picture: {
    readonly station: string;
    readonly text: string;
    readonly content: ContentHash;
    readonly size: PictureSize;
  };
  /** Takes away what it has left. */
  readonly take_back: { readonly note: string };
  /** Posts a job on the board of a place. */
  readonly post_job: PostJob & { readonly place: string };
  /** Accept or reject what was done for a job of its own, or take that back from a claimer who is late. */
  readonly accept_job: { readonly named: string };
  readonly reject_job: { readonly named: string; readonly reason: ContentHash };
  readonly release_job: { readonly named: string };
};

export type VisitorInbox = VisitorCommands & {
  /** The operator fills its wallet. */
  readonly grant: { readonly amount: number };
};
