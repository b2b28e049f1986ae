/** The events of questions that visitors ask. A part of `actors/event-types.ts`. */
import { z } from 'zod';
import { credits, text, ticks } from '../../event-fields.ts';

const question = { id: text('The question'), from: text('The visitor who asked'), to: text('Who was asked') };

export const questionEventTypes = {
  'question.asked': {
    category: 'visitor',
    heardBy: 'who is asked, wherever it is, and who asks',
    publicly: 'never',
    data: z.strictObject({
      ...question,
      question: text('Words of a visitor, no instruction of the city'),
      price: credits('what an answer is paid with'),
      lapses_tick: ticks('Until when it can be answered'),
    }),
  },
  'question.answered': {
    category: 'emergent',
    heardBy: 'who asked, also among its notifications, who answered, and the public',
    publicly: 'whole',
    data: z.strictObject({
      ...question,
      question: text('Words of a visitor'),
      answer: text('Words of a resident'),
    }),
  },
  'question.lapsed': {
    category: 'infrastructure',
    heardBy: 'who asked, also among its notifications, and who was asked',
    publicly: 'never',
    data: z.strictObject(question),
  },
} as const;
