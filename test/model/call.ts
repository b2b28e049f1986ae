/** Runs and service calls, walked: every end that code can come to, and who pays. The HTTP request waits meanwhile. */
import { setImmediate as nextRound } from 'node:timers/promises';
import type { SandboxResult } from '../../actors/effects.ts';
import type { CallEvent } from '../../actors/kinds/call/facts.ts';
import { call } from '../../actors/kinds/call/index.ts';
import type { CallContext } from '../../actors/kinds/call/messages.ts';
import type { CallInput } from '../../actors/rules/code/messages.ts';
import { callActor, commonsExit, homeOf, innerPlace, residentActor } from '../../actors/rules/place/names.ts';
import { sizeOf } from '../../actors/rules/workshops/tiers.ts';
import { must } from '../../engine/assert.ts';
import { contentHash } from '../../engine/ids.ts';
import { finished } from '../world.ts';
import { addWorkshop, buildPod } from './building.ts';
import { present } from './facts.ts';
import { defineModel, type Situation, type Variants } from './kind-model.ts';
import type { Refusal, Resident, Shown, Stage } from './stage.ts';

interface Life {
  readonly name: string;
  readonly stage: Stage;
  readonly owner: Resident;
  readonly caller: Resident;
  /** The name of its pod; of a room nothing. */
  readonly pod: string | undefined;
  /** What the caller had before, in credits, and when. */
  readonly balance: number;
  readonly tick: number;
  /** The code comes to this end. */
  readonly end: (result: SandboxResult) => void;
  /** Nobody knows what came of it. */
  readonly fail: (cause: Error) => void;
  /** The answer to the request that waits. */
  readonly answer: ReturnType<Resident['ask']>;
}

type At = Situation<CallContext>;

const den = 'den';
/** Credits. */
const price = 2;

const isRunning = ({ state }: At) => state === 'running';
const isRun = (at: At) => isRunning(at) && at.context.task === 'run';
const isCall = (at: At) => isRunning(at) && at.context.task === 'call';

const means = {
  ...present,
  payee: residentActor('caller'),
  balance: 1000,
  owner: null,
  podOwner: null,
  representative: 'owner',
};
const comesTo = (outcome: SandboxResult['outcome']): CallEvent => ({
  type: 'sandbox.done',
  result: { ...finished, outcome },
  facts: means,
});
const charged = (amount: number): CallEvent => ({ type: 'charged', amount, facts: means });
const hears = (type: 'sandbox.failed' | 'sandbox.lost' | 'place.ended'): CallEvent => ({ type, facts: means });

const isAnswered = async ({ answer }: Life): Promise<Refusal> => (await answer).refusal;

const ends =
  (outcome: SandboxResult['outcome']) =>
  (life: Life): Promise<Refusal> => {
    life.end({ ...finished, outcome });
    return isAnswered(life);
  };

const variants: Variants<Life, CallEvent, CallContext> = {
  'comes to its end as a run': {
    when: isRun,
    hears: [comesTo('finished'), charged(0)],
    play: ends('finished'),
  },
  'comes to its end as a call': {
    when: isCall,
    hears: [comesTo('finished'), charged(price * 1000)],
    play: ends('finished'),
  },
  'takes too long': { when: isRunning, hears: [comesTo('timed_out')], play: ends('timed_out') },
  'needs too much memory': { when: isRunning, hears: [comesTo('out_of_memory')], play: ends('out_of_memory') },
  fails: { when: isRunning, hears: [comesTo('failed')], play: ends('failed') },
  'is lost by the sandbox': { when: isRunning, hears: [comesTo('lost')], play: ends('lost') },
  'finds no sandbox': {
    when: isRunning,
    hears: [hears('sandbox.failed')],
    play: (life) => {
      life.fail(new Error('the sandbox is away'));
      return isAnswered(life);
    },
  },
  'is lost with the city': {
    when: isRunning,
    hears: [hears('sandbox.lost')],
    behind: '[S2] for what was open when the city went down, and for an end that nobody can take',
    play: async (life) => {
      await life.stage.submit({ to: callActor(life.name), caller: 'city', event: { type: 'sandbox.lost' } });
      return isAnswered(life);
    },
  },
  'loses its room': {
    when: isRun,
    hears: [hears('place.ended')],
    play: async (life) => {
      await life.owner.remove(`/v1/house/rooms/${den}`);
      return isAnswered(life);
    },
  },
  'loses its pod': {
    when: isCall,
    hears: [hears('place.ended')],
    play: async (life) => {
      while ((await life.owner.get(`/v1/pods/${life.pod}`))['status'] !== 'shut_down') await life.stage.passTick();
      return isAnswered(life);
    },
  },
  'is charged out of turn': {
    when: isRunning,
    hears: [charged(0)],
    behind: 'no caller knows a call by its name',
    play: ({ stage, name }) =>
      stage.submit({ to: callActor(name), caller: 'city', event: { type: 'charged', amount: 0 } }),
  },
};

const { cpuMillis, memoryMib, stores } = sizeOf('tiny');
const input = {
  caller: 'caller',
  code: contentHash('{}'),
  entry: 'index.js',
  allowance: { cpuMillis, memoryMib, stores },
};
const births: Readonly<Record<string, CallInput>> = {
  'a run': { id: 'call_1', task: 'run', place: innerPlace(homeOf('caller'), den), price: 0, input: null, ...input },
  'a service call': { id: 'call_1', task: 'call', place: 'booth', price: price * 1000, input: 'null', ...input },
};

/** Code that is run and does not come to its end yet. */
async function begins(
  stage: Stage,
  caller: Resident,
  path: string,
): Promise<Pick<Life, 'name' | 'stage' | 'caller' | 'balance' | 'tick' | 'end' | 'fail' | 'answer'>> {
  const { sandbox, tick } = stage;
  const balance = await caller.balance();
  let end: Life['end'] = () => {};
  let fail: Life['fail'] = () => {};
  const result = new Promise<SandboxResult>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  const { comes } = sandbox;
  const before = sandbox.asked.length;
  sandbox.comes = () => result;
  stage.held.push(() => end(finished));
  const answer = caller.ask(path);
  while (sandbox.asked.length === before) await nextRound();
  sandbox.comes = comes;
  const name = must(stage.openCalls(caller.id)[0], 'the call');
  return { name, stage, caller, balance, tick, end, fail, answer };
}

async function begin(stage: Stage, birth: string): Promise<Life> {
  const owner = await stage.found('Owner', { credits: 300, lifespanTicks: 288 });
  if (birth === 'a run') {
    await addWorkshop(owner, den);
    return { ...(await begins(stage, owner, `/v1/workshops/${den}/run`)), owner, pod: undefined };
  }
  const caller = await stage.found('Caller', { credits: 50, lifespanTicks: 288 });
  const pod = await buildPod(owner, { funding: 3, perQuery: price });
  await caller.move(commonsExit);
  await caller.move(pod.exit);
  return { ...(await begins(stage, caller, `/v1/services/${pod.id}/call`)), owner, pod: pod.id };
}

/** Nothing shows a call but its answer, and what its caller has: it pays a credit each tick besides. */
async function shown({ name, stage, caller, balance, tick, answer }: Life): Promise<Shown> {
  const isOpen = stage.openCalls(caller.id).includes(name);
  const paid = balance - (stage.tick - tick) - (await caller.balance());
  if (!isOpen) await answer;
  return { is_open: isOpen, paid: Math.round(paid * 1000) };
}

export const callModel = defineModel({
  kind: call,
  births: Object.fromEntries(Object.entries(births).map(([birth, born]) => [birth, { ...born, facts: present }])),
  project: ({ state }: At) => state,
  variants,
  begin,
  shown,
  foretold: (at) => {
    return { is_open: isRunning(at), paid: isRunning(at) ? at.context.price : at.context.charged };
  },
});
