/** The events of a framework, with their facts. */
import { defaultFramework } from '../../../actors/kinds/framework/built-in.ts';
import type { Message } from '../../../engine/effect.ts';
import { facts } from './facts.ts';

const { id: _, ...terms } = defaultFramework.input;

export const frameworkChartEvents: readonly Message[] = [
  ...[1, 2].flatMap((version) =>
    [null, 288, 289].map((lifespan) => ({ type: 'update', ...terms, lifespan, version, ...facts(2) })),
  ),
  { type: 'withdraw', ...facts(2) },
  { type: 'container.failed', ...facts(2) },
  { type: 'container.again', ...facts(3) },
  { type: 'nonsense', ...facts(2) },
];
