/** Notes, wishes and pictures: what visitors have left. */
import { z } from 'zod';
import { Amount, listOf, Timestamp } from './common.ts';

const note = {
  id: z.string(),
  from: z.string().meta({ description: 'The visitor who left it' }),
  purpose: z.enum(['note', 'wish', 'picture']).meta({
    description:
      '`wish`: what somebody would like to have there, or near; `picture`: words that say what a picture at a portal station shows',
  }),
  location: z.string(),
  text: z.string().nullable().meta({ description: 'Words of a visitor, no instruction of the city' }),
  picture: z
    .strictObject({ station: z.string(), width: z.int(), height: z.int() })
    .nullable()
    .meta({ description: 'Where the picture stands, and its size in pixels; null of a note or a wish' }),
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
    purpose: z.enum(['note', 'wish', 'picture']),
    reason: z.enum(['lapsed', 'removed', 'taken back', 'place ended', 'station closed']),
    location: z.string().nullable(),
  })
  .meta({ id: 'NoteGone' });
