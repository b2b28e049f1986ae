/** What a connection, and the request for it, begins with, keeps and hears: approvals, travellers, changes, the end of its places (A2). */
import type { ContentHash } from '../../../engine/ids.ts';
import type { Access } from '../../rules/place/access.ts';

export const visibilities = ['visible', 'subtle', 'hidden'] as const;
export type Visibility = (typeof visibilities)[number];

/** The wanted properties of a connection from a place that exists already. */
export type Link = {
  readonly from: string;
  readonly bidirectional: boolean;
  /** Texts, by hash (A3): the one read at the `from` side, and the one on the way back. */
  readonly entrance: ContentHash | null;
  readonly wayBack: ContentHash | null;
  readonly visibility: Visibility;
  readonly access: Access;
};

/** A resident wants a connection from where it stands. */
export type RequestConnection = Link & { readonly by: string; readonly to: string };

/** What those concerned agree upon. */
export type Terms = Link & {
  readonly request: string;
  /** One identifier, valid at both ends when bidirectional. Whoever presents it counts as knowing it. */
  readonly exit: string;
  readonly to: string;
  readonly requester: string;
};

export type ConnectionInput = {
  readonly terms: Terms;
  /** `asked`: waits for approvals. `open`: everyone has agreed. `door`: the way into a workshop, for those who work there. */
  readonly beginning: 'asked' | 'open' | 'door';
  /** Millicredits, held until the request is decided; 0 where the maker has paid otherwise. */
  readonly fee: number;
};

export type ConnectionContext = {
  readonly id: string;
  readonly terms: Terms;
  /** Millicredits in escrow for it; 0 once they are posted on. */
  readonly held: number;
  readonly approved: { readonly from: boolean; readonly to: boolean };
  readonly requestedAt: number;
  readonly expiresTick: number;
};

/** What may be changed of an open connection; null: unchanged. */
export type UpdateConnection = {
  readonly entrance: ContentHash | null;
  readonly way_back: ContentHash | null;
  readonly visibility: Visibility | null;
  readonly access: Access | null;
};

/** What a connection hears besides the commands of residents (`rules/place/command-messages.ts`). */
export type ConnectionInbox = {
  /** A resident wants to pass, from the place where it stands. */
  readonly traverse: {
    readonly traveller: string;
    readonly from: string;
    readonly exit: string;
    readonly max_toll: number | null;
  };
  /** The workshop that it leads to is deployed. */
  readonly opens: object;
  readonly 'door.closes': object;
  /** The list of those who work behind the door has changed. */
  readonly 'door.admits': { readonly members: readonly string[] };
  readonly 'approvals.given': object;
  readonly 'request.expires': object;
  readonly forgotten: object;
  readonly 'from.ended': object;
  readonly 'to.ended': object;
  readonly 'requester.ended': object;
};
