/** Who hears which event of a connection: those concerned, and those who can see its exit. */
import { type Effect, each } from '../../../engine/effect.ts';
import type { EventType } from '../../event-types.ts';
import { tell } from '../../events.ts';
import { at, residentActor } from '../../rules/place/names.ts';
import { birth, effect } from './base.ts';
import type { ConnectionEvent, Ends } from './facts.ts';
import type { ConnectionContext } from './messages.ts';

/** The owners and representatives of its ends, and who asked for it. */
const concerned = ({ terms }: ConnectionContext, { from, to }: Ends) =>
  [...new Set([terms.requester, from.representative, from.owner, to.representative, to.owner])]
    .filter((one) => one !== null)
    .map(residentActor);

type ConnectionEventType = Extract<EventType, `connection.${string}`>;

/**
 * For those concerned and those who can see the exit. At the far end of a one-way connection the event says only that something leads there
 * (LI8).
 */
function tellOpening(context: ConnectionContext, ends: Ends, by: string | null): Effect {
  const { request, from, to, bidirectional, visibility } = context.terms;
  if (visibility !== 'visible') return tellConnection('connection.opened', context, ends, by);
  if (bidirectional) return tellConnection('connection.opened', context, ends, by, [from, to]);
  const data = { request_id: request, to, by };
  const arrivals = { type: 'connection.opened', location: to, actor: by, subject: request, data } as const;
  return each([tellConnection('connection.opened', context, ends, by, [from]), tell(arrivals, { topics: [at(to)] })]);
}

function tellConnection(
  type: ConnectionEventType,
  context: ConnectionContext,
  ends: Ends,
  by: string | null,
  places: readonly string[] = [],
): Effect {
  const { request, exit, from, to } = context.terms;
  const data = { request_id: request, exit_id: exit, from, to, by };
  const event = { type, location: from, actor: by, subject: request, data };
  return tell(event, { topics: places.map(at), actors: concerned(context, ends) });
}

const byOf = (event: ConnectionEvent): string | null => ('by' in event ? event.by : null);

export const telling = {
  actions: {
    tellRequested: effect((scene) =>
      tellConnection('connection.requested', scene.context, birth(scene).facts, scene.context.terms.requester),
    ),
    tellApproved: effect(({ context, event }) =>
      tellConnection('connection.approved', context, event.facts, byOf(event)),
    ),
    tellRejected: effect(({ context, event }) =>
      tellConnection('connection.rejected', context, event.facts, byOf(event)),
    ),
    tellExpired: effect(({ context, event }) => tellConnection('connection.expired', context, event.facts, null)),
    /** The event may be the actor's own birth: a connection that is open from the first. */
    tellOpened: effect((scene) =>
      tellOpening(scene.context, scene.event.facts ?? birth(scene).facts, byOf(scene.event)),
    ),
    tellClosed: effect(({ context, event }) => tellConnection('connection.closed', context, event.facts, byOf(event))),
  },
};
