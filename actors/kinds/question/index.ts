/** The question as a kind of actor. */
import { indexes } from '../../indexes.ts';
import { defineKind, type RulesOf } from '../../kind-declaration.ts';
import { residentActor } from '../../rules/place/names.ts';
import { questionEvents } from './facts.ts';
import { questionMachine } from './machine.ts';
import { isAsked } from './state.ts';

const rules: RulesOf<'question', typeof questionMachine> = {
  machine: questionMachine,
  wakeOrder: ['question.lapses'],
  indexes: {
    [indexes.questionsTo]: ({ state, context: { resident } }) => `${state} ${resident}`,
    [indexes.questionsOf]: (image) => {
      const { visitor } = image.context;
      return isAsked(image) ? [visitor, `asked ${visitor}`] : visitor;
    },
    [indexes.questionsFrom]: (image) => (isAsked(image) ? image.context.network : undefined),
  },
  dependsOn: (image) => (isAsked(image) ? { resident: residentActor(image.context.resident) } : {}),
  supervision: { failuresMax: 3, withinTicks: 6, essential: () => false },
};

export const question = defineKind('question', rules, questionEvents);
