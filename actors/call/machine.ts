/**
 * A run of a workshop's code, or a call of a pod's service: from the price that is held for it to its one end.
 *
 *   running -> settling -> (leaves)        the code came to its end: its place is paid and keeps its store
 *           -> (leaves)                    it failed, took too long, was lost, or its place ended: nothing is charged
 *
 * The first end counts: after it the actor is gone, and a later one finds nobody.
 */
import { assertEvent, assign, emit, setup } from 'xstate';
import {
  conclude,
  concludeRefused,
  type Effect,
  each,
  giveBack,
  perform,
  post,
  refusal,
  retire,
  send,
} from '../../engine/effect.ts';
import type { ActorId } from '../../engine/ids.ts';
import { type DataOf, tell } from '../events.ts';
import { placeActor, residentActor } from '../place/names.ts';
import { tellRefund } from '../resident/payees.ts';
import type { CallBirth, CallEvent, SandboxResult } from './messages.ts';

export interface CallContext {
  readonly id: string;
  readonly task: 'run' | 'call';
  readonly place: string;
  readonly placeActor: ActorId;
  readonly caller: string;
  /** In escrow while it runs, in millicredits (L5). */
  readonly price: number;
  /** What its place took in the end. */
  readonly charged: number;
}

interface Scene {
  readonly context: CallContext;
  readonly event: CallEvent;
}

const birth = (event: unknown): CallBirth => (event as { readonly input: CallBirth }).input;

const resultOf = (event: CallEvent): SandboxResult => {
  assertEvent(event, 'sandbox.done');
  return event.result;
};

const shownRun = (result: SandboxResult): Readonly<Record<string, unknown>> => ({
  exit_code: result.exitCode,
  stdout: result.stdout,
  stderr: result.stderr,
  duration_ms: result.durationMs,
  timed_out: result.outcome === 'timed_out',
  oom_killed: result.outcome === 'out_of_memory',
  truncated: result.truncated,
});

const shownCall = (result: SandboxResult): Readonly<Record<string, unknown>> => ({
  output: result.output === null ? null : (JSON.parse(result.output) as unknown),
  duration_ms: result.durationMs,
});

type LastWords = Pick<DataOf<'service.called'>, 'reason' | 'stderr'>;

/** What the code did, for who called it, those who own it and who speaks for it; its last words for the last alone. */
function news({ context, event }: Scene, outcome: string, charged: number, lastWords?: LastWords): Effect {
  const { place, caller } = context;
  const { owner, podOwner, representative } = event.facts;
  const told = (hearers: readonly string[], more: LastWords = {}) => {
    const data = { service: place, caller, outcome, charged: charged / 1000, ...more };
    const news = { type: 'service.called', location: place, actor: caller, subject: place, data } as const;
    return tell(news, { actors: hearers.map(residentActor) });
  };
  const all = [...new Set([caller, representative, owner, podOwner])].filter((one) => one !== null);
  if (lastWords === undefined || representative === null || representative === caller) return told(all);
  return each([told(all.filter((one) => one !== representative)), told([representative], lastWords)]);
}

/** Characters of what failed code wrote last. */
const stderrShownChars = 2_000;

/** What the code's author needs to mend it, and nobody else: it may hold what the code keeps. */
function lastWordsOf(event: CallEvent): LastWords {
  const { reason, stderr } = resultOf(event);
  return { reason, stderr: stderr.slice(-stderrShownChars) };
}

const machine = setup({
  types: {
    context: {} as CallContext,
    events: {} as CallEvent,
    emitted: {} as Effect,
    input: {} as CallBirth,
  },
  guards: {
    isRun: ({ context }) => context.task === 'run',
    cameToItsEnd: ({ event }) => resultOf(event).outcome === 'finished',
    saysHowItEnded: ({ context, event }) =>
      context.task === 'run' && ['timed_out', 'out_of_memory'].includes(resultOf(event).outcome),
    tookTooLong: ({ event }) => resultOf(event).outcome === 'timed_out',
    wasLost: ({ event }) => resultOf(event).outcome === 'lost',
  },
  actions: {
    refuse: emit((_, { code }: { readonly code: string }) => refusal(code)),
    holdPrice: emit(({ context }) => post(residentActor(context.caller), 'escrow', context.price, 'service')),
    askSandbox: emit(({ event }) => {
      const { task, place, caller, code, entry, allowance, input } = birth(event);
      return perform('sandbox', { task, place, caller, code, entry, allowance, input });
    }),
    /** At once: what code says is larger than what an actor may keep (A1). */
    answer: emit(({ context, event }) => {
      const result = resultOf(event);
      return conclude(context.task === 'run' ? shownRun(result) : shownCall(result));
    }),
    tellPlace: emit(({ context, event }) => {
      const { store } = resultOf(event);
      const { id, caller, price, placeActor: to } = context;
      return send(to, { type: 'served', call: id, caller, price, store });
    }),
    returnPrice: emit(({ context: { caller, price, place }, event }) => {
      const { payee } = event.facts;
      return each([
        giveBack(residentActor(caller), payee, price, 'service returned'),
        tellRefund(payee, caller, place, price),
      ]);
    }),

    answerRun: emit(({ event }) => conclude(shownRun(resultOf(event)))),
    noteCharge: assign(({ event }) => {
      assertEvent(event, 'charged');
      return { charged: event.amount };
    }),
    answerCharged: emit(({ event }) => {
      assertEvent(event, 'charged');
      return conclude({ charged: event.amount / 1000, balance: event.facts.balance / 1000 });
    }),
    answerFailed: emit(({ context, event }) => {
      const isAuthors = context.task === 'run' || context.caller === event.facts.representative;
      const { outcome } = resultOf(event);
      const { owner, representative } = event.facts;
      return concludeRefused('service_failed', {
        outcome,
        owner,
        representative,
        ...(isAuthors && lastWordsOf(event)),
      });
    }),
    answerTooLong: emit(({ event }) => {
      const { owner, representative } = event.facts;
      return concludeRefused('timeout', { duration_ms: resultOf(event).durationMs, owner, representative });
    }),
    answerLost: emit(({ event }) =>
      concludeRefused('sandbox_unavailable', event.type === 'sandbox.done' ? { reason: event.result.reason } : {}),
    ),
    answerEnded: emit(({ context }) => concludeRefused('pod_shut_down', { location: context.place })),

    tellCalled: emit((scene) => {
      assertEvent(scene.event, 'charged');
      return news(scene, 'finished', scene.event.amount);
    }),
    tellFailed: emit((scene) => news(scene, resultOf(scene.event).outcome, 0, lastWordsOf(scene.event))),
    leave: emit(() => retire),
  },
});

const lost = { target: 'ended', actions: ['returnPrice', 'answerLost'] } as const;

export const callMachine = machine.createMachine({
  id: 'call',
  context: ({ input: { id, task, place, caller, price } }) => ({
    id,
    task,
    place,
    placeActor: placeActor(place),
    caller,
    price,
    charged: 0,
  }),
  initial: 'running',
  entry: ['holdPrice', 'askSandbox'],
  on: { '*': { actions: { type: 'refuse', params: { code: 'invalid_state' } } } },
  states: {
    running: {
      on: {
        'sandbox.done': [
          { guard: 'cameToItsEnd', target: 'settling', actions: ['answer', 'tellPlace'] },
          { guard: 'saysHowItEnded', target: 'ended', actions: 'answerRun' },
          { guard: 'wasLost', ...lost },
          { guard: 'isRun', target: 'ended', actions: 'answerFailed' },
          { guard: 'tookTooLong', target: 'ended', actions: ['returnPrice', 'tellFailed', 'answerTooLong'] },
          { target: 'ended', actions: ['returnPrice', 'tellFailed', 'answerFailed'] },
        ],
        'sandbox.failed': lost,
        'sandbox.lost': lost,
        'place.ended': { target: 'ended', actions: ['returnPrice', 'answerEnded'] },
      },
    },
    settling: {
      on: {
        charged: [
          { guard: 'isRun', target: 'ended' },
          { target: 'ended', actions: ['noteCharge', 'tellCalled', 'answerCharged'] },
        ],
      },
    },
    ended: { entry: 'leave' },
  },
});
