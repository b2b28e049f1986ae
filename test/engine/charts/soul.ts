/** The events of a soul, with their facts. */
import { defaultFramework } from '../../../actors/kinds/framework/built-in.ts';
import { residentActor } from '../../../actors/rules/place/names.ts';
import type { Message } from '../../../engine/effect.ts';
import { ada, facts, soul } from './facts.ts';

const written = {
  id: '000000000007',
  soulId: 'soul_one',
  name: 'Wren',
  framework: 'default',
  schema: defaultFramework.input.schema,
  soul,
  livedBy: 'city',
  visitor: 'vis-3',
};

export const soulsBorn = [
  ...['external', 'container'].map((runtime) => ({ ...written, runtime, ...facts(1) })),
  { ...written, visitor: null, runtime: 'external', ...facts(1) },
];

const birth = facts(3, { number: 8, lifespan: 72, runtime: { type: 'external' }, payee: residentActor(ada) });

export const soulChartEvents: readonly Message[] = [
  { type: 'withdraw', ...facts(2) },
  { type: 'waited.long', ...facts(2) },
  ...['external', 'container'].map((type) => ({
    type: 'adopt',
    mentor: { id: ada, generation: 0, donation: 25_000 },
    ...facts(3, { number: 8, lifespan: 72, runtime: { type } }),
  })),
  ...['t', null].map((token) => ({ type: 'core.prepare.done', result: { token }, ...birth })),
  ...[residentActor(ada), 'treasury'].map((payee) => ({ type: 'core.prepare.failed', ...facts(3, { payee }) })),
  { type: 'born', resident: 'wren-8', ...facts(3) },
  { type: 'replace.token', token: 't2', ...facts(4) },
  { type: 'mind.lives', token: 't3', ...facts(4) },
  { type: 'taken.over', ...facts(4) },
  ...[{}, { reason: 'ran out of memory' }].map((crash) => ({ type: 'died', cause: 'natural', ...crash, ...facts(5) })),
  { type: 'core.remove.done', result: {}, ...facts(5) },
  { type: 'core.remove.failed', ...facts(5) },
  { type: 'leaves', ...facts(17) },
  { type: 'nonsense', ...facts(2) },
];
