/** Draws pictures, one after the other, on the thread that it has to itself. */
import { parentPort, workerData } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { Lettering } from '../../drawing/lettering.ts';
import { PictureDrawing } from '../../drawing/picture-drawing.ts';
import { pngOf } from '../../drawing/png.ts';
import { must } from '../../engine/assert.ts';
import type { Delivery, Order, ThreadData } from './messages.ts';

/** Begins to take orders, until the thread is ended. */
export function drawInThread(): void {
  const port = must(parentPort, 'a thread that was started by another');
  const { fonts }: ThreadData = workerData;
  const drawing = new PictureDrawing(new Lettering(fonts));
  const deliver = (delivery: Delivery, transfer: readonly ArrayBuffer[] = []) =>
    port.postMessage(delivery, [...transfer]);
  port.on('message', ({ number, shown }: Order) => {
    try {
      const svg = drawing.svg(shown);
      // A copy: memory that a library shares cannot be handed over.
      const bytes = new Uint8Array(shown.type === 'first map' ? gzipSync(svg) : pngOf(svg));
      deliver({ type: 'drawn', number, bytes }, [bytes.buffer]);
    } catch (cause) {
      deliver({ type: 'failed', number, why: String(cause) });
    }
  });
}
