/** The events of a room, with their facts. */
import { homeOf } from '../../../actors/rules/place/names.ts';
import type { Message } from '../../../engine/effect.ts';
import { deploys } from './building.ts';
import { ada, bo, facts } from './facts.ts';
import { enters, runs, served, written } from './uses.ts';

export const roomEvents: readonly Message[] = [
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

export function roomBorn(purpose: string) {
  const house = homeOf(ada);
  return { id: `${house}/den`, house, owner: ada, name: 'den', purpose, description: null };
}
