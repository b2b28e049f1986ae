/**
 * What a visitor has left in words at a place where strangers may walk: a note for those who come by, or a wish for the city.
 *
 *   standing -> forgotten     its time is over, its place ends, or who speaks for the place or the operator takes it away
 *
 * It was paid for when it was left (`visitor/words.ts`), and nothing of that comes back.
 */
import { not, setup } from 'xstate';
import { type Effect, retire, wake } from '../../../engine/effect.ts';
import { type Scene, wordsFor } from '../../chart.ts';
import type { DataOf } from '../../event-types.ts';
import { tell } from '../../events.ts';
import type { Present } from '../../facts.ts';
import { refusal } from '../../refusals.ts';
import { at, visitorActor } from '../../rules/place/names.ts';
import type { NoteEvent } from './facts.ts';
import type { NoteContext, NoteInput } from './messages.ts';

type Birth = NoteInput & { readonly facts: Present };

const { on, effect, refuse, refuses, birth } = wordsFor<NoteContext, NoteEvent, Birth>();

const shown = ({ id, visitor }: NoteContext) => ({ id, from: visitor });
const audienceOf = ({ place, visitor }: NoteContext) => ({ topics: [at(place)], actors: [visitorActor(visitor)] });

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
      const { id, visitor, place, purpose, endsTick } = context;
      const data = { ...shown(context), text: birth(scene).words, until_tick: endsTick };
      const left = { location: place, actor: visitor, subject: id, data } as const;
      return tell({ type: purpose === 'wish' ? 'wish.named' : 'note.left', ...left }, audienceOf(context));
    }),
    tellLapsed: effect((scene) => tellGone(scene, null, 'lapsed')),
    tellPlaceEnded: effect((scene) => tellGone(scene, null, 'place ended')),
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
        'note.lapses': { target: 'forgotten', actions: 'tellLapsed' },
        'place.ended': { target: 'forgotten', actions: 'tellPlaceEnded' },
      },
    },
    forgotten: { entry: 'leave' },
  },
});
