/** Whether pictures can be drawn here, and by what. */
import type { Log } from '../../engine/ports.ts';
import { PictureThread } from './picture-thread.ts';
import { readTypeface } from './typeface.ts';

/**
 * Undefined where the renderer has no binary for this platform, or was not installed: pages then name no picture, and the log says why. The
 * map would not need it, but a city has pictures or has none.
 */
export async function picturePainter(log: Log): Promise<PictureThread | undefined> {
  try {
    // Only to see that its binary can be loaded; it is used on a thread of its own.
    const [fonts] = await Promise.all([readTypeface(), import('@resvg/resvg-js')]);
    return new PictureThread({ fonts });
  } catch (cause) {
    log.warn(
      { cause: String(cause) },
      'no pictures are drawn, of pages for links nor of the map: @resvg/resvg-js cannot be loaded here',
    );
    return undefined;
  }
}
