/** Draws pictures of pages, one after the other, on the thread that it has to itself. */
import { parentPort, workerData } from 'node:worker_threads';
import { Lettering } from '../../drawing/lettering.ts';
import { pngOf } from '../../drawing/png.ts';
import { SceneDrawing } from '../../drawing/scene-svg.ts';
import { must } from '../../engine/assert.ts';
import type { Delivery, Order, ThreadData } from './messages.ts';

/** Begins to take orders, until the thread is ended. */
export function drawInThread(): void {
  const port = must(parentPort, 'a thread that was started by another');
  const { fonts }: ThreadData = workerData;
  const drawing = new SceneDrawing(new Lettering(fonts));
  const deliver = (delivery: Delivery, transfer: readonly ArrayBuffer[] = []) =>
    port.postMessage(delivery, [...transfer]);
  port.on('message', ({ number, scene }: Order) => {
    try {
      // A copy: the memory of the library's own cannot be handed over.
      const png = new Uint8Array(pngOf(drawing.svg(scene)));
      deliver({ type: 'drawn', number, png }, [png.buffer]);
    } catch (cause) {
      deliver({ type: 'failed', number, why: String(cause) });
    }
  });
}
