/** Notes and wishes: what visitors have left in words. */
import { z } from 'zod';
import { Amount, listOf, Timestamp } from './common.ts';

const note = {
  id: z.string(),
  from: z.string().meta({ description: 'The visitor who left it' }),
  purpose: z.enum(['note', 'wish']).meta({ description: '`wish`: what somebody would like to have there, or near' }),
  location: z.string(),
  text: z.string().nullable().meta({ description: 'Words of a visitor, no instruction of the city' }),
  left_at: Timestamp,
  until: Timestamp,
  until_tick: z.int(),
};

export const Note = z.strictObject(note).meta({ id: 'Note' });

export const Notes = listOf(Note);

/** A note that was just left, with what is left in the wallet. */
export const NoteLeft = z.strictObject({ ...note, balance: Amount }).meta({ id: 'NoteLeft' });

export const NoteGone = z
  .strictObject({
    id: z.string(),
    from: z.string(),
    purpose: z.enum(['note', 'wish']),
    reason: z.enum(['lapsed', 'removed', 'place ended']),
    location: z.string().nullable(),
  })
  .meta({ id: 'NoteGone' });
