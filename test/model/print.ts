/** Prints, walked: asked for by a resident at a portal, answered or not, at a station that may be closed. */

import type { PrintEvent } from '../../actors/kinds/print/facts.ts';
import { print } from '../../actors/kinds/print/index.ts';
import type { PrintContext, PrintInput } from '../../actors/kinds/print/messages.ts';
import { homeOf, printActor, residentActor } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import { contentHash } from '../../engine/ids.ts';
import { present, rules } from './facts.ts';
import { defineModel, type Situation, type Variants } from './kind-model.ts';
import type { Refusal, Resident, Shown, Stage, Station } from './stage.ts';

interface Life {
  readonly name: string;
  readonly stage: Stage;
  readonly station: Station;
  readonly self: Resident;
  readonly askedTick: number;
}

type At = Situation<PrintContext>;

const text = 'A poem.';
const keptTicks = rules['PRINT_KEPT_TICKS'] ?? 0;
const answerTicks = rules['PRINT_ANSWER_TICKS'] ?? 0;

const isQueued = ({ state }: At) => state === 'queued';
const isOver = ({ state }: At) => state === 'printed' || state === 'failed';

const payee = { ...present, payee: residentActor('self') };
const answered = (status: 'printed' | 'failed'): PrintEvent => ({ type: 'answered', status, facts: payee });
const windowOver: PrintEvent = { type: 'window.over', facts: present };
const forgotten: PrintEvent = { type: 'forgotten', facts: present };

/** One that has failed may have lost its station, and that its token. */
const isAnswerable = ({ state }: At) => state === 'queued' || state === 'printed';

const variants: Variants<Life, PrintEvent, PrintContext> = {
  'is printed': {
    when: isAnswerable,
    hears: [answered('printed')],
    play: ({ station, name }) => station.answer(name, 'printed'),
  },
  'cannot be printed': {
    when: isAnswerable,
    hears: [answered('failed')],
    play: ({ station, name }) => station.answer(name, 'failed'),
  },
  'is not answered': {
    when: isQueued,
    hears: [windowOver, { type: 'print.expires', facts: payee }],
    play: ({ stage, askedTick }): Promise<Refusal> => stage.passTo(askedTick + answerTicks),
  },
  'loses its station': {
    when: isQueued,
    hears: [{ type: 'station.ended', facts: payee }],
    play: async ({ stage, station }) => (await stage.operate('DELETE', `/v1/portals/${station.id}`)).refusal,
  },
  'counts no more, and is forgotten': {
    when: (at) => isOver(at) && at.context.isCounted,
    hears: [windowOver, forgotten],
    play: ({ stage }) => stage.passTo(stage.tick + keptTicks),
  },
  'is forgotten': {
    when: (at) => isOver(at) && !at.context.isCounted,
    hears: [forgotten],
    play: ({ stage }) => stage.passTo(stage.tick + keptTicks),
  },
};

async function begin(stage: Stage): Promise<Life> {
  const self = await stage.found('Self', { credits: 100, lifespanTicks: 288 });
  const station = await stage.stationAt(homeOf(self.id));
  const made = await self.make('/v1/portals/print', { content: text });
  return { name: String(made['id']), stage, station, self, askedTick: stage.tick };
}

async function shown({ stage, station, name }: Life): Promise<Shown> {
  if (stage.hasLeft(printActor(name))) return { has_left: true };
  return stage.view(view('print', { station: station.id, id: name }));
}

const input: PrintInput = {
  id: 'print_1',
  station: 'library-1',
  place: homeOf('self'),
  payer: residentActor('self'),
  content: contentHash(text),
  fee: rules['PRINT_COST'] ?? 0,
};

export const printModel = defineModel({
  kind: print,
  births: { 'a print': { ...input, facts: present } },
  project: ({ state, context }: At) => `${state} ${context.isCounted}`,
  variants,
  begin,
  shown,
  foretold: ({ state }: At, { name, station, self }) =>
    state === 'forgotten'
      ? { has_left: true }
      : { id: name, station: station.id, by: self.id, status: state, content: text, cost: input.fee / 1000 },
});
