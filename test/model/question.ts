/** Questions, walked: asked by a visitor, answered by who was asked or not at all, taken down by the operator. */
import type { QuestionEvent } from '../../actors/kinds/question/facts.ts';
import { question } from '../../actors/kinds/question/index.ts';
import type { QuestionContext, QuestionInput } from '../../actors/kinds/question/messages.ts';
import { questionActor } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import { contentHash } from '../../engine/ids.ts';
import { present, rules } from './facts.ts';
import { defineModel, type Situation, type Variants } from './kind-model.ts';
import type { Refusal, Resident, Shown, Stage, Visitor } from './stage.ts';

interface Life {
  readonly name: string;
  readonly stage: Stage;
  readonly visitor: Visitor;
  readonly self: Resident;
  readonly other: Resident;
  readonly askedTick: number;
}

type At = Situation<QuestionContext>;

const text = 'Why?';
const answer = 'Because.';
const lapseTicks = rules['QUESTION_TICKS'] ?? 0;
const keptTicks = rules['QUESTION_KEPT_TICKS'] ?? 0;

const isAsked = ({ state }: At) => state === 'asked';
const stands = ({ state }: At) => state !== 'forgotten';
const isOver = ({ state }: At) => state === 'answered' || state === 'lapsed';

const answers = (by: string): QuestionEvent => ({
  type: 'is.answered',
  by,
  text: answer,
  answer: contentHash(answer),
  facts: present,
});

const answered = (by: Resident, { name }: Life): Promise<Refusal> =>
  by.post(`/v1/me/questions/${name}/answer`, { answer });

const variants: Variants<Life, QuestionEvent, QuestionContext> = {
  'is answered': { when: stands, hears: [answers('self')], play: (life) => answered(life.self, life) },
  'is answered by another': {
    when: isAsked,
    hears: [answers('other')],
    play: (life) => answered(life.other, life),
  },
  'is taken down': {
    when: stands,
    hears: [{ type: 'take_down', facts: present }],
    play: async ({ stage, name }) => (await stage.operate('DELETE', `/v1/admin/questions/${name}`)).refusal,
  },
  'is not answered': {
    when: isAsked,
    hears: [{ type: 'question.lapses', facts: present }],
    play: ({ stage, askedTick }) => stage.passTo(askedTick + lapseTicks),
  },
  'loses who was asked': {
    when: isAsked,
    hears: [{ type: 'resident.ended', facts: present }],
    play: async ({ stage, self }) => {
      await self.make('/v1/me/shutdown', { confirm: true });
      return stage.passTick();
    },
  },
  'is forgotten': {
    when: isOver,
    hears: [{ type: 'forgotten', facts: present }],
    play: ({ stage }) => stage.passTo(stage.tick + keptTicks),
  },
};

async function begin(stage: Stage): Promise<Life> {
  const self = await stage.found('Self', { credits: 500, lifespanTicks: 288 });
  const other = await stage.found('Other', { credits: 500, lifespanTicks: 288 });
  const visitor = await stage.register();
  const made = await visitor.make('/v1/visitors/questions', { resident: self.id, question: text });
  return { name: String(made['id']), stage, visitor, self, other, askedTick: stage.tick };
}

async function shown({ stage, name }: Life): Promise<Shown> {
  if (stage.hasLeft(questionActor(name))) return { has_left: true };
  return stage.view(view('question', { id: name }));
}

const input: QuestionInput = {
  id: 'question_1',
  visitor: 'visitor',
  resident: 'self',
  text,
  price: rules['QUESTION_PRICE'] ?? 0,
};

export const questionModel = defineModel({
  kind: question,
  births: { 'a question': { ...input, facts: present } },
  project: ({ state, context }: At) => `${state} ${context.answer !== null}`,
  variants,
  begin,
  shown,
  foretold: ({ state, context }: At, { name, visitor, self }) =>
    state === 'forgotten'
      ? { has_left: true }
      : {
          ...{ id: name, from: visitor.id, to: self.id, status: state, question: text, price: input.price / 1000 },
          answer: context.answer === null ? null : answer,
        },
});
