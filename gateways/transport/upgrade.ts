/** The upgrade of a request to a WebSocket: which protocol its frames are in, and the refusal. */
import type * as uWS from 'uWebSockets.js';
import { errorAnswer } from '../refusals/error-answers.ts';
import { refused } from '../refusals/gateway-refusals.ts';

const jsonProtocol = 'city.json';
export const msgpackProtocol = 'city.msgpack';

/** `data`: what uWebSockets keeps with the socket. */
export function acceptUpgrade<Data>(
  res: uWS.HttpResponse,
  req: uWS.HttpRequest,
  context: uWS.us_socket_context_t,
  data: Data,
): void {
  const key = req.getHeader('sec-websocket-key');
  const extensions = req.getHeader('sec-websocket-extensions');
  res.upgrade<Data>(data, key, protocolAsked(req), extensions, context);
}

/** The first supported protocol among those asked for; JSON if there is none. */
export function protocolAsked(req: uWS.HttpRequest): string {
  const asked = req.getHeader('sec-websocket-protocol');
  const names = asked.split(',').map((name) => name.trim());
  return names.find((name) => name === msgpackProtocol || name === jsonProtocol) ?? '';
}

export function refuseUpgrade(res: uWS.HttpResponse): void {
  const refusal = errorAnswer(refused('busy', { retry_after_seconds: 1 }));
  res.cork(() => {
    res.writeStatus('503 Service Unavailable');
    res.writeHeader('Content-Type', 'application/json').writeHeader('Retry-After', '1');
    res.end(refusal.body, true);
  });
}
