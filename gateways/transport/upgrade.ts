/** The upgrade of a request to a WebSocket: which protocol its frames are in, and the refusal. */
import type * as uWS from 'uWebSockets.js';
import { errorAnswer } from '../refusals/error-answers.ts';
import { refused } from '../refusals/gateway-refusals.ts';
import type { Socket } from './socket.ts';

const jsonProtocol = 'city.json';
export const msgpackProtocol = 'city.msgpack';

/** What uWebSockets keeps with a socket. */
export interface UserData {
  readonly socket: Socket;
}

export function acceptUpgrade(
  res: uWS.HttpResponse,
  req: uWS.HttpRequest,
  context: uWS.us_socket_context_t,
  socket: Socket,
): void {
  const key = req.getHeader('sec-websocket-key');
  const extensions = req.getHeader('sec-websocket-extensions');
  res.upgrade<UserData>({ socket }, key, protocolAsked(req), extensions, context);
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
