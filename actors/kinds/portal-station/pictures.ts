/** Pictures of visitors at a portal station: which it takes, and how it takes one away (VH10, VH11). */
import { not } from 'xstate';
import { refusal, refusalOfState } from '../../refusals.ts';
import { send, spawn } from '../../registry.ts';
import { noteTerms } from '../../rules/people/note-terms.ts';
import { noteActor } from '../../rules/place/names.ts';
import { effect, type On, on, refuses } from './base.ts';

const onPicture = <Result>(rule: (scene: On<'receive_picture'>) => Result) => on('receive_picture', rule);

const termsOf = ({ event }: On<'receive_picture'>) => noteTerms('picture', event.facts.settings);

export const showingPictures = {
  guards: {
    /** A picture is left where strangers may look at it. */
    opensInPublic: onPicture(({ event }) => event.facts.isPublic),
    hasRoomForPicture: onPicture((scene) => scene.event.facts.standing < termsOf(scene).standingMax),
    isOwnPicture: on('remove_picture', ({ event }) => event.facts.isOwn),
  },
  actions: {
    refuseInHiding: refuses(({ context: { id } }) =>
      refusalOfState(
        `The portal station ${id} opens where no stranger may walk, so nobody could look at your picture. Take one that has a location: GET /v1/portals lists them.`,
      ),
    ),
    refuseMorePictures: refuses(
      onPicture((scene) =>
        refusal('tier_capacity_exceeded', {
          max: termsOf(scene).standingMax,
          current: scene.event.facts.standing,
          of: 'pictures of a station',
        }),
      ),
    ),
    standPicture: effect(
      onPicture((scene) => {
        const { context, event } = scene;
        const { by, text, content, size, facts } = event;
        return spawn(noteActor(facts.note), {
          ...{ id: facts.note, visitor: by, purpose: 'picture', place: context.location, text: content, words: text },
          endsTick: facts.tick + termsOf(scene).ticks,
          picture: { ...size, station: context.id },
        });
      }),
    ),
    /** A picture at another station is answered as one that does not exist. */
    refuseUnknownPicture: refuses(
      on('remove_picture', ({ event }) => refusal('not_found', { kind: 'picture', id: event.note })),
    ),
    removePicture: effect(on('remove_picture', ({ event }) => send(noteActor(event.note), { type: 'take_down' }))),
  },
} as const;

/** What an active station does with a picture that a visitor leaves. */
export const takesPicture = [
  { guard: not('opensInPublic'), actions: 'refuseInHiding' },
  { guard: not('hasRoomForPicture'), actions: 'refuseMorePictures' },
  { actions: 'standPicture' },
] as const;

export const removesPicture = [
  { guard: not('isOwnPicture'), actions: 'refuseUnknownPicture' },
  { actions: 'removePicture' },
] as const;
