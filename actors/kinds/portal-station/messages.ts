/** What a portal station begins with, keeps and hears. Types only. */
import type { ActorId, ContentHash } from '../../../engine/ids.ts';

/** Who may have something printed. */
export type Payer = ActorId<'resident' | 'visitor'>;

/** What the operator says of a new one. */
export type RegisterStation = {
  readonly name: string;
  /** Where it stands in the world outside, in words. */
  readonly place: string;
  /** The place of the city that it opens on. */
  readonly location: string;
  /** SHA-256 of its token (J7). */
  readonly token: string;
};

export type StationInput = RegisterStation & {
  readonly id: string;
  /** Counted for the whole city: who was registered first has the lowest. */
  readonly number: number;
};

export type StationContext = StationInput & {
  /** Milliseconds since 1970. */
  readonly registeredAt: number;
};

/** Sent by the station itself, through the Portal Gateway. */
export type StationCommands = {
  readonly answer_print: { readonly print: string; readonly status: 'printed' | 'failed' };
};

export type StationInbox = StationCommands & {
  /** The operator takes it out of the city. */
  readonly close: object;
  /** Told by the gateway that hears its heartbeats: none has come for a while, or one has come again. */
  readonly silent: object;
  readonly heard: object;
  /** A visitor speaks through it to those who are at its place. */
  readonly broadcast: { readonly by: string; readonly message: string; readonly text: string };
  /** The content by hash (A3). */
  readonly print: { readonly payer: Payer; readonly content: ContentHash };
  readonly 'place.ended': object;
};
