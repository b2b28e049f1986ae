/** A picture out of a file, as the city takes it: a JPEG that is small enough, upright, with nothing of the file but what is seen. */
import { Refusal } from '../lib/api.ts';
import { pictureBytesMax, pictureSideMax } from '../lib/limits.ts';
import { dataUrl } from './station-picture.ts';

/** Of what was lost; more of it is hardly seen. */
const quality = 0.82;
/** Each time less of a side, until it is small enough. */
const shrinking = 0.75;
const sideMin = 100;

/** In Base64. Rejects with a refusal when it is no picture that this browser can read. */
export async function pictureToSend(file: Blob): Promise<string> {
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (bitmap === undefined) throw unreadable();
  try {
    for (let side = pictureSideMax; side >= sideMin; side *= shrinking) {
      const jpeg = await drawn(bitmap, Math.min(1, side / Math.max(bitmap.width, bitmap.height)));
      if (jpeg !== null && jpeg.size <= pictureBytesMax) return base64Of(await dataUrl(jpeg));
    }
  } finally {
    bitmap.close();
  }
  throw unreadable();
}

function drawn(bitmap: ImageBitmap, scale: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (context === null) return Promise.resolve(null);
  // What can be seen through is white in a JPEG.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
}

const base64Of = (url: string): string => url.slice(url.indexOf(',') + 1);

const unreadable = (): Refusal =>
  new Refusal({
    ...{ code: 'unreadable_picture', status: 0, applied: false },
    message: 'This browser cannot read that file as a picture. Choose another.',
  });
