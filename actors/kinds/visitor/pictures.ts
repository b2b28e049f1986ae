/** How a visitor leaves a picture at a portal station (VH10), and takes away what it has left anywhere (VH11). */
import { not } from 'xstate';
import { post } from '../../../engine/effect.ts';
import { orNothing } from '../../chart.ts';
import { refusal } from '../../refusals.ts';
import { send } from '../../registry.ts';
import { noteTerms } from '../../rules/people/note-terms.ts';
import { stationActor, visitorActor } from '../../rules/place/names.ts';
import { effect, type On, on, refuses } from './base.ts';

const onLeaving = <Result>(rule: (scene: On<'leave_picture'>) => Result) => on('leave_picture', rule);

const termsOf = ({ event }: On<'leave_picture'>) => noteTerms('picture', event.facts.settings);

export const leavingPictures = {
  guards: {
    /** Pictures of one visitor that stand (VH10). */
    mayLeaveMorePictures: onLeaving((scene) => scene.event.facts.ofVisitor < termsOf(scene).ofVisitorMax),
    ownsNote: on('take_back', ({ event }) => event.facts.actor !== null),
  },
  actions: {
    refuseMorePictures: refuses(
      onLeaving((scene) =>
        refusal('tier_capacity_exceeded', {
          max: termsOf(scene).ofVisitorMax,
          current: scene.event.facts.ofVisitor,
          of: 'pictures',
        }),
      ),
    ),
    /** Paid for good, as words are; a station that does not take the picture refuses the payment with it. */
    payForPicture: effect(
      onLeaving((scene) => post(visitorActor(scene.context.id), 'treasury', termsOf(scene).price, 'picture')),
    ),
    offerPicture: effect(
      onLeaving(({ context, event: { station, text, content, size } }) =>
        send(stationActor(station), { type: 'receive_picture', by: context.id, text, content, size }),
      ),
    ),
    /** What another has left is answered as what does not exist. */
    refuseUnknownNote: refuses(on('take_back', ({ event }) => refusal('not_found', { kind: 'note', id: event.note }))),
    takeBack: effect(
      on('take_back', ({ event: { facts } }) =>
        orNothing(facts.actor === null ? undefined : send(facts.actor, { type: 'take_back' })),
      ),
    ),
  },
} as const;

export const pictureCommands = {
  leave_picture: [
    { guard: not('mayLeaveMorePictures'), actions: 'refuseMorePictures' },
    { actions: ['payForPicture', 'offerPicture'] },
  ],
  take_back: [{ guard: not('ownsNote'), actions: 'refuseUnknownNote' }, { actions: 'takeBack' }],
} as const;
