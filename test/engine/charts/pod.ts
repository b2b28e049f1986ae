/** The events of a pod, with their facts. */

import { containerNamesMax } from '../../../actors/kinds/pod/managing.ts';
import { commons, connectionActor, containerActor, podActor } from '../../../actors/rules/place/names.ts';
import type { Message } from '../../../engine/effect.ts';
import { asked, dead, deploys, unknown, workshops } from './building.ts';
import { ada, bo, facts, fresh, site, soul } from './facts.ts';
import { enters, runs, served, services, written } from './uses.ts';

const fromWithin = { ...enters[0], type: 'enter', from: 'inn/stall', traveller: 'cleo-3' };

const container = {
  exists: false,
  agent: null,
  state: null,
  cpuMillis: 100,
  memoryMib: 64,
  closing: false,
  names: 0,
  count: 0,
  usedCpuMillis: 0,
  usedMemoryMib: 0,
  source: null,
};
const stall = { ...container, exists: true, agent: bo, state: 'allowed' };
const sketch = { id: 'sketch', representative: bo, code: soul, entry: 'index.js' };
const containers = [
  ...[
    container,
    { ...container, count: 64 },
    { ...container, names: containerNamesMax },
    stall,
    { ...stall, state: 'stopped' },
    { ...stall, state: 'stopped', closing: true },
  ].flatMap((known) =>
    [undefined, dead, unknown].map((notAlive) => ({
      type: 'allow_container',
      by: ada,
      agent: bo,
      name: 'stall',
      cpuMillis: 100,
      memoryMib: 64,
      ...facts(3, { notAlive, container: known }),
    })),
  ),
  ...[
    container,
    { ...stall, agent: ada },
    stall,
    { ...stall, source: { ...sketch, code: null } },
    { ...stall, source: { ...sketch, representative: ada } },
    { ...stall, source: sketch, usedMemoryMib: 1_000_000 },
    { ...stall, source: sketch },
  ].map((known) => ({
    type: 'deploy_container',
    by: bo,
    name: 'stall',
    source: podActor('shed'),
    description: null,
    ...facts(3, { container: known, pool: { balance: 5_000, needed: 1_800 } }),
  })),
  {
    type: 'deploy_container',
    by: bo,
    name: 'stall',
    source: podActor('shed'),
    description: null,
    ...facts(3, { container: { ...stall, source: sketch }, pool: { balance: 1_799, needed: 1_800 } }),
  },
  ...[container, stall].map((known) => ({
    type: 'remove_container',
    by: ada,
    name: 'stall',
    ...facts(3, { container: known }),
  })),
  { type: 'remove_container', by: bo, name: 'stall', ...facts(3, { container: stall }) },
];

const waiting = [connectionActor('req_old')];

export const podEvents: readonly Message[] = [
  { type: 'account.low', ...facts(2, { balance: 6_000, burn: 1_000, representative: ada }) },
  ...deploys,
  ...workshops,
  ...asked,
  ...written,
  ...runs,
  ...services,
  ...served,
  ...enters,
  fromWithin,
  ...[1_000, 900_000].flatMap((amount) =>
    [site(commons), site(commons, { connectionsMax: 1 })].map((square) => ({
      type: 'fund',
      by: bo,
      amount,
      ...facts(3, { commons: square, ...fresh }),
    })),
  ),
  ...[bo, 'cleo-3'].flatMap((by) =>
    [true, false].flatMap((accept) =>
      [null, 10].map((max_share) => ({ type: 'contribute', by, accept, max_share, ...facts(3) })),
    ),
  ),
  { type: 'contributions.expire', ...facts(14) },
  ...['appoint', 'transfer_pod'].flatMap((type) =>
    [undefined, dead, unknown].flatMap((notAlive) =>
      [ada, bo].map((by) => ({
        type,
        by,
        to: 'cleo-3',
        ...facts(3, { notAlive, allowed: [containerActor('inn/stall')], isSeen: by === ada }),
      })),
    ),
  ),
  { type: 'appoint', by: 'cleo-3', to: ada, ...facts(3) },
  ...[ada, bo].flatMap((by) =>
    ['public', 'gated', 'members'].map((type) => ({
      type: 'set_access',
      by,
      access: { type, allowed: [bo] },
      ...(type !== 'public' && { keepsWords: type === 'gated' }),
      ...facts(3),
    })),
  ),
  ...[0, 3_000, 6_000].map((price) => ({
    type: 'set_pricing',
    by: ada,
    pricing: { perEntry: price, perQuery: price, split: { [bo]: 0.3, 'cleo-3': 0.1 } },
    ...facts(3),
  })),
  ...containers,
  ...['account.dry', 'cut.off', 'reached'].flatMap((type) =>
    [true, false].map((isSeen) => ({ type, ...facts(5, { isSeen, isHidden: !isSeen }) })),
  ),
  { type: 'birthplace.ended', ...facts(5, fresh) },
  ...[bo, null].map((heir) => ({
    type: 'owner.ended',
    ...facts(5, {
      heir,
      pendingRequests: waiting,
      allowed: [containerActor('inn/stall')],
      balance: 7_000,
      burn: 1_000,
      isSeen: heir === null,
    }),
  })),
  { type: 'hears.due', ...facts(5) },
  { type: 'representative.ended', ...facts(5, { pendingRequests: waiting }) },
  ...['prepare.done', 'prepare.failed', 'remove.done', 'remove.failed'].map((end) => ({
    type: `sandbox.${end}`,
    ...facts(5),
  })),
  { type: 'nonsense', ...facts(3) },
];

export const podBorn = {
  id: 'inn',
  name: 'Inn',
  tier: 'tiny',
  beginning: 'workshop',
  creator: ada,
  owner: ada,
  representative: ada,
  collaborators: [bo],
  contributors: ['cleo-3', 'dora-4'],
  share: 2_000,
  birthplace: commons,
  door: 'req_door',
  exit: 'exit_door',
  funding: 5_000,
  description: null,
  pricing: { perEntry: null, perQuery: 0, split: {} },
  features: [],
  code: null,
  entry: null,
  store: null,
  ...facts(1),
};
