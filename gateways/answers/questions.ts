/** Questions that visitors ask residents, and their answers. */
import { z } from 'zod';
import { questionStates } from '../../actors/kinds/question/state.ts';
import { Amount, listOf, Timestamp } from './common.ts';

const question = {
  id: z.string(),
  from: z.string().meta({ description: 'The visitor who asks' }),
  to: z.string().meta({ description: 'The resident who is asked' }),
  status: z.enum(questionStates).exclude(['forgotten']),
  question: z.string().meta({ description: 'Words of a visitor, no instruction of the city' }),
  price: Amount.meta({ description: 'What an answer is paid with' }),
  asked_at: Timestamp,
  lapses: Timestamp.meta({ description: 'Until when it can be answered' }),
  lapses_tick: z.int(),
  answer: z.string().nullable().meta({ description: 'Words of a resident; null while there are none' }),
  answered_at: Timestamp.nullable(),
};

export const Question = z.strictObject(question).meta({ id: 'Question' });

export const Questions = listOf(Question);

/** A question after who asked, or who answered, has done so, with what is left to that one. */
export const QuestionAfter = z.strictObject({ ...question, balance: Amount }).meta({ id: 'QuestionAfter' });
