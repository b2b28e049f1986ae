/** Vouching: who vouches keeps the list of those for whom it did; who is vouched for keeps the number (VO1 to VO3). */
import { not } from 'xstate';
import { tell } from '../../events.ts';
import { refusal } from '../../refusals.ts';
import { send } from '../../registry.ts';
import { residentActor } from '../../rules/place/names.ts';
import { setting } from '../../rules/workshops/tiers.ts';
import { change, effect, type On, on, own, refuses } from './base.ts';

/** In its whole life (VO2). */
const vouchesMax = ({ event }: On<'vouch'>): number => setting(event.facts.settings, 'VOUCHES_MAX');

export const vouching = {
  guards: {
    vouchesForItself: on('vouch', ({ context, event }) => event.to === context.id),
    hasVouchedFor: on('vouch', ({ context, event }) => context.vouchedFor?.includes(event.to) === true),
    mayVouchMore: on('vouch', (scene) => (scene.context.vouchedFor?.length ?? 0) < vouchesMax(scene)),
  },
  actions: {
    refuseOwnVouch: refuses(() => refusal('invalid_request', { issues: [{ path: 'id', message: 'names yourself' }] })),
    refuseVouches: refuses(
      on('vouch', (scene) =>
        refusal('tier_capacity_exceeded', {
          max: vouchesMax(scene),
          current: scene.context.vouchedFor?.length ?? 0,
          of: 'vouches',
        }),
      ),
    ),
    noteVouch: change(on('vouch', ({ context, event }) => ({ vouchedFor: [...(context.vouchedFor ?? []), event.to] }))),
    vouchFor: effect(
      on('vouch', ({ context, event }) =>
        send(residentActor(event.to), { type: 'vouched', by: context.id, note: event.note }),
      ),
    ),
    countVouch: change(on('vouched', ({ context }) => ({ vouches: (context.vouches ?? 0) + 1 }))),
    tellVouch: effect(
      on('vouched', ({ context, event }) => {
        const { by, note } = event;
        const data = { from: by, to: context.id, note, vouches: context.vouches ?? 0 };
        const vouched = { type: 'resident.vouched', location: null, actor: by, subject: context.id, data } as const;
        return tell(vouched, { actors: [residentActor(by), own(context)] });
      }),
    ),
  },
} as const;

/**
 * One vouch for each pair, none for oneself, a bounded number in a life. The other resident's chart refuses for the dead and for nobody.
 */
export const vouches = [
  { guard: 'vouchesForItself', actions: 'refuseOwnVouch' },
  { guard: 'hasVouchedFor', actions: { type: 'refuse', params: { code: 'already_vouched' } } },
  { guard: not('mayVouchMore'), actions: 'refuseVouches' },
  { actions: ['noteVouch', 'vouchFor'] },
] as const;
