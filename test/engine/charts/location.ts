/** The events of the Commons and of houses, with their facts. */
import { defaultFramework } from '../../../actors/kinds/framework/built-in.ts';
import { roomNamesMax } from '../../../actors/rules/place/guests.ts';
import { commons, residentActor } from '../../../actors/rules/place/names.ts';
import type { Message } from '../../../engine/effect.ts';
import { asked, workshops } from './building.ts';
import { ada, bo, facts, soul } from './facts.ts';

const { schema, ...terms } = defaultFramework.input;
const takes = { id: 'default', isPublished: true, canRun: true, schema, runtime: 'external', lifespan: null };
const founding = { number: 2, framework: takes };
const found = { type: 'found', name: 'Bo', framework: 'default', schema, soul, token: 't2', credits: null };
const frameworks = [null, { isPublished: false }, { canRun: false }, { schema: soul }, { lifespan: 300 }].map(
  (other) => ({
    ...found,
    lifespan: null,
    ...facts(1, { number: 2, framework: other && { ...takes, ...other } }),
  }),
);
const published = [false, true].flatMap((isTaken) =>
  [null, 289].map((lifespan) => ({
    type: 'publish_framework',
    ...terms,
    schema,
    lifespan,
    ...facts(1, { isTaken }),
  })),
);

const registered = [{ site: 'unknown' }, { site: 'ended' }, { stations: 8 }, {}].map((known) => ({
  type: 'register_station',
  name: 'Library',
  place: 'Main Street',
  location: commons,
  token: 't3',
  ...facts(1, { number: 4, site: 'open', stations: 0, ...known }),
}));

const soulsDue = [{}, { isQueueEmpty: false }, { framework: null }].map((known) => ({
  type: 'soul.due',
  nth: 0,
  mindsFree: 4,
  mindsMax: 12,
  name: 'Wren',
  framework: 'default',
  schema,
  soul,
  ...facts(1, { number: 5, soul: 'soul_five', isQueueEmpty: true, framework: takes, ...known }),
}));

export const locationEvents: readonly Message[] = [
  { ...found, lifespan: null, ...facts(1, founding) },
  { ...found, lifespan: 288, credits: 5, ...facts(1, founding) },
  { ...found, lifespan: 289, ...facts(1, founding) },
  ...frameworks,
  ...[{ known: 'vis-3' }, { visitors: 100_000 }, {}].map((other) => ({
    type: 'register_visitor',
    handle: 'eve',
    login: 'login',
    ...facts(1, { number: 3, known: null, visitors: 2, ...other }),
  })),
  ...published,
  ...registered,
  ...[[], ['job_aaaaaaaaaaaaaaaa']].map((jobs) => ({ type: 'works.due', ...facts(1, { jobs }) })),
  ...soulsDue,
  ...[true, false].map((isAvailable) => ({ type: 'containers.available', isAvailable, ...facts(1) })),
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
