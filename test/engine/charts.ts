/** What each machine of the city can be told, with every kind of facts: the alphabet by which its chart is walked. */
import type { AnyStateMachine, EventObject, SnapshotFrom } from 'xstate';
import { callMachine } from '../../actors/call/machine.ts';
import { connectionMachine } from '../../actors/connection/machine.ts';
import type { ConnectionContext } from '../../actors/connection/messages.ts';
import { containerMachine } from '../../actors/container/machine.ts';
import { locationMachine } from '../../actors/location/machine.ts';
import { placeCommands, placeCommandTypes } from '../../actors/place/commands.ts';
import { type Site, siteOf } from '../../actors/place/endpoint.ts';
import { commons, connectionActor, homeOf, locationActor, podActor, residentActor } from '../../actors/place/names.ts';
import { podMachine } from '../../actors/pod/machine.ts';
import { containerNamesMax } from '../../actors/pod/managing.ts';
import type { PodContext } from '../../actors/pod/messages.ts';
import { residentMachine } from '../../actors/resident/machine.ts';
import type { ResidentContext } from '../../actors/resident/messages.ts';
import { roomNamesMax } from '../../actors/room/guests.ts';
import { roomMachine } from '../../actors/room/machine.ts';
import type { RoomContext } from '../../actors/room/messages.ts';
import { readConfig } from '../../config.ts';
import type { Message } from '../../engine/effect.ts';
import { contentHash } from '../../engine/ids.ts';

export interface Walkable {
  readonly name: string;
  readonly machine: AnyStateMachine;
  readonly inputs: readonly Readonly<Record<string, unknown>>[];
  readonly events: readonly Message[];
  /** The part of a snapshot by which two are the same place in the chart. */
  readonly project: (snapshot: SnapshotFrom<AnyStateMachine>) => string;
}

const settings = readConfig({}).rules;
const facts = (tick: number, rest: Readonly<Record<string, unknown>> = {}) => ({
  facts: { tick, at: 1_000 * tick, settings, ...rest },
});
const said = facts(3, { message: 'msg_one' });
const soul = contentHash('a soul');
const [ada, bo] = ['ada-1', 'bo-2'];

const leads = (place: string, known: boolean, visible = true) => ({
  way: { place, known, visible, asks: known ? connectionActor('req_one') : locationActor(place) },
});
const going = {
  target: podActor('inn'),
  required: null,
  price: 5,
  balance: 10,
  openCalls: 0,
  wronglyNamed: [],
  found: { source: null },
};
const nobody = { ...going, target: null };
const stranger = { ...going, wronglyNamed: [{ path: 'residents.0', id: 'cleo-3', isDead: false }] };
/** Errands to what the resident has to name: it may not be there. */
const commands = placeCommandTypes.flatMap((type) => [
  { type, ...facts(3, going) },
  ...(placeCommands[type].notFound === undefined ? [] : [{ type, pod: 'inn', ...facts(3, nobody) }]),
  { type, ...facts(3, { ...going, required: 'inn' }) },
  { type, ...facts(3, { ...going, required: homeOf(ada) }) },
  { type, ...facts(3, { ...going, price: 11 }) },
  { type, ...facts(3, { ...going, openCalls: 8 }) },
  { type, ...facts(3, stranger) },
]);

const residentEvents: readonly Message[] = [
  ...[leads(homeOf(ada), false, false), leads(commons, false), leads('inn', true), { way: null }].map((way) => ({
    type: 'move',
    exit: 'exit_one',
    max_toll: 7,
    ...facts(3, way),
  })),
  ...[homeOf(ada), commons].flatMap((place) =>
    [true, false].map((known) => ({
      type: 'admitted',
      place,
      exit: 'exit_one',
      known,
      visible: !known,
      toll: 0,
      ...facts(3),
    })),
  ),
  { type: 'relocated', place: 'inn', ...facts(3) },
  ...commands,
  { type: 'broadcast', text: 'hello', ...said },
  { type: 'shout', text: 'hey', ...facts(3, { message: 'msg_two', within: [commons] }) },
  ...['bo-2', 'ada-1'].flatMap((to) => [
    { type: 'whisper', to, text: 'psst', ...said },
    { type: 'letter', to, text: 'dear', ...said },
    { type: 'transfer', to, amount: 1500, ...facts(3) },
  ]),
  ...[homeOf('ada-1'), commons].map((place) => ({
    type: 'whispered',
    from: 'bo-2',
    place,
    text: 'psst',
    message: 'msg_3',
    ...facts(3),
  })),
  { type: 'written', from: 'bo-2', text: 'dear', message: 'msg_4', ...facts(3) },
  { type: 'paid', from: 'bo-2', amount: 10, ...facts(3) },
  ...[10, 0].map((amount) => ({ type: 'estate', from: 'bo-2', amount, ...facts(3) })),
  { type: 'estate.taken', by: 'bo-2', ...facts(3) },
  { type: 'leaves', ...facts(3, { mentees: [] }) },
  { type: 'compose', title: 'Title', content: contentHash('text'), ...facts(3) },
  { type: 'bequeath', heir: 'ada-1', ...facts(3, { heir: { is: 'alive' } }) },
  ...[{ is: 'alive' }, { is: 'dead', died_at: 'then', cause: 'natural' }, { is: 'unknown' }].map((heir) => ({
    type: 'bequeath',
    heir: 'bo-2',
    ...facts(3, { heir }),
  })),
  { type: 'shut_down', ...facts(4) },
  { type: 'account.low', ...facts(4, { balance: 6_000, burn: 1_000 }) },
  { type: 'account.dry', ...facts(5, { balance: 0, burn: 1_000, owed: 400 }) },
  ...[0, 1_399, 1_400, 5_000].map((balance) => ({
    type: 'upkeep.due',
    ...facts(6, { balance, burn: 1_000, owed: 400, isSeen: true }),
  })),
  { type: 'life.warning', ...facts(70) },
  { type: 'life.closing', ...facts(71) },
  ...[0, 7].map((balance) => ({ type: 'life.ends', ...facts(72, { balance, burn: 1_000, isSeen: true }) })),
  { type: 'nonsense', ...facts(3) },
];

const born = {
  id: 'ada-1',
  name: 'Ada',
  framework: 'default',
  soul,
  token: 't',
  generation: 0,
  credits: 60_000,
  lifespan: 72,
  ...facts(0),
};

const found = { type: 'found', name: 'Bo', framework: 'default', soul, token: 't2', credits: null };

const nowhere: Site = siteOf({ image: () => undefined, count: () => 0, settings }, 'nowhere');
const site = (place: string, rest: Partial<Site> = {}): Site => ({
  ...nowhere,
  place,
  status: 'open',
  connections: 1,
  connectionsMax: 4,
  price: 6_000,
  ...rest,
});
const inn = site('inn', { representative: ada });
const full = site('inn', { representative: ada, connections: 4 });

/** What can be at the ends of a connection that is asked for. */
const ends: readonly { readonly from: Site; readonly to: Site }[] = [
  { from: site(commons), to: inn },
  { from: site(commons), to: full },
  { from: full, to: site(commons) },
  { from: inn, to: site('shed', { status: 'workshop', representative: bo }) },
  { from: inn, to: site('mill', { status: 'ended' }) },
  { from: inn, to: nowhere },
];
const fresh = { request: 'req_new', exit: 'exit_new' };
const link = (from: string) => ({
  from,
  bidirectional: true,
  visibility: 'visible',
  entrance: null,
  wayBack: null,
  access: { type: 'public', allowed: [] },
});

const asked = ends.flatMap(({ from, to }) =>
  [to.place, from.place].map((end) => ({
    type: 'request_connection',
    by: ada,
    to: end,
    ...link(from.place),
    ...facts(2, { ends: { from, to }, fee: 6_000, ...fresh }),
  })),
);
const unknown = { id: 'nobody-9', death: null };
const dead = { id: 'eve-3', death: { died_at: 'then', cause: 'natural' } };
const workshop = {
  type: 'open_workshop',
  by: ada,
  name: 'Inn',
  tier: 'tiny',
  collaborators: [bo],
  admitted: [],
  contributors: [],
  representative: bo,
  funding: 5_000,
  entrance: null,
  from: 'current',
  ...facts(2, { pod: 'inn', ...fresh, notAlive: [] }),
};
const workshops = [
  workshop,
  { ...workshop, funding: 499 },
  { ...workshop, from: 'elsewhere' },
  ...[unknown, dead].map((one) => ({ ...workshop, ...facts(2, { pod: 'inn', ...fresh, notAlive: [one] }) })),
];

const linkEnd = (place: Site, reserved: string | null = null) => ({ site: place, reserved, ...fresh });
/** Every fault of a deploy on its own, and a deploy without one. */
const deploys = [
  {},
  { by: bo },
  { location: 'mill' },
  { links: [link('mill')] },
  { features: ['library_terminal'] },
  { features: ['library_terminal'], tier: 'medium', funding: 9_000 },
  { funding: 999 },
  { tier: 'small' },
  { links: [link(commons), link('a'), link('b')] },
  { linkEnds: [linkEnd(nowhere)] },
  { linkEnds: [linkEnd(site('mill', { status: 'ended' }))] },
  { linkEnds: [linkEnd(site('mill', { status: 'workshop' }))] },
  { linkEnds: [linkEnd(full)] },
  { linkEnds: [linkEnd(site('mill', { representative: 'cleo-3' }))] },
  { linkEnds: [linkEnd(site('mill', { representative: 'cleo-3' }), connectionActor('req_old'))] },
  { balance: 10 },
  { links: [], tier: 'large', funding: 0 },
  { links: [], tier: 'large', balance: 10 },
  { links: [], tier: 'tiny', funding: 0 },
].map(({ linkEnds = [linkEnd(site(commons))], balance = 900_000, ...rest }: Readonly<Record<string, unknown>>) => ({
  type: 'deploy',
  by: ada,
  location: commons,
  name: null,
  tier: 'tiny',
  description: null,
  links: [link(commons)],
  pricing: null,
  features: [],
  funding: 2_000,
  contributors: [],
  ...rest,
  ...facts(3, { linkEnds, balance, pod: 'ink', occupants: [bo] }),
}));

const locationEvents: readonly Message[] = [
  { ...found, lifespan: null, ...facts(1, { number: 2 }) },
  { ...found, lifespan: 288, credits: 5, ...facts(1, { number: 2 }) },
  { ...found, lifespan: 289, ...facts(1, { number: 2 }) },
  ...[ada, bo].flatMap((traveller) =>
    [true, false].map((isInvited) => ({
      type: 'enter',
      traveller,
      exit: 'home',
      visible: true,
      known: false,
      ...facts(1, { isInvited }),
    })),
  ),
  ...[null, 0].map((max_toll) => ({
    type: 'enter',
    traveller: bo,
    from: commons,
    exit: 'exit_one',
    gated: true,
    max_toll,
    visible: true,
    known: true,
    ...facts(1, { isInvited: true, living: [ada], payee: residentActor(ada), present: 1 }),
  })),
  ...[ada, bo].flatMap((by) =>
    ['new', 'ended', 'closing', 'there'].map((room) => ({
      type: 'add_room',
      by,
      name: 'den',
      purpose: 'study',
      description: null,
      ...facts(1, { room, names: 1 }),
    })),
  ),
  {
    type: 'add_room',
    by: ada,
    name: 'den',
    purpose: 'study',
    description: null,
    ...facts(1, { room: 'new', names: roomNamesMax }),
  },
  ...asked,
  ...workshops,
  { type: 'owner.died', ...facts(2) },
  ...[false, true].map((isDeserted) => ({ type: 'ruin.decays', ...facts(14, { isDeserted, rooms: [] }) })),
  { type: 'nonsense', ...facts(2) },
];

const written = ['index.js', 'main.py'].flatMap((entry) =>
  [ada, bo, 'cleo-3'].flatMap((by) =>
    [1, 65].flatMap((files) =>
      [null, soul].map((base) => ({
        type: 'write_code',
        by,
        base,
        code: soul,
        entry,
        files,
        ...facts(3, { filesMax: 64 }),
      })),
    ),
  ),
);
const runs = [ada, bo, 'cleo-3'].map((by) => ({ type: 'run_code', by, ...facts(3, { call: 'call_one' }) }));
const served = [0, 3_000].flatMap((price) =>
  [null, soul].map((store) => ({
    type: 'served',
    call: 'call_one',
    caller: bo,
    price,
    store,
    ...facts(4, { living: [bo], payee: residentActor(bo) }),
  })),
);
const services = [null, 1].map((max_price) => ({
  type: 'call_service',
  by: bo,
  input: '{}',
  max_price,
  ...facts(3, { call: 'call_one' }),
}));
const enters = [ada, bo, 'cleo-3'].flatMap((traveller) =>
  [true, false].flatMap((gated) =>
    [null, 0].map((max_toll) => ({
      type: 'enter',
      traveller,
      from: commons,
      exit: 'exit_one',
      gated,
      max_toll,
      visible: true,
      known: true,
      ...facts(3, { living: [bo], payee: residentActor(traveller), present: 1 }),
    })),
  ),
);

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
const sketch = { representative: bo, code: soul, entry: 'index.js' };
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
    ...facts(3, { container: known }),
  })),
  ...[container, stall].map((known) => ({
    type: 'remove_container',
    by: ada,
    name: 'stall',
    ...facts(3, { container: known }),
  })),
  { type: 'remove_container', by: bo, name: 'stall', ...facts(3, { container: stall }) },
];

const waiting = [connectionActor('req_old')];

const podEvents: readonly Message[] = [
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
  ...['appoint', 'transfer_pod'].flatMap((type) =>
    [undefined, dead, unknown].flatMap((notAlive) =>
      [ada, bo].map((by) => ({ type, by, to: 'cleo-3', ...facts(3, { notAlive }) })),
    ),
  ),
  { type: 'appoint', by: 'cleo-3', to: ada, ...facts(3) },
  ...[ada, bo].flatMap((by) =>
    ['public', 'gated', 'members'].map((type) => ({
      type: 'set_access',
      by,
      access: { type, allowed: [bo] },
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
    ...facts(5, { heir, asked: waiting, balance: 7_000, burn: 1_000 }),
  })),
  { type: 'representative.ended', ...facts(5, { asked: waiting }) },
  ...['prepare.done', 'prepare.failed', 'remove.done', 'remove.failed'].map((end) => ({
    type: `sandbox.${end}`,
    ...facts(5),
  })),
  { type: 'nonsense', ...facts(3) },
];

const podBorn = {
  id: 'inn',
  name: 'Inn',
  tier: 'tiny',
  beginning: 'workshop',
  creator: ada,
  owner: ada,
  representative: ada,
  collaborators: [bo],
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

const roomEvents: readonly Message[] = [
  ...['workshop', 'meeting', 'storage', 'study'].map((purpose) => ({
    type: 'reopen',
    ...roomBorn(purpose),
    ...facts(2, { occupants: [bo] }),
  })),
  ...[ada, bo].flatMap((by) => [
    { type: 'remove_room', by, ...facts(2) },
    { type: 'invite', by, residents: [bo], ...facts(2) },
    { type: 'revoke', by, residents: [bo], ...facts(2) },
  ]),
  {
    type: 'invite',
    by: ada,
    residents: Array.from({ length: 129 }, (_, n) => `guest-${n}`),
    ...facts(2),
  },
  ...enters,
  { ...enters[0], type: 'enter', traveller: ada, ...facts(2, { present: 256 }) },
  ...written,
  ...runs,
  ...served,
  ...deploys,
  { ...deploys[0], type: 'deploy', location: homeOf(ada) },
  ...deploys.map((deploy) => ({ ...deploy, location: homeOf(ada) })),
  ...[
    'open_workshop',
    'request_connection',
    'house.ended',
    'leaves',
    'sandbox.remove.done',
    'sandbox.remove.failed',
    'nonsense',
  ].map((type) => ({ type, ...facts(2) })),
];

function roomBorn(purpose: string) {
  const house = homeOf(ada);
  return { id: `${house}/den`, house, owner: ada, name: 'den', purpose, description: null };
}

const containerBorn = { id: 'inn/stall', pod: 'inn', name: 'stall', agent: bo, cpuMillis: 101, memoryMib: 64 };
const containerEvents: readonly Message[] = [
  { type: 'allow', ...containerBorn, agent: ada, ...facts(2, { occupants: [bo] }) },
  ...['index.js', 'main.py', null].map((entry) => ({
    type: 'start',
    by: bo,
    code: soul,
    entry,
    description: null,
    ...facts(2, { owner: ada, representative: ada }),
  })),
  { type: 'remove', by: ada, ...facts(3, { owner: ada, representative: ada }) },
  ...enters,
  ...services,
  ...served,
  ...[
    'open_workshop',
    'request_connection',
    'parent.ended',
    'sandbox.remove.done',
    'sandbox.remove.failed',
    'nonsense',
  ].map((type) => ({ type, ...facts(2, { owner: ada, representative: ada }) })),
];

const between = [
  { from: site(commons), to: inn },
  { from: inn, to: site('shed', { status: 'workshop', representative: bo }) },
  { from: inn, to: site('mill', { representative: bo }) },
  { from: inn, to: site('mill', { representative: bo, connections: 4 }) },
  { from: inn, to: site('mill', { representative: bo, keepsOne: true }) },
  { from: site(commons), to: site('shed', { status: 'workshop', representative: ada }) },
  { from: site(commons), to: full },
].map((both) => ({ ...both, payee: residentActor(ada) }));

const connectionEvents: readonly Message[] = [
  ...between.flatMap((both) => [
    ...[ada, bo, 'cleo-3'].flatMap((by) => [
      ...['approve_connection', 'reject_connection', 'close_connection'].map((type) => ({
        type,
        by,
        ...facts(3, both),
      })),
      {
        type: 'update_connection',
        by,
        entrance: null,
        way_back: soul,
        visibility: 'hidden',
        access: { type: 'gated', allowed: [] },
        ...facts(3, both),
      },
    ]),
    ...[
      'opens',
      'door.closes',
      'approvals.given',
      'request.expires',
      'forgotten',
      'from.ended',
      'to.ended',
      'requester.ended',
    ].map((type) => ({ type, ...facts(4, both) })),
    ...[ada, bo].flatMap((traveller) =>
      ['inn', 'mill', commons].map((from) => ({
        type: 'traverse',
        traveller,
        from,
        exit: 'exit_one',
        max_toll: null,
        ...facts(3, both),
      })),
    ),
  ]),
  { type: 'door.admits', members: [bo], ...facts(3, between[0]) },
  { type: 'nonsense', ...facts(3, between[0]) },
];

const terms = (rest: object = {}) => ({
  request: 'req_one',
  exit: 'exit_one',
  ...link('inn'),
  to: 'mill',
  requester: ada,
  ...rest,
});

const result = {
  outcome: 'finished',
  exitCode: 0,
  stdout: 'out',
  stderr: 'err',
  truncated: false,
  durationMs: 7,
  output: '{"n":1}',
  reason: null,
  store: null,
};
const means = { payee: residentActor(bo), balance: 1_000, representative: ada, owner: ada, podOwner: ada };
const callEvents: readonly Message[] = [
  ...['finished', 'timed_out', 'out_of_memory', 'failed', 'lost'].flatMap((outcome) =>
    [null, '5'].map((output) => ({ type: 'sandbox.done', result: { ...result, outcome, output }, ...facts(4, means) })),
  ),
  ...['sandbox.failed', 'sandbox.lost', 'place.ended', 'nonsense'].map((type) => ({ type, ...facts(4, means) })),
  ...[0, 3_000].map((amount) => ({ type: 'charged', amount, ...facts(4, { ...means, representative: null }) })),
];

const callBorn = {
  id: 'call_one',
  place: 'inn',
  caller: bo,
  price: 3_000,
  code: soul,
  entry: 'index.js',
  allowance: { cpuMillis: 250, memoryMib: 256, stores: 1 },
  input: '{}',
  ...facts(3),
};

export const walkables: readonly Walkable[] = [
  {
    name: 'resident',
    machine: residentMachine,
    inputs: [
      { ...born, mentor: null },
      { ...born, mentor: 'eve-3', credits: 0, lifespan: 1 },
    ],
    events: residentEvents,
    project: ({ value, context }) => {
      const { location, home, heir, library, cause } = context as ResidentContext;
      return JSON.stringify([value, location === home, heir, library !== null, cause]);
    },
  },
  {
    name: 'location',
    machine: locationMachine,
    inputs: [
      { id: commons, kind: 'commons', name: 'The Commons', owner: null },
      { id: homeOf('ada-1'), kind: 'house', name: "Ada's house", owner: 'ada-1' },
    ],
    events: locationEvents,
    project: ({ value }) => JSON.stringify(value),
  },
  {
    name: 'pod',
    machine: podMachine,
    inputs: [
      podBorn,
      {
        ...podBorn,
        pricing: { perEntry: 6_000, perQuery: 6_000, split: { [bo]: 0.5 } },
        beginning: 'deployed',
        birthplace: null,
        door: null,
        exit: null,
        code: soul,
        entry: 'index.js',
      },
    ],
    events: podEvents,
    project: ({ value, context }) => {
      const { owner, representative, entry, access } = context as PodContext;
      const rules = [entry === 'index.js', access.type === 'members'];
      return JSON.stringify([value, owner === null, representative === ada, ...rules]);
    },
  },
  {
    name: 'room',
    machine: roomMachine,
    inputs: ['workshop', 'meeting', 'storage', 'study'].map((purpose) => ({ ...roomBorn(purpose), ...facts(1) })),
    events: roomEvents,
    project: ({ value, context }) => {
      const { invited, entry } = context as RoomContext;
      return JSON.stringify([value, Math.min(invited.length, 2), entry]);
    },
  },
  {
    name: 'container',
    machine: containerMachine,
    inputs: [{ ...containerBorn, ...facts(1) }],
    events: containerEvents,
    project: ({ value, context }) => JSON.stringify([value, (context as { readonly entry: unknown }).entry]),
  },
  {
    name: 'connection-request',
    machine: connectionMachine,
    inputs: [
      { terms: terms(), beginning: 'asked', fee: 6_000, ...facts(1, between[2]) },
      {
        terms: terms({ bidirectional: false, requester: 'cleo-3' }),
        beginning: 'asked',
        fee: 6_000,
        ...facts(1, between[2]),
      },
      { terms: terms({ from: commons, to: 'inn' }), beginning: 'asked', fee: 6_000, ...facts(1, between[0]) },
      {
        terms: terms({ access: { type: 'members', allowed: [ada] } }),
        beginning: 'open',
        fee: 0,
        ...facts(1, between[2]),
      },
      { terms: terms({ from: 'inn', to: commons }), beginning: 'open', fee: 0, ...facts(1, between[2]) },
      {
        terms: terms({ access: { type: 'members', allowed: [ada] } }),
        beginning: 'door',
        fee: 0,
        ...facts(1, between[1]),
      },
    ],
    events: connectionEvents,
    project: ({ value, context }) => {
      const { approved, held, terms: agreed } = context as ConnectionContext;
      return JSON.stringify([value, approved, held, agreed.access.type]);
    },
  },
  {
    name: 'call',
    machine: callMachine,
    inputs: [
      { ...callBorn, task: 'call' },
      { ...callBorn, task: 'run', price: 0, input: null },
    ],
    events: callEvents,
    project: ({ value }) => JSON.stringify(value),
  },
];

/** XState hands an initial event of its own to the first step of a path: it is no event of the chart. */
export function eventsOf(steps: readonly { readonly event: EventObject }[]): Message[] {
  return steps.map(({ event }) => event).filter(({ type }) => type !== 'xstate.init') as Message[];
}
