/** What a connection must know to decide, beyond what it keeps and hears: the state of its ends (T6). */
import type { Facts } from '../../../engine/actor-kind.ts';
import type { AccountId } from '../../../engine/ids.ts';
import type { Heard } from '../../facts.ts';
import type { EventRules } from '../../kind-declaration.ts';
import type { ImageOf, InboxOf } from '../../registry.ts';
import { payeeOf } from '../../rules/people/payees.ts';
import { type Site, siteOf } from '../../rules/place/endpoint.ts';
import type { ConnectionInput, Terms } from './messages.ts';

/** Both ends in their present state, and who gets the fee back. */
export interface Ends {
  readonly from: Site;
  readonly to: Site;
  readonly payee: AccountId;
}

type Found = { readonly [Type in keyof InboxOf<'connection-request'>]: Ends };

export type ConnectionEvent = Heard<InboxOf<'connection-request'>, Found>;

const endsOf = (facts: Facts, { from, to, requester }: Terms): Ends => ({
  from: siteOf(facts, from),
  to: siteOf(facts, to),
  payee: payeeOf(facts, requester),
});

/** The same facts at its birth. */
export const birthEnds = (facts: Facts, _id: unknown, { terms }: ConnectionInput): Ends => endsOf(facts, terms);

const ends = (facts: Facts, { context }: ImageOf<'connection-request'>): Ends => endsOf(facts, context.terms);

export const connectionEvents: EventRules<'connection-request', Found> = {
  approve_connection: { command: true, facts: ends },
  reject_connection: { command: true, facts: ends },
  update_connection: { command: true, facts: ends },
  close_connection: { command: true, facts: ends },
  traverse: { command: false, facts: ends },
  opens: { command: false, facts: ends },
  'door.closes': { command: false, isNotice: true, facts: ends },
  'door.admits': { command: false, isNotice: true, facts: ends },
  'approvals.given': { command: false, isNotice: true, facts: ends },
  'request.expires': { command: false, facts: ends },
  forgotten: { command: false, facts: ends },
  'from.ended': { command: false, facts: ends },
  'to.ended': { command: false, facts: ends },
  'requester.ended': { command: false, facts: ends },
};
