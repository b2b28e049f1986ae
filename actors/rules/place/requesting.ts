/** Requesting a connection from the place where the resident stands. Every place answers in the same way. */

import { not } from 'xstate';
import type { Facts } from '../../../engine/actor-kind.ts';
import type { Effect, Refusal } from '../../../engine/effect.ts';
import type { RequestConnection } from '../../kinds/connection/messages.ts';
import { refusal } from '../../refusals.ts';
import { spawn } from '../../registry.ts';
import { gatedCommons, gatesTheCommons } from '../toll/toll.ts';
import { eachOnce } from './access.ts';
import { isFull, noRoomAt, type Site, siteOf } from './endpoint.ts';
import { connectionActor } from './names.ts';
import { siteFor } from './visibility.ts';

export interface RequestFacts {
  readonly ends: { readonly from: Site; readonly to: Site };
  /** Millicredits. */
  readonly fee: number;
  readonly request: string;
  readonly exit: string;
}

/** A request for a connection, with the state of both ends. */
type UncheckedRequest = RequestConnection & { readonly facts: RequestFacts };

/** A request whose ends are known to stand. */
export type CheckedRequest = RequestConnection & { readonly facts: Omit<RequestFacts, 'ends'> };

/** The state of both ends as `payer` may know it: it may not know of the far one. */
const endsFor = (facts: Facts, from: string, to: string, payer: string): RequestFacts['ends'] => ({
  from: siteOf(facts, from, { payer }),
  to: siteFor(facts, payer, to),
});

/** Millicredits: by the connections of the far end; of the near one while the far one is a workshop. */
const feeOf = ({ from, to }: RequestFacts['ends']): number => (to.status === 'workshop' ? from : to).price;

/** The fee for a resident who is about to ask. */
export const requestFee = (facts: Facts, from: string, to: string, payer: string): number =>
  feeOf(endsFor(facts, from, to, payer));

export function requestFacts(facts: Facts, _self: unknown, { by, from, to }: RequestConnection): RequestFacts {
  const ends = endsFor(facts, from, to, by);
  return { ends, fee: feeOf(ends), request: facts.mint('req'), exit: facts.mint('exit') };
}

/** Why the far end cannot be one; undefined if it can. */
export function faultOfEnds({ from, to, access, facts }: UncheckedRequest): Refusal | undefined {
  const far = facts.ends.to;
  if (from === to)
    return refusal('invalid_request', { issues: [{ path: 'to_pod', message: 'is the same place as from_pod' }] });
  if (gatesTheCommons(to, access)) return gatedCommons;
  if (far.status === 'unknown') return refusal('not_found', { kind: 'location', id: to });
  return far.status === 'ended' ? refusal('pod_shut_down', { location: to }) : undefined;
}

/** The end that has no room for one more connection, if any. A workshop's connections are counted at its deploy. */
export function fullEnd({ from, to }: { readonly from: Site; readonly to: Site }): Refusal | undefined {
  const full = isFull(from) ? from : to.status !== 'workshop' && isFull(to) ? to : undefined;
  return full && noRoomAt(full);
}

export function spawnRequest(event: CheckedRequest): Effect {
  const { by, from, to, bidirectional, entrance, wayBack, visibility, access, facts } = event;
  const { request, exit, fee } = facts;
  const terms = {
    request,
    exit,
    from,
    to,
    bidirectional,
    entrance,
    wayBack,
    visibility,
    access: eachOnce(access),
    requester: by,
  };
  return spawn(connectionActor(request), { terms, beginning: 'asked', fee });
}

/** The transitions of a place at which connections begin. */
export const connectionRequest = [
  { guard: not('endsStand'), actions: 'refuseEnds' },
  { guard: not('endsHaveRoom'), actions: 'refuseFull' },
  { actions: 'spawnRequest' },
] as const;
