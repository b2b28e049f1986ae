/** What a question must know to decide, beyond what it keeps and hears (T6). */
import type { Heard } from '../../facts.ts';
import type { EventRules } from '../../kind-declaration.ts';
import type { InboxOf } from '../../registry.ts';

export type QuestionEvent = Heard<InboxOf<'question'>>;

export const questionEvents: EventRules<'question', object> = {
  'is.answered': { command: false },
  take_down: { command: true },
  'question.lapses': { command: false },
  forgotten: { command: false },
  'resident.ended': { command: false },
};
