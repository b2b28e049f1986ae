/** What the Commons or a house can be told. */
import { commons, residentActor } from '../../../actors/place/names.ts';
import { roomNamesMax } from '../../../actors/room/guests.ts';
import type { Message } from '../../../engine/effect.ts';
import { asked, workshops } from './building.ts';
import { ada, bo, facts, soul } from './facts.ts';

const found = { type: 'found', name: 'Bo', framework: 'default', soul, token: 't2', credits: null };

export const locationEvents: readonly Message[] = [
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
