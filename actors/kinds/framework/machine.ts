/**
 * A framework: what a soul must be like, and who lives the resident that is born of it.
 *
 *   published -> published    changed by an operator who names its present version
 *             -> withdrawn    takes no more souls; its residents and waiting souls remain
 *
 * When a container of it could not be made ready, it cannot run until the next tick.
 * The default framework, which every city has from its first start, is never withdrawn.
 */
import { not, setup } from 'xstate';
import { type Effect, wake } from '../../../engine/effect.ts';
import { type SceneOf, wordsFor } from '../../chart.ts';
import { refusal, refusalOfVersion } from '../../refusals.ts';
import { isTooLong, refuseLifespan } from '../../rules/birth/framework-terms.ts';
import { defaultFramework } from './built-in.ts';
import type { FrameworkEvent } from './facts.ts';
import type { FrameworkContext, FrameworkInput } from './messages.ts';

const { on, effect, change, refuse, refuses } = wordsFor<FrameworkContext, FrameworkEvent, FrameworkInput>();
type On<Type extends FrameworkEvent['type']> = SceneOf<FrameworkContext, FrameworkEvent, Type>;

const onUpdate = <Result>(rule: (scene: On<'update'>) => Result) => on('update', rule);

const machine = setup({
  types: {
    context: {} as FrameworkContext,
    events: {} as FrameworkEvent,
    emitted: {} as Effect,
    input: {} as FrameworkInput,
  },
  guards: {
    /** An update names the version that it changes (FR4). */
    namesItsVersion: onUpdate(({ context, event }) => event.version === context.version),
    isBuiltIn: ({ context }) => context.id === defaultFramework.input.id,
    lifespanTooLong: onUpdate(({ event }) => isTooLong(event.lifespan, event.facts.settings)),
  },
  actions: {
    refuse,
    refuseVersion: refuses(({ context }) => refusalOfVersion(context.version)),
    /** The default framework is kept: founders are born of it, in a new city and where nobody lives any more (FR1). */
    refuseToWithdraw: refuses(({ context: { id } }) => {
      const message = `${id} is what founders are of, and stays; it can be changed (PUT /v1/admin/frameworks/${id})`;
      return refusal('invalid_request', { issues: [{ path: 'id', message }] });
    }),
    refuseLifespan: refuses(({ event }) => refuseLifespan(event.facts.settings)),
    update: change(
      onUpdate(({ event: { name, description, schema, runtime, lifespan, version } }) => ({
        name,
        description,
        schema,
        runtime,
        lifespan,
        version: version + 1,
        // The change may have fixed the failure.
        hasFailed: false,
      })),
    ),
    /** Its souls are passed over until the next tick. Else they would block all who wait behind them (FR5). */
    noteFailure: change(() => ({ hasFailed: true })),
    awaitNextTick: effect(({ event }) => wake(event.facts.tick + 1, { type: 'container.again' })),
    forgetFailure: change(() => ({ hasFailed: false })),
  },
});

export const frameworkMachine = machine.createMachine({
  id: 'framework',
  context: ({ input: { id, name, description, schema, runtime, lifespan } }) => ({
    id,
    name,
    description,
    schema,
    runtime,
    lifespan,
    version: 1,
  }),
  initial: 'published',
  on: {
    '*': { actions: { type: 'refuse', params: { code: 'invalid_state' } } },
    'container.failed': { actions: ['noteFailure', 'awaitNextTick'] },
    'container.again': { actions: 'forgetFailure' },
  },
  states: {
    published: {
      on: {
        update: [
          { guard: not('namesItsVersion'), actions: 'refuseVersion' },
          { guard: 'lifespanTooLong', actions: 'refuseLifespan' },
          { actions: 'update' },
        ],
        withdraw: [{ guard: 'isBuiltIn', actions: 'refuseToWithdraw' }, { target: 'withdrawn' }],
      },
    },
    withdrawn: {},
  },
});
