/** The fields of routes about portal stations. */
import { z } from 'zod';
import { parsePlaceId, parsePrintId, parseStationId } from '../../engine/ids.ts';
import { isJpeg } from '../stations/jpeg.ts';
import { Amount, identifier, Timestamp } from './fields.ts';

export { Amount, DisplayName, listOf, Page, Text, Timestamp } from './fields.ts';

export const StationId = identifier(
  parseStationId,
  { code: 'not_found', kind: 'portal-station' },
  'Id of a portal station',
);
export const PrintId = identifier(parsePrintId, { code: 'not_found', kind: 'print' }, 'Id of a print');
export const NewPlaceId = identifier(parsePlaceId, { code: 'not_found', kind: 'location' }, 'Id of a place');

export const OfStation = z.strictObject({ id: StationId });

export const Station = z
  .looseObject({
    id: z.string(),
    name: z.string(),
    place: z.string().meta({ description: 'Where it stands in the world outside' }),
    location: z.string().nullable().meta({ description: 'The place of the city; null where strangers may not walk' }),
    status: z.enum(['active', 'inactive', 'closed']),
    shows_picture: z.boolean().meta({ description: 'Anybody may look at its newest picture' }),
    registered_at: Timestamp,
  })
  .meta({ id: 'PortalStation' });

export const Print = z
  .looseObject({
    id: z.string(),
    station: z.string(),
    status: z.enum(['queued', 'printed', 'failed']),
    by: z.string().meta({ description: 'The resident or visitor who wants it' }),
    content: z.string().nullable().meta({ description: 'Words of a resident or visitor' }),
    cost: Amount,
    created_at: Timestamp,
    answer_due: Timestamp.nullable(),
    answer_due_tick: z.int(),
  })
  .meta({ id: 'Print' });

/** A picture as it came. */
export const Jpeg = z
  .custom<Buffer>((value) => Buffer.isBuffer(value) && isJpeg(value), 'is no JPEG picture')
  .meta({ override: { type: 'string', contentMediaType: 'image/jpeg' } });
