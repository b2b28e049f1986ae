/**
 * A run of a workshop's code, or a call of a pod's service: from the price that is held for it to its one end.
 *
 *   running -> settling -> (leaves)        the code came to its end: its place is paid and keeps its store
 *           -> (leaves)                    it failed, took too long, was lost, or its place ended: nothing is charged
 *
 * Only the first end counts: the actor leaves with it, and a later message finds no actor.
 */
import { setup } from 'xstate';
import { conclude, type Effect, each, giveBack, post, retire } from '../../../engine/effect.ts';
import { type Scene, type SceneOf, wordsFor } from '../../chart.ts';
import { perform, type SandboxResult } from '../../effects.ts';
import type { DataOf } from '../../event-types.ts';
import { tell } from '../../events.ts';
import { concludeRefused } from '../../refusals.ts';
import { send } from '../../registry.ts';
import type { CallInput } from '../../rules/code/messages.ts';
import { tellRefund } from '../../rules/people/payees.ts';
import { codePlaceActor, residentActor } from '../../rules/place/names.ts';
import type { CallEvent } from './facts.ts';
import type { CallContext, ChargeShown, OutputShown, RunShown } from './messages.ts';

const { on, effect, change, refuse, birth } = wordsFor<CallContext, CallEvent, CallInput>();

type Ended = SceneOf<CallContext, CallEvent, 'sandbox.done'>;

const shownRun = (result: SandboxResult): RunShown => ({
  exit_code: result.exitCode,
  stdout: result.stdout,
  stderr: result.stderr,
  duration_ms: result.durationMs,
  timed_out: result.outcome === 'timed_out',
  oom_killed: result.outcome === 'out_of_memory',
  truncated: result.truncated,
});

const shownCall = (result: SandboxResult): OutputShown => ({
  output: result.output === null ? null : (JSON.parse(result.output) as unknown),
  duration_ms: result.durationMs,
});

type LastWords = Pick<DataOf<'service.called'>, 'reason' | 'stderr'>;

/** Publishes the end of a call to the caller, the owners and the representative. Only the representative sees the code's last output. */
function tellCall(
  { context, event }: Scene<CallContext, CallEvent>,
  outcome: string,
  charged: number,
  lastWords?: LastWords,
): Effect {
  const { place, caller } = context;
  const { owner, podOwner, representative } = event.facts;
  const tellTo = (hearers: readonly string[], more: LastWords = {}) => {
    const data = { service: place, caller, outcome, charged: charged / 1000, ...more };
    const called = { type: 'service.called', location: place, actor: caller, subject: place, data } as const;
    return tell(called, { actors: hearers.map(residentActor) });
  };
  const all = [...new Set([caller, representative, owner, podOwner])].filter((one) => one !== null);
  if (lastWords === undefined || representative === null || representative === caller) return tellTo(all);
  return each([tellTo(all.filter((one) => one !== representative)), tellTo([representative], lastWords)]);
}

/** Characters that are shown of the end of stderr, when the code failed. */
const stderrShownChars = 2_000;

/** What the code's author needs to fix it. Nobody else sees it: it may hold data that the code keeps (SV3). */
const lastWordsOf = ({ reason, stderr }: SandboxResult) => ({
  reason,
  stderr: stderr.slice(-stderrShownChars),
});

/** A rule for the result of the sandbox. */
const onResult = <Result>(rule: (result: SandboxResult, scene: Ended) => Result) =>
  on('sandbox.done', (scene) => rule(scene.event.result, scene));

/** For each outcome of a run: true when the run is answered with it, false when it is refused (CD4). */
const isAnswer: Readonly<Record<SandboxResult['outcome'], boolean>> = {
  finished: true,
  timed_out: true,
  out_of_memory: true,
  failed: false,
  lost: false,
};

const machine = setup({
  types: {
    context: {} as CallContext,
    events: {} as CallEvent,
    emitted: {} as Effect,
    input: {} as CallInput,
  },
  guards: {
    isRun: ({ context }) => context.task === 'run',
    cameToItsEnd: onResult(({ outcome }) => outcome === 'finished'),
    saysHowItEnded: onResult(({ outcome }, { context }) => context.task === 'run' && isAnswer[outcome]),
    tookTooLong: onResult(({ outcome }) => outcome === 'timed_out'),
    wasLost: onResult(({ outcome }) => outcome === 'lost'),
  },
  actions: {
    refuse,
    /** In escrow until the code has ended (SV2). */
    holdPrice: effect(({ context }) => post(residentActor(context.caller), 'escrow', context.price, 'service')),
    askSandbox: effect((scene) => {
      const { task, place, caller, code, entry, allowance, input } = birth(scene);
      return perform('sandbox', { task, place, caller, code, entry, allowance, input });
    }),
    /** Answers in the same turn: output may be larger than what an actor may keep (A1). */
    answer: effect(
      onResult((result, { context }) => conclude(context.task === 'run' ? shownRun(result) : shownCall(result))),
    ),
    tellPlace: effect(
      onResult(({ store }, { context }) => {
        const { id, caller, price, placeActor: to } = context;
        return send(to, { type: 'served', call: id, caller, price, store });
      }),
    ),
    returnPrice: effect(({ context: { caller, price, place }, event }) => {
      const { payee } = event.facts;
      return each([
        giveBack(residentActor(caller), payee, price, 'service returned'),
        tellRefund(payee, caller, { place }, price),
      ]);
    }),

    /** Answers a run with how it ended, whatever the outcome (CD4). */
    answerRun: effect(onResult((result) => conclude(shownRun(result)))),
    noteCharge: change(on('charged', ({ event }) => ({ charged: event.amount }))),
    answerCharged: effect(
      on('charged', ({ event }) => {
        const shown: ChargeShown = { charged: event.amount / 1000, balance: event.facts.balance / 1000 };
        return conclude(shown);
      }),
    ),
    answerFailed: effect(
      onResult((result, { context, event }) => {
        const { owner, representative } = event.facts;
        const isAuthors = context.task === 'run' || context.caller === representative;
        return concludeRefused('service_failed', {
          outcome: result.outcome,
          owner,
          representative,
          ...(isAuthors && lastWordsOf(result)),
        });
      }),
    ),
    answerTooLong: effect(
      onResult(({ durationMs }, { event }) => {
        const { owner, representative } = event.facts;
        return concludeRefused('timeout', { duration_ms: durationMs, owner, representative });
      }),
    ),
    answerLost: effect(({ event }) =>
      concludeRefused('sandbox_unavailable', event.type === 'sandbox.done' ? { reason: event.result.reason } : {}),
    ),
    answerEnded: effect(({ context }) => concludeRefused('pod_shut_down', { location: context.place })),

    tellCalled: effect(on('charged', (scene) => tellCall(scene, 'finished', scene.event.amount))),
    tellFailed: effect(onResult((result, scene) => tellCall(scene, result.outcome, 0, lastWordsOf(result)))),
    leave: effect(() => retire),
  },
});

const lost = { target: 'ended', actions: ['returnPrice', 'answerLost'] } as const;

export const callMachine = machine.createMachine({
  id: 'call',
  context: ({ input: { id, task, place, caller, price } }) => ({
    id,
    task,
    place,
    placeActor: codePlaceActor(place),
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
        // The call ends with its place, and nothing is charged (SV4).
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
