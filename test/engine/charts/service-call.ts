/** The events of a priced call of a global service, with their facts. */
import { residentActor } from '../../../actors/rules/place/names.ts';
import type { Message } from '../../../engine/effect.ts';
import { ada, bo, facts } from './facts.ts';

const held = 3_001;
/** Whoever pays may have died meanwhile: its heir gets the rest. */
const payees = [ada, bo].map((one) => facts(4, { payee: residentActor(one), balance: 1_000 }));

export const serviceCallEvents: readonly Message[] = payees.flatMap((means) => [
  ...[0, 7, held, held + 1].map((cost) => ({ type: 'service.done', result: { type: 'served', cost }, ...means })),
  { type: 'service.done', result: { type: 'failed', code: 'timeout' }, ...means },
  { type: 'service.done', result: { type: 'forgotten' }, ...means },
  ...['service.failed', 'service.lost', 'nonsense'].map((type) => ({ type, ...means })),
]);

export const serviceCallBorn = {
  id: 'call_one',
  service: 'bell',
  operation: 'ring',
  reference: 'kept',
  caller: bo,
  held,
  ...facts(3),
};
