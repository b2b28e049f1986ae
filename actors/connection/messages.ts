/** What a connection, and the request for it, hears: approvals, travellers, changes, and the end of what it joins (A2). */

import type { EventRule, Facts, Image } from '../../engine/actor-kind.ts';
import type { AccountId, ContentHash } from '../../engine/ids.ts';
import type { With } from '../facts.ts';
import type { Access } from '../place/access.ts';
import { type Site, siteOf } from '../place/endpoint.ts';
import { payeeOf } from '../resident/payees.ts';

export const visibilities = ['visible', 'subtle', 'hidden'] as const;
export type Visibility = (typeof visibilities)[number];

/** What a connection is agreed to be. */
export interface Terms {
  readonly request: string;
  /** One identifier, valid at both ends when bidirectional; to present it is to know it. */
  readonly exit: string;
  readonly from: string;
  readonly to: string;
  readonly bidirectional: boolean;
  /** Texts, by hash (A3): what is read at the from side, and on the way back. */
  readonly entrance: ContentHash | null;
  readonly wayBack: ContentHash | null;
  readonly visibility: Visibility;
  readonly access: Access;
  readonly requester: string;
}

export interface ConnectionInput {
  readonly terms: Terms;
  /** `asked`: waits for approvals. `open`: everyone has agreed. `door`: the way into a workshop, for those who work there. */
  readonly beginning: 'asked' | 'open' | 'door';
  /** Millicredits, held until it is settled; 0 for what its maker has paid otherwise. */
  readonly fee: number;
}

/** Both ends as they stand, and who gets the fee back. */
export interface Ends {
  readonly from: Site;
  readonly to: Site;
  readonly payee: AccountId;
}

/** Somebody wants to pass, from the place where it stands. */
export interface Traverse {
  readonly type: 'traverse';
  readonly traveller: string;
  readonly from: string;
  readonly exit: string;
  readonly max_toll: number | null;
}

export type ConnectionEvent =
  | ({
      readonly type: 'approve_connection' | 'reject_connection' | 'close_connection';
      readonly by: string;
    } & With<Ends>)
  | ({
      readonly type: 'update_connection';
      readonly by: string;
      readonly entrance: ContentHash | null;
      readonly way_back: ContentHash | null;
      readonly visibility: Visibility | null;
      readonly access: Access | null;
    } & With<Ends>)
  | (Traverse & With<Ends>)
  | ({ readonly type: 'opens' | 'door.closes' } & With<Ends>)
  /** Who works behind the door has changed. */
  | ({ readonly type: 'door.admits'; readonly members: readonly string[] } & With<Ends>)
  | ({ readonly type: 'approvals.given' | 'request.expires' | 'forgotten' } & With<Ends>)
  | ({ readonly type: 'from.ended' | 'to.ended' | 'requester.ended' } & With<Ends>);

const ends = (facts: Facts, self: Image): Readonly<Record<string, unknown>> => {
  const { from, to, requester } = self.context['terms'] as Terms;
  return endsOf(facts, from, to, requester);
};

const endsOf = (facts: Facts, from: string, to: string, requester: string): Readonly<Record<string, unknown>> => ({
  from: siteOf(facts, from),
  to: siteOf(facts, to),
  payee: payeeOf(facts, requester),
});

/** The same facts at its birth. */
export function birthEnds(facts: Facts, _id: string, input: Readonly<Record<string, unknown>>) {
  const { from, to, requester } = input['terms'] as Terms;
  return endsOf(facts, from, to, requester);
}

export const connectionEvents: Readonly<Record<ConnectionEvent['type'], EventRule>> = {
  approve_connection: { command: true, facts: ends },
  reject_connection: { command: true, facts: ends },
  update_connection: { command: true, facts: ends },
  close_connection: { command: true, facts: ends },
  traverse: { command: false, facts: ends },
  opens: { command: false, facts: ends },
  'door.closes': { command: false, facts: ends },
  'door.admits': { command: false, facts: ends },
  'approvals.given': { command: false, facts: ends },
  'request.expires': { command: false, facts: ends },
  forgotten: { command: false, facts: ends },
  'from.ended': { command: false, facts: ends },
  'to.ended': { command: false, facts: ends },
  'requester.ended': { command: false, facts: ends },
};
