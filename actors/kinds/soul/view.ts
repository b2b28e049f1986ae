/** Souls, as their visitor sees them, as residents see those they may adopt, and as anybody sees the queue. */

import { must } from '../../../engine/assert.ts';
import type { ActorId } from '../../../engine/ids.ts';
import { nameOf } from '../../../engine/ids.ts';
import { isoTime } from '../../../engine/turn/seal.ts';
import type { Reader, ViewTable } from '../../../engine/views/views.ts';
import { recordIn } from '../../formats.ts';
import { indexes } from '../../indexes.ts';
import { refuseView } from '../../refusals.ts';
import { type ImageOf, imageOf } from '../../registry.ts';
import { adoptableNow, everySoul } from '../../rules/birth/soul-queue.ts';
import { outwardSoul } from '../../rules/people/resident-view.ts';
import { soulActor } from '../../rules/place/names.ts';
import { turnEvent } from '../../turn-events.ts';
import type { Named, PageAsked } from '../../view-args.ts';
import { everyMinded } from './minds.ts';
import { isInTheCity, type soulStatuses } from './state.ts';

/** A soul in a state that is shown. */
type Soul = ImageOf<'soul'> & { readonly state: (typeof soulStatuses)[number] };

function imageSeen(reader: Reader, id: ActorId<'soul'> | undefined): Soul | undefined {
  const image = id === undefined ? undefined : imageOf(reader, id);
  return image !== undefined && isInTheCity(image) ? image : undefined;
}

/** A page of souls under these keys, in the order of creation. */
function page(reader: Reader, keys: readonly string[], after: string, limit: number): readonly ActorId<'soul'>[] {
  return keys
    .flatMap((key) => reader.page(indexes.soulQueue, key, after, limit))
    .sort()
    .slice(0, limit);
}

function own(reader: Reader, { id, state, context }: Soul) {
  const { soulId, name, framework, livedBy, createdAt, mentor, resident } = context;
  const place_in_line = reader.rank(indexes.soulQueue, everySoul, id);
  const placeAmongMinded = reader.rank(indexes.minded, everyMinded, id);
  return {
    id: soulId,
    status: state,
    name,
    framework,
    soul: reader.text(context.soul, recordIn),
    lived_by: livedBy,
    runtime: context.runtime,
    minded_after: placeAmongMinded === null ? null : reader.count(indexes.minded, everyMinded) - placeAmongMinded,
    place_in_line,
    in_line: place_in_line === null ? null : reader.count(indexes.soulQueue, everySoul),
    mentor: mentor?.id ?? null,
    resident,
    created_at: isoTime(createdAt),
  };
}

/** A soul of the visitor. One of another visitor is answered as one that does not exist. */
function ownImage(reader: Reader, id: string, visitor: string | null): Soul {
  const image = imageSeen(reader, reader.first(indexes.souls, id));
  if (image === undefined || image.context.visitor !== visitor) return refuseView('not_found', { kind: 'soul', id });
  return image;
}

const soulView = (reader: Reader, { id, visitor }: Named & { readonly visitor: string | null }) =>
  own(reader, ownImage(reader, id, visitor));

const ownSouls = (reader: Reader, { visitor, limit, cursor }: PageAsked & { readonly visitor: string }) => {
  const after = cursor === null ? '' : soulActor(cursor);
  const ids = reader.page(indexes.soulsOf, visitor, after, limit + 1);
  return listed(ids, limit, (id) => {
    const image = imageSeen(reader, id);
    return image === undefined ? [] : [own(reader, image)];
  });
};

/** The souls that a resident can adopt, the next one first. */
const waitingSouls = (reader: Reader, { limit, cursor }: PageAsked) => {
  const after = cursor === null ? '' : soulActor(cursor);
  const ids = page(reader, adoptableNow(reader), after, limit + 1);
  return listed(ids, limit, (id) => {
    const context = imageOf(reader, id)?.context;
    if (context === undefined) return [];
    const { soulId, name, framework, createdAt } = context;
    const soul = reader.text(context.soul, outwardSoul);
    return [{ id: soulId, name, framework, soul, created_at: isoTime(createdAt) }];
  });
};

/** Names and positions in the queue, for anybody. */
const soulQueue = (reader: Reader, { limit, cursor }: PageAsked) => {
  const [place, after] = cursor === null ? [0, ''] : placeIn(cursor);
  const ids = reader.page(indexes.soulQueue, everySoul, after === '' ? '' : soulActor(after), limit + 1);
  let next = place;
  const shown = listed(ids, limit, (id) => {
    next += 1;
    const context = imageOf(reader, id)?.context;
    return context === undefined ? [] : [{ place_in_line: next, name: context.name, framework: context.framework }];
  });
  return shown.next_cursor === null ? shown : { ...shown, next_cursor: `${next} ${shown.next_cursor}` };
};

/** A cursor of the public queue: how many came before, and the last of them. */
function placeIn(cursor: string): readonly [number, string] {
  const [place = '', after = ''] = cursor.split(' ');
  return [Number(place), after];
}

/** `ids` has one more than the page when there is a next page. */
function listed<Item>(ids: readonly ActorId<'soul'>[], limit: number, show: (id: ActorId<'soul'>) => readonly Item[]) {
  const items = ids.slice(0, limit).flatMap(show);
  const last = ids.length > limit ? ids[limit - 1] : undefined;
  return { items, next_cursor: last === undefined ? null : nameOf(last) };
}

/** The soul that was created in the turn being answered. */
const soulCreated = (reader: Reader, { visitor }: { readonly visitor: string | null }) => {
  return soulView(reader, { id: String(turnEvent(reader, 'soul.queued')?.event.subject), visitor });
};

/** The soul has left the city in the turn being answered: its event is all that is known of it. */
const soulWithdrawn = (reader: Reader) => {
  const { event } = turnEvent(reader, 'soul.withdrawn') ?? refuseView('not_found', { kind: 'soul' });
  const { soul: id, name, framework } = event.data;
  return { id, status: 'withdrawn' as const, name, framework };
};

/** The resident born of the soul, for the visitor who has just got its token. */
const soulResident = (reader: Reader, { id, visitor }: Named & { readonly visitor: string }) => ({
  id,
  resident: must(ownImage(reader, id, visitor).context.resident, 'a resident'),
});

export const soulViews = {
  soul: soulView,
  own_souls: ownSouls,
  waiting_souls: waitingSouls,
  soul_queue: soulQueue,
  soul_created: soulCreated,
  soul_withdrawn: soulWithdrawn,
  soul_resident: soulResident,
} satisfies ViewTable;
