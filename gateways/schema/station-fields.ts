/** Fields of portal stations in requests. */
import { z } from 'zod';
import { parsePlaceId, parsePrintId, parseStationId } from '../../engine/ids.ts';
import { isJpeg } from '../stations/jpeg.ts';
import { type PlainJpeg, pictureBytesMax, pictureSideMax, plainJpeg } from '../stations/plain-jpeg.ts';
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

/** Characters of the largest picture of a visitor in Base64. */
export const pictureCharsMax = 4 * Math.ceil(pictureBytesMax / 3);

const notPlain = `is no JPEG picture in Base64 with sides of 1 to ${pictureSideMax} pixels, eight bits in one colour or three, and ${pictureBytesMax} bytes at most`;

/** A picture of a visitor, made plain. */
export const VisitorPicture = z
  .string()
  .max(pictureCharsMax)
  .transform((text, context): PlainJpeg => {
    const picture = plainJpeg(Buffer.from(text, 'base64'));
    if (picture !== undefined) return picture;
    context.addIssue({ code: 'custom', message: notPlain });
    return z.NEVER;
  })
  .meta({
    description:
      'A JPEG picture; where and when it was taken, and all else that does not draw it, is left out before it is kept',
    override: { type: 'string', contentEncoding: 'base64', contentMediaType: 'image/jpeg', maxLength: pictureCharsMax },
  });
