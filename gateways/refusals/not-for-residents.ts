/** The rows of the table of refusals (`table.ts`) whose codes no resident sees: `/SKILL.md` does not list them. */
import type { Refusals } from './gateway-refusals.ts';
import type { Rows } from './row.ts';

export const notForResidents = {
  // Answered as `invalid_request`, which is in the list.
  bad_framing: {
    status: 400,
    advice: null,
    error: 'invalid_request',
    message:
      'It is not clear where the request ends. Send one Host, and one Content-Length or one Transfer-Encoding: chunked; this connection is closed.',
  },
  no_request: {
    status: 408,
    advice: null,
    error: 'invalid_request',
    message:
      'The headers of a request have not come whole in time. They never do when one of them holds a control character, a space before its colon or no colon; this connection is closed.',
  },
  upgrade_required: {
    status: 426,
    advice: null,
    error: 'invalid_request',
    headers: () => [['Upgrade', 'websocket']],
    message:
      'This path speaks WebSocket only. Connect with a WebSocket client and the header "Authorization: Bearer <token>".',
  },
  // Only for visitors and stations.
  wrong_login: {
    status: 401,
    advice: null,
    error: 'unauthorized',
    headers: () => [['WWW-Authenticate', 'Bearer']],
    message:
      'This handle and this password do not belong together. Check both and log in again; who has no account yet registers with POST /v1/visitors/register.',
  },
  foreign_origin: {
    status: 403,
    advice: null,
    error: 'access_denied',
    message: (c) =>
      `A request that comes with the cookie of a visitor, or logs one in, must come from a page of this city (${c.expected}). Programs send "Authorization: Bearer <token>" in place of the cookie, and no Origin. If this is your own page, the operator sets PORTAL_PUBLIC_URL to where it is reached.`,
  },
  foreign_caller: {
    status: 403,
    advice: null,
    error: 'access_denied',
    message: (c) =>
      `The ${c.header === 'host' ? 'Host' : 'Origin'} of the request is not this city's. Ask by its address, or by localhost; if it is reached by a name, the operator says so with CITY_PUBLIC_URL. Nothing has happened.`,
  },
  foreign_station: {
    status: 403,
    advice: null,
    error: 'access_denied',
    message: (c) =>
      `This token is that of the portal station ${c.own}, and the path names ${c.station}. Ask under your own id: /v1/portals/${c.own}.`,
  },
  // Only for the operator.
  untraceable: {
    status: 409,
    advice: null,
    message: (c) => `What led to this cannot be told. ${c.reason}`,
  },
  // Of `civitas replay` alone.
  past: {
    status: 409,
    advice: null,
    message: (c) =>
      `This is the city as it was at tick ${c.tick}, after turn ${c.turn}: it can be looked at, and nothing can be done there. Send this to the city that lives.`,
  },
  // Never answered: the gateway tries again, and in the end answers `busy`.
  stale_code: {
    status: 409,
    advice: null,
    message: 'Somebody else has written to this workshop in between. Nothing has changed. Send it again.',
  },
  stale_schema: {
    status: 409,
    advice: null,
    message: 'The framework was changed in between. Nothing has changed. Send the soul again.',
  },
} satisfies Partial<Rows<Refusals>>;
