/** The events of a container, with their facts. */
import type { Message } from '../../../engine/effect.ts';
import { ada, bo, facts, soul } from './facts.ts';
import { enters, served, services } from './uses.ts';

export const containerBorn = { id: 'inn/stall', pod: 'inn', name: 'stall', agent: bo, cpuMillis: 101, memoryMib: 64 };
export const containerEvents: readonly Message[] = [
  { type: 'allow', ...containerBorn, agent: ada, ...facts(2, { occupants: [bo] }) },
  ...['index.js', 'main.py', null].map((entry) => ({
    type: 'start',
    by: bo,
    source: 'lamp-shop',
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
    'leave.ended',
    'sandbox.remove.done',
    'sandbox.remove.failed',
    'nonsense',
  ].map((type) => ({ type, ...facts(2, { owner: ada, representative: ada }) })),
];
