/** Ports for cities that are started by a test or a bench, and often started anew on the same one. */
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that systems give to outgoing connections, one of which would otherwise take the port of a city while that is down. */
const [portMin, portMax] = [12_000, 32_000];

/** A port of 127.0.0.1 on which nothing listens. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = portMin + Math.floor(Math.random() * (portMax - portMin));
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
