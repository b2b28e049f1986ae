/** Fields of portal stations in requests. */
import { z } from 'zod';
import { parsePlaceId, parsePrintId, parseStationId } from '../../engine/ids.ts';
import { isJpeg } from '../stations/jpeg.ts';
import { identifier } from './fields.ts';

export const StationId = identifier(
  parseStationId,
  { code: 'not_found', kind: 'portal-station' },
  'Id of a portal station',
);
export const PrintId = identifier(parsePrintId, { code: 'not_found', kind: 'print' }, 'Id of a print');
export const NewPlaceId = identifier(parsePlaceId, { code: 'not_found', kind: 'location' }, 'Id of a place');

export const OfStation = z.strictObject({ id: StationId });

/** A picture as it came. */
export const Jpeg = z
  .custom<Buffer>((value) => Buffer.isBuffer(value) && isJpeg(value), 'is no JPEG picture')
  .meta({ override: { type: 'string', contentMediaType: 'image/jpeg' } });
