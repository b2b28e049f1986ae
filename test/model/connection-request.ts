/** The life of a connection, walked: asked for and settled, open, closed and forgotten; how it is shown. */

import { missingApproval } from '../../actors/kinds/connection/approving.ts';
import { connection } from '../../actors/kinds/connection/index.ts';
import type { ConnectionInput } from '../../actors/kinds/connection/messages.ts';
import type { Access } from '../../actors/rules/place/access.ts';
import { commons, connectionActor } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import { asked, reserved } from './connection-asked.ts';
import { expire, happens, passes } from './connection-heard.ts';
import {
  type At,
  begin,
  between,
  betweenHouses,
  births,
  type ConnectionVariants,
  farHouse,
  farPod,
  farWorkshop,
  fullHouse,
  isDoor,
  isOpen,
  isPending,
  type Life,
  nearHouse,
  ownWorkshop,
  type Role,
  seenByNear,
  terms,
} from './connection-life.ts';
import { door, open } from './connection-open.ts';
import { defineModel } from './kind-model.ts';
import type { Shown } from './stage.ts';

const input = (
  beginning: ConnectionInput['beginning'],
  from: string,
  to: string,
  requester: Role,
  access?: Access,
): Readonly<Record<string, unknown>> => ({
  terms: {
    ...terms(from, to, requester),
    ...(access && { access }),
    ...(beginning === 'door' && { visibility: 'hidden' as const }),
  },
  beginning,
  fee: beginning === 'asked' ? 2_000 : 0,
  facts: between(from, to),
});

const ended = ['rejected', 'expired', 'cancelled', 'approved.closed'];

const over: ConnectionVariants = {
  'is gone through when it is closed': {
    when: betweenHouses((at) => at.state === 'approved.closed'),
    hears: [passes('near', nearHouse)],
    behind: 'its exit is gone with it',
    play: ({ stage, name }) => {
      const { facts: _, ...event } = passes('near', nearHouse);
      return stage.submit({ to: connectionActor(name), caller: 'city', event });
    },
  },
  'hears too late that nobody needs to be asked any more': {
    when: betweenHouses((at) => at.state === 'cancelled' || at.state === 'expired'),
    hears: [happens('approvals.given')],
    behind: 'the pod that says so did not know that it came to its end on the same tick',
    play: ({ stage, name }) =>
      stage.submit({ to: connectionActor(name), caller: 'city', event: { type: 'approvals.given' } }),
  },
  'is forgotten': {
    when: betweenHouses((at) => ended.includes(at.state)),
    hears: [happens('forgotten')],
    play: expire,
  },
};

const missing = ({ context }: At): string | null =>
  missingApproval(context, between(context.terms.from, context.terms.to));

async function shown(life: Life): Promise<Shown> {
  const { name, stage } = life;
  if (stage.hasLeft(connectionActor(name))) return { has_left: true };
  // No gateway shows one that is settled: this is what the answers to approvals are made of.
  const whole = await stage.view(view('connection', { request: name }));
  return { ...whole, ...(await seenByNear(life)) };
}

function foretold(at: At, { name, exit, people, places }: Life): Shown {
  const { state, context } = at;
  if (state === 'forgotten') return { has_left: true };
  const { from, to, bidirectional, visibility, access, requester } = context.terms;
  const always = {
    request_id: name,
    exit_id: exit,
    from_pod: places[from],
    to_pod: places[to],
    bidirectional,
    visibility,
    requester: people[requester as Role].id,
  };
  const waitsFor = missing(at);
  // Settled by itself before anyone can look.
  if (isPending(at) && waitsFor === null) return always;
  const isSeen = isDoor(at) || (isOpen(at) && visibility === 'visible');
  return {
    ...always,
    state,
    status: state.startsWith('approved') ? 'approved' : state,
    access: { ...access, allowed: access.allowed.map((role) => people[role as Role].id) },
    requires_approval_from: isPending(at) && waitsFor !== null ? people[waitsFor as Role].id : null,
    fee: context.held / 1000,
    waits: isPending(at),
    leads: isSeen,
  };
}

export const connectionModel = defineModel({
  kind: connection,
  births: {
    [births.houses]: input('asked', nearHouse, farHouse, 'visitor'),
    [births.free]: input('asked', nearHouse, commons, 'near'),
    [births.last]: input('asked', fullHouse, commons, 'near'),
    [births.workshop]: input('asked', nearHouse, farWorkshop, 'far'),
    [births.own]: input('asked', nearHouse, ownWorkshop, 'near'),
    [births.deployed]: input('open', commons, farPod, 'far'),
    [births.door]: input('door', nearHouse, ownWorkshop, 'near', { type: 'members', allowed: ['near'] }),
  },
  project: ({ state, context: { approved } }: At) =>
    [state, ...(state === 'pending_approval' ? [approved.from, approved.to] : [])].join(' '),
  variants: { ...asked, ...reserved, ...open, ...door, ...over },
  begin,
  shown,
  foretold,
});
