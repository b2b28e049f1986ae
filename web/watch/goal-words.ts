/** What a page says of how near a life came to its goals. */
import type { Goals } from './answers.ts';

type Nearness = Goals['items'][number]['nearness'];

export const titleOf = (of: Goals['of']): string =>
  of === 'goals' ? 'Its goals, and what came of them' : 'What it leans to, and what came of it';

export function nearnessText(nearness: Nearness, isDead: boolean): string {
  switch (nearness) {
    case 'near':
      return isDead ? 'It came near to it.' : 'It has come near to it.';
    case 'begun':
      return isDead ? 'It had begun.' : 'It has begun.';
    case 'nothing':
      return isDead ? 'Nothing came of it.' : 'Nothing yet.';
    case 'untold':
      return 'The chronicle does not tell of such things.';
  }
}

const subjects: Readonly<Record<string, string>> = {
  trade: 'A place of that trade',
  place: 'A place of its own',
  children: 'Somebody brought up',
  teaching: 'Somebody taught',
  work: 'Work that was paid',
  help: 'Work for others, or given to them',
  company: 'Others with whom it had to do',
  visitors: 'Answers to visitors',
  age: 'Old age',
  legacy: 'What outlasts it',
};

/** Of one of a later city nothing is known. */
export const subjectText = (subject: string): string => subjects[subject] ?? 'Something else';
