/** The events of a call, with their facts. */
import { residentActor } from '../../../actors/rules/place/names.ts';
import type { Message } from '../../../engine/effect.ts';
import { ada, bo, facts, soul } from './facts.ts';

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
export const callEvents: readonly Message[] = [
  ...['finished', 'timed_out', 'out_of_memory', 'failed', 'lost'].flatMap((outcome) =>
    [null, '5'].map((output) => ({ type: 'sandbox.done', result: { ...result, outcome, output }, ...facts(4, means) })),
  ),
  ...['sandbox.failed', 'sandbox.lost', 'place.ended', 'nonsense'].map((type) => ({ type, ...facts(4, means) })),
  ...[0, 3_000].map((amount) => ({ type: 'charged', amount, ...facts(4, { ...means, representative: null }) })),
];

export const callBorn = {
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
