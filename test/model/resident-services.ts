/** A resident calls a global service that costs something. */
import type { ResidentEvent } from '../../actors/kinds/resident/facts.ts';
import type { CallGlobalService } from '../../actors/kinds/service-call/messages.ts';
import { ringPath } from './bell-service.ts';
import { whileRunning, writeCode } from './building.ts';
import { present } from './facts.ts';
import { addOwnRoom, callsMax, den, submits } from './resident-asking.ts';
import { isNewborn, type ResidentVariants } from './resident-base.ts';

const said: CallGlobalService = {
  service: 'bell',
  operation: 'ring',
  reference: 'kept',
  hold: 1_000,
  halfInStudy: true,
  availability: 'everywhere',
};

type Known = Extract<ResidentEvent, { type: 'call_global_service' }>['facts'];

function calls(known: Partial<Known> = {}): ResidentEvent {
  const plain = { call: 'call_1', openCalls: 0, balance: 1_000, isAvailable: true, isHalved: false };
  return { type: 'call_global_service', ...said, facts: { ...present, ...plain, ...known } };
}

export const residentServices: ResidentVariants = {
  'calls a global service where it cannot be reached': {
    when: isNewborn,
    hears: [calls({ isAvailable: false })],
    behind: '[G3] the City API looks first where a terminal is',
    play: (life) => submits(life, { type: 'call_global_service', ...said, availability: 'library_terminal' }),
  },
  'calls a global service that it cannot pay': {
    when: isNewborn,
    hears: [calls({ balance: 0 })],
    behind: '[G3] the City API looks first at what its caller has',
    play: (life) => submits(life, { type: 'call_global_service', ...said, hold: 1_000_000 }),
  },
  'calls too many global services at once': {
    when: isNewborn,
    hears: [calls({ openCalls: callsMax })],
    play: async (life) => {
      const { self, stage } = life;
      await addOwnRoom(life);
      await writeCode(self, den);
      const run = () => self.post(`/v1/workshops/${den}/run`);
      return whileRunning(stage, callsMax, run, () => self.post(ringPath, { credits: 1 }));
    },
  },
  'calls a global service': {
    when: isNewborn,
    hears: [calls()],
    play: ({ self }) => self.post(ringPath, { credits: 1 }),
  },
};
