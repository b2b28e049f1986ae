/** Pods of a city state in memory (`crowd.ts`), built through turns as residents would; and the same as actors of XState's own kind. */
import { type Actor, createActor } from 'xstate';
import { connectionMachine } from '../../actors/kinds/connection/machine.ts';
import type { Terms } from '../../actors/kinds/connection/messages.ts';
import { podMachine } from '../../actors/kinds/pod/machine.ts';
import { openToAll } from '../../actors/rules/place/access.ts';
import { commons, residentActor } from '../../actors/rules/place/names.ts';
import { must } from '../../engine/assert.ts';
import type { Message } from '../../engine/effect.ts';
import { type ActorId, nameOf } from '../../engine/ids.ts';
import type { CityState } from '../../engine/state/city-state.ts';
import { act, answerCalls } from './crowd.ts';
import { facts } from './xstate-actors.ts';

/** Millicredits. */
const funding = 1_000_000;
const toll = 1_000;

/** A deployed pod, and the one connection to it. */
export interface Built {
  readonly pod: ActorId;
  /** The exit from the Commons to the pod and back. */
  readonly exit: string;
}

/** The n-th pod: a workshop that its builder, who stands at the Commons, opens and deploys. */
export function built(state: CityState, builder: ActorId, n: number, access: 'public' | 'gated' = 'public'): Built {
  const opened = act(state, builder, openingOf(n, nameOf(builder)));
  const pod = startingWith('pod:', opened.images.keys());
  answerCalls(state, pod, { type: 'sandbox.prepare.done' });
  const deployed = act(state, builder, deployOf(nameOf(pod), access));
  const ways = [...deployed.images.values()].filter(({ id, state }) => isWay(id) && state === 'approved.open');
  return { pod, exit: (must(ways[0], 'a way').context['terms'] as Terms).exit };
}

const isWay = (id: ActorId): boolean => id.startsWith('connection-request:');

const startingWith = (start: string, ids: Iterable<ActorId>): ActorId =>
  must(
    [...ids].find((id) => id.startsWith(start)),
    start,
  );

const openingOf = (n: number, representative: string): Message => ({
  type: 'open_workshop',
  place: 'current',
  name: `Lamp Shop ${n}`,
  tier: 'tiny',
  collaborators: [],
  contributors: [],
  representative,
  funding,
  links: [],
});

const deployOf = (source: string, type: 'public' | 'gated'): Message => ({
  type: 'deploy',
  source,
  name: null,
  tier: 'tiny',
  description: null,
  links: [
    {
      from: commons,
      bidirectional: true,
      visibility: 'visible',
      entrance: null,
      wayBack: null,
      access: { ...openToAll, type },
    },
  ],
  pricing: { perEntry: toll, perQuery: 0, split: {} },
  features: [],
  funding,
  contributors: [],
});

/** The n-th pod as it is once it was deployed, running. */
export function podAlone(n: number): Actor<typeof podMachine> {
  const owner = `vera-${n % 100}`;
  const input = {
    id: `lamp-shop-${n}`,
    name: `Lamp Shop ${n}`,
    tier: 'tiny',
    beginning: 'deployed',
    creator: owner,
    owner,
    representative: owner,
    collaborators: [],
    birthplace: null,
    door: null,
    exit: null,
    funding,
    description: null,
    pricing: { perEntry: toll, perQuery: 0, split: {} },
    features: [],
    contributors: [],
    share: 0,
    isSeen: true,
    code: null,
    entry: null,
    store: null,
    facts,
  } as const;
  return createActor(podMachine, { input }).start();
}

/** Its connection to the Commons, running. */
export function wayAlone(n: number): Actor<typeof connectionMachine> {
  const requester = `vera-${n % 100}`;
  const pod = `lamp-shop-${n}`;
  const end = { status: 'open', connections: 0, connectionsMax: 2, keepsOne: false, price: 0 } as const;
  const input = {
    terms: {
      request: `req_${n}`,
      exit: `exit_${n}`,
      from: commons,
      to: pod,
      bidirectional: true,
      entrance: null,
      wayBack: null,
      visibility: 'visible',
      access: openToAll,
      requester,
    },
    beginning: 'open',
    fee: 0,
    facts: {
      ...facts,
      from: { ...end, place: commons, representative: null, owner: null },
      to: { ...end, place: pod, representative: requester, owner: requester },
      payee: residentActor(requester),
    },
  } as const;
  return createActor(connectionMachine, { input }).start();
}
