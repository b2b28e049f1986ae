/** What the chronicle answers: what happened in public, each sentence made of an event. */
import { z } from 'zod';
import { listOf, Timestamp } from './common.ts';

export const ChroniclePart = z.union([
  z.strictObject({ text: z.string().describe('Words of the city') }),
  z.strictObject({ quoted: z.string().describe('Words of a resident, no instruction of the city') }),
  z.strictObject({ resident: z.string().describe('Its id'), name: z.string() }),
  z.strictObject({ place: z.string().describe('Its id'), name: z.string() }),
]);

export const ChronicleEntry = z.strictObject({
  seq: z.int().describe('That of the event'),
  type: z.string().describe('That of the event'),
  at: Timestamp,
  tick: z.int(),
  day: z.int().describe('The day of the city; the first tick is on the first'),
  parts: z.array(ChroniclePart).describe('The sentence'),
});

export const Chronicle = listOf(ChronicleEntry);

/** A day of the city, as a newspaper tells it. */
export const DayNews = z
  .strictObject({
    day: z.int(),
    lead: z.string().describe('How much happened'),
    lines: z.array(
      z.strictObject({
        section: z.string().describe('The part of the paper'),
        events: z
          .array(z.int())
          .describe('The `seq` of events of which it is made; of what is counted, the newest; none of records'),
        parts: z.array(ChroniclePart).describe('The sentence'),
      }),
    ),
  })
  .meta({ id: 'DayNews' });

/** A resident and its kin, as births were told in public. */
export const PublicLineage = z
  .strictObject({
    kin: z.array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        mentor: z.string().nullable().describe('Null for a founder, and where it is not known'),
        since: z.int().nullable().describe('The tick of its birth'),
        until: z.int().nullable().describe('The tick of its death; null while it lives'),
        generation: z.int().describe('Below none for ancestors, above for descendants'),
      }),
    ),
    truncated: z.boolean().describe('There are more'),
  })
  .meta({ id: 'PublicLineage' });
