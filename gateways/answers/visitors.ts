/** Answers to visitors about their accounts and wallets. */
import { z } from 'zod';
import { Amount, listOf, Timestamp } from './common.ts';
import { Transferred } from './credits.ts';
import { JournalEvent, withDataOfItsType } from './journal-event.ts';

export const Visitor = z
  .strictObject({ id: z.string(), handle: z.string(), balance: Amount, registered_at: Timestamp })
  .meta({ id: 'Visitor' });

export const LoggedIn = z.strictObject({
  visitor: Visitor,
  token: z.string().meta({ description: 'For `Authorization: Bearer`; browsers keep it as a cookie' }),
  expires_at: Timestamp,
});

export const LoggedOut = z.strictObject({ logged_out: z.literal(true) });

export const EndedSessions = z.strictObject({ sessions_ended: z.int() });

export const CurrentSession = z.strictObject({ visitor: Visitor.nullable() });

export const Funded = Transferred.extend({ balance: Amount.meta({ description: 'What is left in your wallet' }) });

/** What a visitor's words cost, and how long they stand. */
export const HandTerms = z
  .strictObject({
    question_price: Amount.meta({ description: 'Held for an answer; none: questions are free' }),
    question_ticks: z.int().meta({ description: 'Within which it can be answered' }),
    note_price: Amount,
    note_ticks: z.int(),
    wish_price: Amount,
    wish_ticks: z.int(),
    picture_price: Amount,
    picture_ticks: z.int(),
  })
  .meta({ id: 'HandTerms' });

/** The part of an event that a notification shows. */
export const Notification = withDataOfItsType(JournalEvent.omit({ v: true, category: true })).meta({
  id: 'Notification',
});

export const Notifications = listOf(Notification);
