/** Priced calls of global services, walked: every end that one can come to, and what is taken. The HTTP request waits meanwhile. */
import { setImmediate as nextRound } from 'node:timers/promises';
import type { ServiceResult } from '../../actors/effects.ts';
import type { ServiceCallEvent } from '../../actors/kinds/service-call/facts.ts';
import { serviceCall } from '../../actors/kinds/service-call/index.ts';
import type { ServiceCallContext, ServiceCallInput } from '../../actors/kinds/service-call/messages.ts';
import { residentActor, serviceCallActor } from '../../actors/rules/place/names.ts';
import { must } from '../../engine/assert.ts';
import type { Bill, ServiceOutcome } from '../../services/contract.ts';
import { ringPath, rung } from './bell-service.ts';
import { addRoom } from './building.ts';
import { present } from './facts.ts';
import { defineModel, type Situation, type Variants } from './kind-model.ts';
import type { Refusal, Resident, Shown, Stage } from './stage.ts';

interface Life {
  readonly name: string;
  readonly stage: Stage;
  readonly caller: Resident;
  /** What the caller had before, in credits. */
  readonly balance: number;
  /** Its handler comes to this end. */
  readonly end: (outcome: ServiceOutcome<never, Bill>) => void;
  /** Nothing comes of what was asked of the outside. */
  readonly fail: (cause: Error) => void;
  /** The answer to the request that waits. */
  readonly answer: ReturnType<Resident['ask']>;
  /** What is taken in the end, in millicredits. */
  taken: number;
}

type At = Situation<ServiceCallContext>;
/** With an event that no call takes. */
type ChartEvent = ServiceCallEvent | { readonly type: 'charged'; readonly amount: number; readonly facts: object };

const credits = 3;
const cost = 2_001;

const isOpen = ({ state }: At) => state === 'open';
const isWhole = (at: At) => isOpen(at) && !at.context.isHalved;
const isHalved = (at: At) => isOpen(at) && at.context.isHalved;

const means = { ...present, payee: residentActor('caller'), balance: 1_000 };
const comesTo = (result: ServiceResult): ChartEvent => ({ type: 'service.done', result, facts: means });
const served = (millicredits: number): ChartEvent => comesTo({ type: 'served', cost: millicredits });
const failed = comesTo({ type: 'failed', code: 'service_failed' });

const ends =
  (outcome: ServiceOutcome<never, Bill>, taken = 0) =>
  async (life: Life): Promise<Refusal> => {
    life.taken = taken;
    life.end(outcome);
    return (await life.answer).refusal;
  };

const variants: Variants<Life, ChartEvent, ServiceCallContext> = {
  'is served': { when: isWhole, hears: [served(cost)], play: ends(rung(cost), cost) },
  // Half a price is rounded up (PA1).
  'is served in a study': { when: isHalved, hears: [served(cost)], play: ends(rung(cost), 1_001) },
  'is served for all that it may cost': {
    when: isWhole,
    hears: [served(credits * 1_000)],
    play: ends(rung(credits * 1_000), credits * 1_000),
  },
  fails: {
    when: isOpen,
    hears: [failed],
    play: ends({ type: 'refused', code: 'service_failed', reason: 'no clapper' }),
  },
  'asks for more than is held': {
    when: isOpen,
    hears: [failed],
    play: ends(rung(credits * 1_000 + 1)),
  },
  'is not performed': {
    when: isOpen,
    hears: [{ type: 'service.failed', facts: means }],
    play: async (life) => {
      life.fail(new Error('nobody rings'));
      return (await life.answer).refusal;
    },
  },
  'is lost with the city': {
    when: isOpen,
    hears: [{ type: 'service.lost', facts: means }],
    behind: '[S2] for what was open when the city went down, and for an end that nobody can take',
    play: async ({ stage, name, answer }) => {
      await stage.submit({ to: serviceCallActor(name), caller: 'city', event: { type: 'service.lost' } });
      return (await answer).refusal;
    },
  },
  'hears what it does not know': {
    when: isOpen,
    hears: [{ type: 'charged', amount: 0, facts: means }],
    behind: 'no caller knows a call by its name',
    play: ({ stage, name }) =>
      stage.submit({ to: serviceCallActor(name), caller: 'city', event: { type: 'charged', amount: 0 } }),
  },
};

const input: ServiceCallInput = {
  id: 'call_1',
  service: 'bell',
  operation: 'ring',
  reference: 'kept',
  caller: 'caller',
  held: credits * 1_000,
  isHalved: false,
};
const births: Readonly<Record<string, ServiceCallInput>> = {
  'a call': input,
  'a call in a study': { ...input, held: (credits * 1_000) / 2, isHalved: true },
};

async function begin(stage: Stage, birth: string): Promise<Life> {
  const caller = await stage.found('Caller', { credits: 50, lifespanTicks: 288 });
  if (birth === 'a call in a study') await addRoom(caller, 'study', 'study');
  const balance = await caller.balance();
  let open = () => {};
  let fail: Life['fail'] = () => {};
  const gate = new Promise<void>((resolve, reject) => {
    open = resolve;
    fail = reject;
  });
  let isAsked = false;
  stage.before.set('service', () => {
    isAsked = true;
    return gate;
  });
  stage.held.push(open);
  const answer = caller.ask(ringPath, { credits });
  while (!isAsked) await nextRound();
  stage.before.delete('service');
  const end = (outcome: ServiceOutcome<never, Bill>) => {
    stage.bell.rings = async () => outcome;
    open();
  };
  const name = must(stage.openCalls(caller.id)[0], 'the call');
  return { name, stage, caller, balance, end, fail, answer, taken: 0 };
}

/** Nothing shows a call but its answer, and what its caller has. */
async function shown({ name, stage, caller, balance, answer }: Life): Promise<Shown> {
  const open = stage.openCalls(caller.id).includes(name);
  const paid = balance - (await caller.balance());
  if (!open) await answer;
  return { is_open: open, paid: Math.round(paid * 1000) };
}

export const serviceCallModel = defineModel({
  kind: serviceCall,
  births: Object.fromEntries(Object.entries(births).map(([birth, born]) => [birth, { ...born, facts: present }])),
  project: ({ state, context }: At) => `${state} ${context.isHalved}`,
  variants,
  begin,
  shown,
  foretold: (at, life) => ({ is_open: isOpen(at), paid: isOpen(at) ? at.context.held : life.taken }),
});
