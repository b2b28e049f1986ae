/** Connections between places: requested by a resident at one end, approved by the representatives of both. */
import { z } from 'zod';
import { openToAll } from '../../../actors/rules/place/access.ts';
import { view } from '../../../actors/views.ts';
import { listOf } from '../../answers/common.ts';
import { Connection, Requested } from '../../answers/connections.ts';
import { defineRoute, type Route } from '../../route/route.ts';
import { ExitId, Page, PlaceId, RequestId } from '../../schema/fields.ts';
import { Access, EntranceDescription, ExitDescription, Visibility } from '../../schema/place-fields.ts';
import { act, placeNamed, seenHere, Texts } from './ask.ts';

const OfRequest = z.strictObject({ request_id: RequestId });
const ofRequest = (request: string) => view('connection', { request });
const ofExit = (exit: string) => view('connectionOfExit', { exit });

const requestConnection = defineRoute({
  method: 'POST',
  path: '/v1/connections/request',
  summary: 'Ask for a connection from where you stand to another place; the fee is held until it is settled',
  caller: 'resident',
  body: z.strictObject({
    from_pod: PlaceId.meta({ description: 'Where you stand: its id, or "current"' }),
    to_pod: PlaceId,
    bidirectional: z.boolean().optional().meta({ description: 'true when absent' }),
    entrance_description: EntranceDescription.optional(),
    exit_description: ExitDescription.optional(),
    visibility: Visibility.optional(),
    access: Access.optional(),
  }),
  answer: Requested,
  status: 201,
  refusals: [
    'location_required',
    'insufficient_credits',
    'not_found',
    'pod_shut_down',
    'tier_capacity_exceeded',
    'invalid_state',
  ],
  command: ({ caller, body }) => {
    const texts = new Texts();
    return act(
      caller,
      {
        type: 'request_connection',
        from: placeNamed(body.from_pod, caller),
        to: body.to_pod,
        bidirectional: body.bidirectional ?? true,
        entrance: texts.hashOrNull(body.entrance_description),
        wayBack: texts.hashOrNull(body.exit_description),
        visibility: body.visibility ?? 'visible',
        access: body.access ?? openToAll,
      },
      view('requested', { resident: caller.id }),
      texts,
    );
  },
});

const getPendingConnections = defineRoute({
  method: 'GET',
  path: '/v1/connections/pending',
  summary: 'Requests that wait for the approval of a place that you speak for',
  caller: 'resident',
  query: Page,
  answer: listOf(Connection),
  view: ({ caller, query }) => view('pending', seenHere(caller, query)),
});

const approveConnection = defineRoute({
  method: 'POST',
  path: '/v1/connections/approve',
  summary: 'Approve a request; the last approval opens the connection at once',
  caller: 'resident',
  body: OfRequest,
  answer: Connection,
  refusals: ['not_found', 'not_representative', 'tier_capacity_exceeded', 'invalid_state'],
  command: ({ caller, body: { request_id: request } }) =>
    act(caller, { type: 'approve_connection', request }, ofRequest(request)),
});

const rejectConnection = defineRoute({
  method: 'POST',
  path: '/v1/connections/reject',
  summary: 'Reject a request; who asked gets the fee back',
  caller: 'resident',
  body: OfRequest,
  answer: Connection,
  refusals: ['not_found', 'not_representative', 'invalid_state'],
  command: ({ caller, body: { request_id: request } }) =>
    act(caller, { type: 'reject_connection', request }, ofRequest(request)),
});

const Changes = z
  .strictObject({
    exit_id: ExitId,
    entrance_description: EntranceDescription.optional(),
    exit_description: ExitDescription.optional(),
    visibility: Visibility.optional(),
    access: Access.optional(),
  })
  .refine((body) => Object.keys(body).length > 1, { error: 'must name something to change besides exit_id' });

const updateConnection = defineRoute({
  method: 'POST',
  path: '/v1/connections/update',
  summary: 'Change texts, visibility or access of a connection of a place that you speak for',
  caller: 'resident',
  body: Changes,
  answer: Connection,
  refusals: ['exit_not_found', 'not_representative', 'invalid_state'],
  command: ({ caller, body }) => {
    const texts = new Texts();
    return act(
      caller,
      {
        type: 'update_connection',
        exit: body.exit_id,
        entrance: texts.hashOrNull(body.entrance_description),
        way_back: texts.hashOrNull(body.exit_description),
        visibility: body.visibility ?? null,
        access: body.access ?? null,
      },
      ofExit(body.exit_id),
      texts,
    );
  },
});

const closeConnection = defineRoute({
  method: 'POST',
  path: '/v1/connections/close',
  summary: 'Close a connection of a place that you speak for; a deployed pod keeps at least one',
  caller: 'resident',
  body: z.strictObject({ exit_id: ExitId }),
  answer: Connection,
  refusals: ['exit_not_found', 'not_representative', 'last_connection', 'invalid_state'],
  command: ({ caller, body: { exit_id: exit } }) => act(caller, { type: 'close_connection', exit }, ofExit(exit)),
});

export const connectionRoutes: readonly Route[] = [
  requestConnection,
  getPendingConnections,
  approveConnection,
  rejectConnection,
  updateConnection,
  closeConnection,
];
