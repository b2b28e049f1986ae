/** How connections and the requests for them are shown to those who speak for their ends, and to who asked. */

import { nameOf } from '../../../engine/ids.ts';
import { isoTime } from '../../../engine/turn/seal.ts';
import type { Reader, ViewTable } from '../../../engine/views/views.ts';
import { stateOf, statusOf, textOrNull } from '../../formats.ts';
import { indexes } from '../../indexes.ts';
import { refuseView } from '../../refusals.ts';
import { type ImageOf, imageOf } from '../../registry.ts';
import { residentOf } from '../../rules/people/resident-view.ts';
import { siteOf } from '../../rules/place/endpoint.ts';
import { connectionActor, residentActor } from '../../rules/place/names.ts';
import { turnEvent } from '../../turn-events.ts';
import type { OfResident, PageAsked } from '../../view-args.ts';
import { missingApproval } from './approving.ts';
import { isPending } from './state.ts';

/** Pods whose pending requests one answer reads, at most. */
const representedMax = 200;

/** The status of a new request in answers, even of one that was approved as it was made. */
const statusOfNew = 'pending_approval' as const;

function shownRequest(reader: Reader, image: ImageOf<'connection-request'>, isNew = false) {
  const { terms, expiresTick, requestedAt, held } = image.context;
  const ends = { from: siteOf(reader, terms.from), to: siteOf(reader, terms.to), payee: 'treasury' as const };
  return {
    request_id: terms.request,
    exit_id: terms.exit,
    status: isNew ? statusOfNew : statusOf(image),
    state: stateOf(image),
    requires_approval_from:
      isPending(image) || isNew ? (missingApproval(image.context, ends) ?? terms.requester) : null,
    from_pod: terms.from,
    to_pod: terms.to,
    bidirectional: terms.bidirectional,
    visibility: terms.visibility,
    access: terms.access,
    requester: terms.requester,
    entrance_description: textOrNull(reader, terms.entrance),
    exit_description: textOrNull(reader, terms.wayBack),
    fee: held / 1000,
    requested_at: isoTime(requestedAt),
    expires: isoTime(reader.timeOf(expiresTick)),
    expires_tick: expiresTick,
  };
}

/** The request that the turn being answered has made. */
const requested = (reader: Reader, { resident }: OfResident) => {
  const request = String(turnEvent(reader, 'connection.requested')?.event.subject);
  const image = imageOf(reader, connectionActor(request)) ?? refuseView('not_found', { kind: 'connection' });
  return { ...shownRequest(reader, image, true), balance: balanceOf(reader, resident) };
};

const balanceOf = (reader: Reader, resident: string) => reader.balance(residentActor(resident)) / 1000;

const connection = (reader: Reader, { request }: { readonly request: string }) => {
  const image =
    imageOf(reader, connectionActor(request)) ?? refuseView('not_found', { kind: 'connection', id: request });
  return shownRequest(reader, image);
};

const connectionEvents = [
  'connection.requested',
  'connection.approved',
  'connection.rejected',
  'connection.expired',
  'connection.opened',
  'connection.closed',
] as const;

/** The connection with this exit, also after it has closed. */
const connectionOfExit = (reader: Reader, { exit }: { readonly exit: string }) => {
  const answered = turnEvent(reader, ...connectionEvents);
  const open = reader.first(indexes.exit, exit) ?? (answered && connectionActor(String(answered.event.subject)));
  const image = open === undefined ? undefined : imageOf(reader, open);
  return image === undefined ? refuseView('exit_not_found') : shownRequest(reader, image);
};

/** Requests that wait for the approval of an end whose representative is the resident. */
const pending = (reader: Reader, { resident, limit, cursor }: OfResident & PageAsked) => {
  const { id, home } = residentOf(reader, resident);
  const pods = reader.members(indexes.represented, id, representedMax).map(nameOf);
  const ids = new Set(
    [home, ...pods].flatMap((place) => [...reader.page(indexes.pending, place, cursor ?? '', limit + 1)]),
  );
  const page = [...ids].sort().slice(0, limit + 1);
  const items = page.slice(0, limit).flatMap((request) => {
    const image = imageOf(reader, request);
    return image === undefined ? [] : [shownRequest(reader, image)];
  });
  return { items, next_cursor: page.length > limit ? (page[limit - 1] ?? null) : null };
};

export const connectionViews = { requested, connection, connectionOfExit, pending } satisfies ViewTable;
