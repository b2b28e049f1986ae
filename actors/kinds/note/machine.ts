/**
 * What a visitor has left at a place where strangers may walk: a note for those who come by, a wish for the city, or a picture at a portal
 * station, with words that say what it shows.
 *
 *   standing -> forgotten     its time is over, its place or its station ends, or it is taken away by who left it, by who speaks for the
 *                             place, by its station or by the operator
 *
 * It was paid for when it was left (`visitor/words.ts`, `visitor/pictures.ts`), and nothing of that comes back.
 */
import { not, setup } from 'xstate';
import { type Effect, retire, wake } from '../../../engine/effect.ts';
import { type Scene, wordsFor } from '../../chart.ts';
import type { DataOf } from '../../event-types.ts';
import { tell } from '../../events.ts';
import type { Present } from '../../facts.ts';
import { refusal } from '../../refusals.ts';
import { at, stationActor, visitorActor } from '../../rules/place/names.ts';
import type { NoteEvent } from './facts.ts';
import type { NoteContext, NoteInput } from './messages.ts';

type Birth = NoteInput & { readonly facts: Present };

const { on, effect, refuse, refuses, birth } = wordsFor<NoteContext, NoteEvent, Birth>();

const shown = ({ id, visitor }: NoteContext) => ({ id, from: visitor });

/** Of a picture the station hears too, and shows it among what happened there (PS6). */
function audienceOf({ place, visitor, picture }: NoteContext) {
  const stations = picture === undefined ? [] : [stationActor(picture.station)];
  return { topics: [at(place)], actors: [visitorActor(visitor), ...stations], letters: stations };
}

function tellGone(
  { context }: Scene<NoteContext, NoteEvent>,
  by: string | null,
  reason: DataOf<'note.gone'>['reason'],
) {
  const { id, place, purpose } = context;
  const data = { ...shown(context), purpose, reason };
  return tell({ type: 'note.gone', location: place, actor: by, subject: id, data }, audienceOf(context));
}

const machine = setup({
  types: {
    context: {} as NoteContext,
    events: {} as NoteEvent,
    emitted: {} as Effect,
    input: {} as Birth,
  },
  guards: {
    /** Who speaks for its place may take it away (VH9). */
    byRepresentative: on('remove_note', ({ event }) => event.by === event.facts.representative),
  },
  actions: {
    refuse,
    refuseOthers: refuses(
      on('remove_note', ({ event }) => refusal('not_representative', { representative: event.facts.representative })),
    ),
    awaitEnd: effect(({ context }) => wake(context.endsTick, { type: 'note.lapses' })),
    tellLeft: effect((scene) => {
      const { context } = scene;
      const { id, visitor, place, purpose, endsTick, picture } = context;
      const data = { ...shown(context), text: birth(scene).words, until_tick: endsTick };
      const left = { location: place, actor: visitor, subject: id } as const;
      if (picture === undefined)
        return tell({ type: purpose === 'wish' ? 'wish.named' : 'note.left', ...left, data }, audienceOf(context));
      const standing = { ...data, station: picture.station };
      return tell({ type: 'picture.left', ...left, data: standing }, audienceOf(context));
    }),
    tellLapsed: effect((scene) => tellGone(scene, null, 'lapsed')),
    tellPlaceEnded: effect((scene) => tellGone(scene, null, 'place ended')),
    tellStationClosed: effect((scene) => tellGone(scene, null, 'station closed')),
    tellTakenBack: effect((scene) => tellGone(scene, scene.context.visitor, 'taken back')),
    tellTakenDown: effect((scene) => tellGone(scene, null, 'removed')),
    tellRemoved: effect(on('remove_note', (scene) => tellGone(scene, scene.event.by, 'removed'))),
    leave: effect(() => retire),
  },
});

export const noteMachine = machine.createMachine({
  id: 'note',
  context: ({ input: { facts, words: _, ...note } }) => ({ ...note, leftAt: facts.at }),
  initial: 'standing',
  entry: ['awaitEnd', 'tellLeft'],
  on: { '*': { actions: { type: 'refuse', params: { code: 'invalid_state' } } } },
  states: {
    standing: {
      on: {
        remove_note: [
          { guard: not('byRepresentative'), actions: 'refuseOthers' },
          { target: 'forgotten', actions: 'tellRemoved' },
        ],
        take_down: { target: 'forgotten', actions: 'tellTakenDown' },
        take_back: { target: 'forgotten', actions: 'tellTakenBack' },
        'note.lapses': { target: 'forgotten', actions: 'tellLapsed' },
        'place.ended': { target: 'forgotten', actions: 'tellPlaceEnded' },
        'station.ended': { target: 'forgotten', actions: 'tellStationClosed' },
      },
    },
    forgotten: { entry: 'leave' },
  },
});
