/** What a visitor can do in the city besides souls: answers of the Portal Gateway, and its requests, a line for each. */
import * as z from 'zod/mini';
import type * as jobs from '../../gateways/answers/jobs.ts';
import type * as notes from '../../gateways/answers/notes.ts';
import type * as questions from '../../gateways/answers/questions.ts';
import type * as visitors from '../../gateways/answers/visitors.ts';
import { api } from './api.ts';
import { pageOf, pagePath } from './lists.ts';
import { partOf } from './part-of.ts';

export const HandTerms = partOf<typeof visitors.HandTerms>()(
  z.object({
    question_price: z.number(),
    question_ticks: z.int(),
    note_price: z.number(),
    note_ticks: z.int(),
    wish_price: z.number(),
    wish_ticks: z.int(),
    picture_price: z.number(),
    picture_ticks: z.int(),
  }),
);
export type HandTerms = z.infer<typeof HandTerms>;

export const Question = partOf<typeof questions.Question>()(
  z.object({
    id: z.string(),
    to: z.string(),
    status: z.enum(['asked', 'answered', 'lapsed']),
    question: z.string(),
    asked_at: z.string(),
    answer: z.nullable(z.string()),
    answered_at: z.nullable(z.string()),
  }),
);
export type Question = z.infer<typeof Question>;

export const Note = partOf<typeof notes.Note>()(
  z.object({
    id: z.string(),
    from: z.string(),
    purpose: z.enum(['note', 'wish', 'picture']),
    location: z.string(),
    text: z.nullable(z.string()),
    picture: z.nullable(z.object({ station: z.string(), width: z.int(), height: z.int() })),
    left_at: z.string(),
  }),
);
export type Note = z.infer<typeof Note>;

export const Job = partOf<typeof jobs.Job>()(
  z.object({
    id: z.string(),
    location: z.string(),
    title: z.string(),
    reward: z.number(),
    status: z.enum(['open', 'claimed', 'submitted', 'completed', 'expired', 'cancelled']),
    claimer: z.nullable(z.string()),
    work: z.optional(z.nullable(z.string())),
  }),
);
export type Job = z.infer<typeof Job>;

const After = z.object({ balance: z.number() });
const QuestionAfter = partOf<typeof questions.QuestionAfter>()(After);
const NoteLeft = partOf<typeof notes.NoteLeft>()(After);
const NoteGone = partOf<typeof notes.NoteGone>()(z.object({ id: z.string() }));
const JobAfter = partOf<typeof jobs.JobAfter>()(After);

/** Items of a list that a page shows. */
const shownMax = 50;

const part = encodeURIComponent;
const list = (path: string) => pagePath(path, shownMax, null);

export interface NewJob {
  readonly location: string;
  readonly title: string;
  readonly description: string;
  readonly reward: number;
}

export const hand = {
  terms: () => api.get('/v1/visitors/terms', HandTerms),
  ask: (resident: string, question: string, key: string) =>
    api.post('/v1/visitors/questions', { resident, question }, QuestionAfter, { key }),
  ownQuestions: () => api.get(list('/v1/visitors/questions'), pageOf(Question)),
  answers: (resident: string) => api.get(`/v1/residents/${part(resident)}/questions`, pageOf(Question)),
  leave: (location: string, text: string, key: string) =>
    api.post('/v1/visitors/notes', { location, text }, NoteLeft, { key }),
  wish: (location: string, wish: string, key: string) =>
    api.post('/v1/visitors/wishes', { location, wish }, NoteLeft, { key }),
  ownNotes: () => api.get(list('/v1/visitors/notes'), pageOf(Note)),
  /** `jpeg`: in Base64. */
  leavePicture: (station: string, text: string, jpeg: string, key: string) =>
    api.post('/v1/visitors/pictures', { station, text, jpeg }, NoteLeft, { key }),
  takeBack: (note: string) => api.remove(`/v1/visitors/notes/${part(note)}`, NoteGone),
  picturesAt: (station: string) => api.get(list(`/v1/portals/${part(station)}/pictures`), pageOf(Note)),
  notesAt: (place: string) => api.get(list(`/v1/places/${part(place)}/notes`), pageOf(Note)),
  postJob: (job: NewJob, key: string) => api.post('/v1/visitors/jobs', job, JobAfter, { key }),
  ownJobs: () => api.get(list('/v1/visitors/jobs'), pageOf(Job)),
  accept: (job: string) => api.post(`/v1/visitors/jobs/${part(job)}/accept`, {}, JobAfter),
  reject: (job: string, reason: string) => api.post(`/v1/visitors/jobs/${part(job)}/reject`, { reason }, JobAfter),
} as const;
