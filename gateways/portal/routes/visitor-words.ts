/** A visitor's words: questions to residents, notes at places, wishes for the city; and how anybody reads them. */
import { z } from 'zod';
import type { MessageOf } from '../../../actors/facts.ts';
import type { VisitorCommands } from '../../../actors/kinds/visitor/messages.ts';
import { command } from '../../../actors/registry.ts';
import { commons, noteActor, questionActor } from '../../../actors/rules/place/names.ts';
import { view } from '../../../actors/views.ts';
import type { Command, ViewRequest } from '../../../engine/command.ts';
import { contentHash } from '../../../engine/ids.ts';
import { NoteGone, NoteLeft, Notes } from '../../answers/notes.ts';
import { Question, QuestionAfter, Questions } from '../../answers/questions.ts';
import { HandTerms } from '../../answers/visitors.ts';
import type { SlidingLog } from '../../limits/sliding-log.ts';
import { withKey } from '../../route/keyed-command.ts';
import { defineRoute, type Route } from '../../route/route.ts';
import { NoteId, Page, PlaceId, QuestionId, ResidentId, ShortText, WishText } from '../../schema/fields.ts';
import { NewPlaceId } from '../../schema/station-fields.ts';
import type { Visitor } from '../../visitors/sessions.ts';

type Said = MessageOf<VisitorCommands, 'ask' | 'leave_note'>;

/** `contents`: the texts that the event names by hash. */
const says = <Value>(
  { actor }: Visitor,
  event: Said,
  reply: ViewRequest<Value>,
  more: Pick<Command, 'contents'> = {},
): Command<Value> => command(actor, event, { caller: actor, reply, ...more });

const pageAfter = ({ limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined }) => ({
  limit,
  cursor: cursor ?? null,
});

/** Rate-limited, as all words of visitors are: nobody fills a resident's day, or a wall, with the requests of a minute. */
const askResident = (words: SlidingLog): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/visitors/questions',
    summary:
      'Ask a resident, who answers in its own time or never, for `QUESTION_PRICE` out of your wallet, which comes back when nobody answers',
    caller: 'visitor',
    body: z.strictObject({ resident: ResidentId, question: ShortText }),
    answer: QuestionAfter,
    status: 201,
    refusals: ['not_found', 'resident_dead', 'tier_capacity_exceeded', 'insufficient_credits'],
    perform: async ({ caller, body: { resident, question: text }, key }, city) =>
      words.take(caller.id) ??
      city.submit(
        withKey(says(caller, { type: 'ask', resident, text }, view('question_asked', { visitor: caller.id })), key),
      ),
  });

const getTerms = defineRoute({
  method: 'GET',
  path: '/v1/visitors/terms',
  summary: 'What questions, notes and wishes cost here, and how long they stand',
  caller: 'visitor',
  query: z.strictObject({}),
  answer: HandTerms,
  view: () => view('hand_terms', {}),
});

const getOwnQuestions = defineRoute({
  method: 'GET',
  path: '/v1/visitors/questions',
  summary: 'What you have asked and can still be read, with the answers, the newest first',
  caller: 'visitor',
  query: Page,
  answer: Questions,
  view: ({ caller, query }) => view('questions_of', { visitor: caller.id, ...pageAfter(query) }),
});

const getAnswers = defineRoute({
  method: 'GET',
  path: '/v1/residents/:id/questions',
  summary: 'What a resident has answered to visitors lately, the newest first',
  caller: 'public',
  isCounted: true,
  params: z.strictObject({ id: ResidentId }),
  answer: Questions,
  refusals: ['not_found'],
  view: ({ params: { id } }) => view('questions_answered', { resident: id }),
});

const leaveNote = (words: SlidingLog): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/visitors/notes',
    summary: 'Leave a few words at a place where strangers may walk, for `NOTE_PRICE` out of your wallet',
    caller: 'visitor',
    body: z.strictObject({ location: NewPlaceId, text: ShortText }),
    answer: NoteLeft,
    status: 201,
    refusals: ['not_found', 'tier_capacity_exceeded', 'insufficient_credits'],
    perform: async ({ caller, body: { location: place, text }, key }, city) => {
      const event = { type: 'leave_note', purpose: 'note', place, text, content: contentHash(text) } as const;
      const said = says(caller, event, view('note_left', { visitor: caller.id }), { contents: [text] });
      return words.take(caller.id) ?? city.submit(withKey(said, key));
    },
  });

const nameWish = (words: SlidingLog): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/visitors/wishes',
    summary: 'Name what you wish for the city, or near one of its places, for `WISH_PRICE` out of your wallet',
    caller: 'visitor',
    body: z.strictObject({
      wish: WishText,
      location: NewPlaceId.optional().meta({ description: 'Where; the Commons when absent' }),
    }),
    answer: NoteLeft,
    status: 201,
    refusals: ['not_found', 'tier_capacity_exceeded', 'insufficient_credits'],
    perform: async ({ caller, body: { wish: text, location: place = commons }, key }, city) => {
      const event = { type: 'leave_note', purpose: 'wish', place, text, content: contentHash(text) } as const;
      const said = says(caller, event, view('note_left', { visitor: caller.id }), { contents: [text] });
      return words.take(caller.id) ?? city.submit(withKey(said, key));
    },
  });

const getOwnNotes = defineRoute({
  method: 'GET',
  path: '/v1/visitors/notes',
  summary: 'Notes that you have left and wishes that you have named, as long as they stand, the newest first',
  caller: 'visitor',
  query: Page,
  answer: Notes,
  view: ({ caller, query }) => view('notes_of', { visitor: caller.id, ...pageAfter(query) }),
});

const getNotes = defineRoute({
  method: 'GET',
  path: '/v1/places/:id/notes',
  summary: 'What visitors have left and wished for at a public room, the newest first',
  caller: 'public',
  isCounted: true,
  params: z.strictObject({ id: PlaceId }),
  query: Page,
  answer: Notes,
  refusals: ['not_found'],
  view: ({ params: { id }, query }) => view('notes_at', { id, ...pageAfter(query) }),
});

const getWishes = defineRoute({
  method: 'GET',
  path: '/v1/wishes',
  summary: 'What visitors wish for the city, the newest first',
  caller: 'public',
  isCounted: true,
  query: Page,
  answer: Notes,
  view: ({ query }) => view('wishes', pageAfter(query)),
});

const takeDownNote = defineRoute({
  method: 'DELETE',
  path: '/v1/admin/notes/:id',
  summary: 'Take away a note or wish of a visitor; what it cost does not come back',
  caller: 'operator',
  params: z.strictObject({ id: NoteId }),
  answer: NoteGone,
  refusals: ['not_found'],
  command: ({ params: { id } }) =>
    command(noteActor(id), { type: 'take_down' }, { caller: 'operator', reply: view('note_gone', {}) }),
});

const takeDownQuestion = defineRoute({
  method: 'DELETE',
  path: '/v1/admin/questions/:id',
  summary: 'Take a question of a visitor out of the city, and its answer; what is held for it comes back',
  caller: 'operator',
  params: z.strictObject({ id: QuestionId }),
  answer: Question,
  refusals: ['not_found', 'invalid_state'],
  command: ({ params: { id } }) =>
    command(questionActor(id), { type: 'take_down' }, { caller: 'operator', reply: view('question', { id }) }),
});

/** `words`: the rate limit of visitors' words. */
export const visitorWordRoutes = (words: SlidingLog): readonly Route[] => [
  getTerms,
  askResident(words),
  getOwnQuestions,
  getAnswers,
  leaveNote(words),
  nameWish(words),
  getOwnNotes,
  getNotes,
  getWishes,
  takeDownNote,
  takeDownQuestion,
];
