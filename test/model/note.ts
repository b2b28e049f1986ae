/** Notes, walked: left by a visitor at a pod, gone with time or the place, taken away by who speaks for it or the operator. */
import { z } from 'zod';
import type { NoteEvent } from '../../actors/kinds/note/facts.ts';
import { note } from '../../actors/kinds/note/index.ts';
import type { NoteContext, NoteInput } from '../../actors/kinds/note/messages.ts';
import { command } from '../../actors/registry.ts';
import { noteActor } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import { contentHash } from '../../engine/ids.ts';
import { buildPod } from './building.ts';
import { present, rules } from './facts.ts';
import { defineModel, type Situation, type Variants } from './kind-model.ts';
import { runDry } from './pod-life.ts';
import type { Resident, Shown, Stage, Visitor } from './stage.ts';

interface Life {
  readonly name: string;
  readonly stage: Stage;
  readonly visitor: Visitor;
  readonly owner: Resident;
  readonly other: Resident;
  readonly place: string;
  readonly leftTick: number;
}

type At = Situation<NoteContext>;

const text = 'A library here.';
const noteTicks = rules['NOTE_TICKS'] ?? 0;
const stands = ({ state }: At) => state === 'standing';

/** With an event that no note takes. */
type ChartEvent = NoteEvent | { readonly type: 'paid'; readonly facts: object };

const removes = (by: string): ChartEvent => ({
  type: 'remove_note',
  by,
  facts: { ...present, representative: 'owner' },
});

const variants: Variants<Life, ChartEvent, NoteContext> = {
  'is taken away by who speaks for its place': {
    when: stands,
    hears: [removes('owner')],
    play: ({ owner, name }) => owner.remove(`/v1/location/notes/${name}`),
  },
  'is taken away by another': {
    when: stands,
    hears: [removes('other')],
    play: ({ other, name }) => other.remove(`/v1/location/notes/${name}`),
  },
  'is taken down by the operator': {
    when: stands,
    hears: [{ type: 'take_down', facts: present }],
    play: async ({ stage, name }) => (await stage.operate('DELETE', `/v1/admin/notes/${name}`)).refusal,
  },
  'is taken back by who left it': {
    when: stands,
    hears: [{ type: 'take_back', facts: present }],
    play: ({ visitor, name }) => visitor.remove(`/v1/visitors/notes/${name}`),
  },
  lapses: {
    when: stands,
    hears: [{ type: 'note.lapses', facts: present }],
    play: async ({ stage, owner, place, leftTick }) => {
      await owner.make(`/v1/credits/pools/${place}/fund`, { amount: 2 * noteTicks });
      return stage.passTo(leftTick + noteTicks);
    },
  },
  'hears what it does not know': {
    when: stands,
    hears: [{ type: 'paid', facts: present }],
    behind: 'nobody says such a thing to a note',
    play: ({ stage, name }) =>
      stage.submit({ to: noteActor(name), caller: 'city', event: { type: 'paid', from: 'x-1', amount: 1 } }),
  },
  'loses its station': {
    when: stands,
    hears: [{ type: 'station.ended', facts: present }],
    behind: 'only a picture has a station; it goes as a note does',
    play: ({ stage, name }) => stage.submit(command(noteActor(name), { type: 'station.ended' }, { caller: 'city' })),
  },
  'loses its place': {
    when: stands,
    hears: [{ type: 'place.ended', facts: present }],
    play: ({ stage, owner, place }) => runDry(stage, owner, place),
  },
};

const input: NoteInput = {
  ...{ id: 'note_1', visitor: 'visitor', purpose: 'note', place: 'shop', text: contentHash(text), words: text },
  endsTick: noteTicks,
};

async function begin(stage: Stage): Promise<Life> {
  const owner = await stage.found('Owner', { credits: 1_000, lifespanTicks: 288 });
  const other = await stage.found('Other', { credits: 100, lifespanTicks: 288 });
  const { id: place } = await buildPod(owner, { funding: 5 });
  const visitor = await stage.register();
  await stage.grant(visitor, 5);
  const made = await visitor.make('/v1/visitors/notes', { location: place, text });
  return { name: String(made['id']), stage, visitor, owner, other, place, leftTick: stage.tick };
}

async function shown({ stage, name, place }: Life): Promise<Shown> {
  if (stage.hasLeft(noteActor(name))) return { has_left: true };
  const { items } = Page.parse(await stage.view(view('notes_at', { id: place, limit: 10, cursor: null })));
  return items.find(({ id }) => id === name) ?? {};
}

const Page = z.looseObject({ items: z.array(z.looseObject({ id: z.string() })) });

export const noteModel = defineModel({
  kind: note,
  births: { 'a note': { ...input, facts: present } },
  project: ({ state }: At) => state,
  variants,
  begin,
  shown,
  foretold: ({ state }: At, { name, visitor, place }) =>
    state === 'forgotten' ? { has_left: true } : { id: name, from: visitor.id, purpose: 'note', location: place, text },
});
