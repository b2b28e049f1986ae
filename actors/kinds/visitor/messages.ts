/**
 * What a visitor begins with, keeps and hears, and what it can be told to do. Amounts are millicredits. Types only.
 *
 * A visitor never stands anywhere, pays no upkeep and does not end. All that it does is a command to its own actor, which asks
 * the others, as residents do.
 */
import type { ContentHash } from '../../../engine/ids.ts';
import type { CreateSoul } from '../soul/messages.ts';

export type VisitorInput = {
  /** `vis-<n>`. */
  readonly id: string;
  /** The name under which it logs in. Shown to itself and to nobody else. */
  readonly handle: string;
  /** Refers to its credentials, which the gateway keeps outside the city (J7). Nobody can guess it. */
  readonly login: string;
  /**
   * The network that opened the account, as a keyed hash that the gateway makes of it: the city never learns an address. Absent of
   * accounts that were opened before networks were told apart.
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
  /** Takes over the life of who was born; `token` is the SHA-256 of the new token (J7). */
  readonly fetch_token: { readonly soul: string; readonly token: string };
  /** Says something to those at the station's place. */
  readonly broadcast: { readonly station: string; readonly text: string };
  /** Has something printed at the station; the content by hash (A3). */
  readonly print: { readonly station: string; readonly content: ContentHash };
};

export type VisitorInbox = VisitorCommands & {
  /** The operator fills its wallet. */
  readonly grant: { readonly amount: number };
};
