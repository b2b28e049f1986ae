/** Whether pictures of pages can be drawn here, and by what. */
import type { Log } from '../../engine/ports.ts';
import { PictureThread } from './picture-thread.ts';
import { readTypeface } from './typeface.ts';

/** Undefined where the renderer has no binary for this platform, or was not installed: pages then name no picture, and the log says why. */
export async function picturePainter(log: Log): Promise<PictureThread | undefined> {
  try {
    // Only to see that its binary can be loaded; it is used on a thread of its own.
    const [fonts] = await Promise.all([readTypeface(), import('@resvg/resvg-js')]);
    return new PictureThread({ fonts });
  } catch (cause) {
    log.warn(
      { cause: String(cause) },
      'links to the pages are shown without pictures: @resvg/resvg-js, which draws them, cannot be loaded here',
    );
    return undefined;
  }
}
