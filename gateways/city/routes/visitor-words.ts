/** What visitors have said to residents: questions to the caller, notes and wishes where it is, and the wishes of the whole city. */
import { z } from 'zod';
import { view } from '../../../actors/views.ts';
import { NoteGone, Notes } from '../../answers/notes.ts';
import { QuestionAfter, Questions } from '../../answers/questions.ts';
import { defineRoute, type Route } from '../../route/route.ts';
import { NoteId, Page, QuestionId, ShortText } from '../../schema/fields.ts';
import { act, seenHere, Texts } from './ask.ts';

const getQuestions = defineRoute({
  method: 'GET',
  path: '/v1/me/questions',
  summary: 'What visitors have asked you and you have not answered, who asked first first; you need not answer',
  caller: 'resident',
  query: Page,
  answer: Questions,
  view: ({ caller, query }) => view('questions_asked', seenHere(caller, query)),
});

const answerQuestion = defineRoute({
  method: 'POST',
  path: '/v1/me/questions/:id/answer',
  summary: 'Answer a question of a visitor, from anywhere, for the price of a message; anybody may read it then',
  caller: 'resident',
  price: (caller, prices) => (caller.atHome ? 0 : prices.broadcast),
  params: z.strictObject({ id: QuestionId }),
  body: z.strictObject({ answer: ShortText }),
  answer: QuestionAfter,
  status: 201,
  refusals: ['not_found', 'invalid_state'],
  refusedWhen: { invalid_state: 'it is answered, or has lapsed' },
  command: ({ caller, params: { id }, body: { answer: text } }) => {
    const texts = new Texts();
    const event = { type: 'answer_question', question: id, text, answer: texts.hash(text) } as const;
    return act(caller, event, view('question_answered', { id, resident: caller.id }), texts);
  },
});

const getNotes = defineRoute({
  method: 'GET',
  path: '/v1/location/notes',
  summary:
    'What visitors have left and wished for where you are, pictures at portal stations among it, the newest first',
  caller: 'resident',
  query: Page,
  answer: Notes,
  view: ({ caller, query }) => view('notes_here', seenHere(caller, query)),
});

const removeNote = defineRoute({
  method: 'DELETE',
  path: '/v1/location/notes/:id',
  summary: 'Take away what a visitor has left at a place that you speak for, from anywhere',
  caller: 'resident',
  params: z.strictObject({ id: NoteId }),
  answer: NoteGone,
  refusals: ['not_found', 'not_representative'],
  command: ({ caller, params: { id: note } }) => act(caller, { type: 'remove_note', note }, view('note_gone', {})),
});

const getWishes = defineRoute({
  method: 'GET',
  path: '/v1/wishes',
  summary: 'What visitors wish for the city, the newest first; whoever builds may heed it',
  caller: 'resident',
  query: Page,
  answer: Notes,
  view: ({ query: { limit, cursor } }) => view('wishes', { limit, cursor: cursor ?? null }),
});

export const visitorWordRoutes: readonly Route[] = [getQuestions, answerQuestion, getNotes, removeNote, getWishes];
