/** The visitor of a socket on the Portal's feed. */
import type { Refused } from '../../../engine/refusal.ts';
import { bearerToken } from '../../route/auth.ts';
import type { Socket } from '../../transport/socket.ts';
import { isFromOwnPage, tokenInCookie } from '../../visitors/cookie.ts';
import type { Sessions, Visitor } from '../../visitors/sessions.ts';

/**
 * The visitor by a token in a frame or in the header of the upgrade; else by the cookie, where a page of our own has opened the socket
 * (G7); else null, a stranger. A wrong token is refused; an expired cookie is ignored.
 */
export async function visitorOf(
  {
    sessions,
    portalOrigin,
  }: { readonly sessions: Pick<Sessions, 'visitor'>; readonly portalOrigin: string | undefined },
  socket: Socket,
  shown: string | undefined,
): Promise<Visitor | null | Refused> {
  const { authorization, address, browser } = socket;
  const token = shown ?? (authorization === '' ? undefined : (bearerToken(authorization) ?? ''));
  if (token !== undefined) return sessions.visitor(token, address);
  const kept = isFromOwnPage(browser, portalOrigin) ? tokenInCookie(browser) : undefined;
  if (kept === undefined) return null;
  const visitor = await sessions.visitor(kept, address);
  return visitor.type === 'refused' && visitor.code === 'unauthorized' ? null : visitor;
}
