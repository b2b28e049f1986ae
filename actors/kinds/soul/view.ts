/** Souls: as their visitor sees them, as those see them who may adopt one, and as anybody sees the queue. */
import type { ActorId } from '../../../engine/ids.ts';
import { nameOf } from '../../../engine/ids.ts';
import { isoTime } from '../../../engine/turn/seal.ts';
import type { Reader, View } from '../../../engine/views/views.ts';
import { indexes } from '../../indexes.ts';
import { refuseView } from '../../refusals.ts';
import { type ImageOf, imageOf } from '../../registry.ts';
import { adoptableNow, everySoul } from '../../rules/birth/soul-queue.ts';
import { soulActor } from '../../rules/place/names.ts';
import { told } from '../../told.ts';
import { outwardSoul } from '../resident/view.ts';
import { everyMinded } from './minds.ts';

/** In the order of creation; only those under one of the keys. */
function page(reader: Reader, keys: readonly string[], after: string, limit: number): readonly ActorId<'soul'>[] {
  return keys
    .flatMap((key) => reader.page(indexes.soulQueue, key, after, limit))
    .sort()
    .slice(0, limit);
}

function own(reader: Reader, { id, state, context }: ImageOf<'soul'>) {
  const { soulId, name, framework, livedBy, createdAt, mentor, resident } = context;
  const place_in_line = reader.rank(indexes.soulQueue, everySoul, id);
  const placeAmongMinded = reader.rank(indexes.minded, everyMinded, id);
  return {
    id: soulId,
    status: state,
    name,
    framework,
    soul: reader.text(context.soul, (text): unknown => JSON.parse(text)),
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

/** The visitor's own; of another's it is told nothing. */
function ownImage(reader: Reader, id: unknown, visitor: unknown): ImageOf<'soul'> {
  const actor = reader.first(indexes.souls, String(id));
  const image = actor === undefined ? undefined : imageOf(reader, actor);
  if (image === undefined || image.context.visitor !== visitor)
    return refuseView('not_found', { kind: 'soul', id: String(id) });
  return image;
}

const soulView: View = (reader, { id, visitor }) => own(reader, ownImage(reader, id, visitor));

const ownSouls: View = (reader, { visitor, limit, cursor }) => {
  const after = cursor === null ? '' : soulActor(String(cursor));
  const ids = reader.page(indexes.soulsOf, String(visitor), after, Number(limit) + 1);
  return listed(ids, Number(limit), (id) => {
    const image = imageOf(reader, id);
    return image === undefined ? [] : [own(reader, image)];
  });
};

/** Those that a resident can adopt, the next first. */
const waitingSouls: View = (reader, { limit, cursor }) => {
  const after = cursor === null ? '' : soulActor(String(cursor));
  const ids = page(reader, adoptableNow(reader), after, Number(limit) + 1);
  return listed(ids, Number(limit), (id) => {
    const context = imageOf(reader, id)?.context;
    if (context === undefined) return [];
    const { soulId, name, framework, createdAt } = context;
    const soul = reader.text(context.soul, outwardSoul);
    return [{ id: soulId, name, framework, soul, created_at: isoTime(createdAt) }];
  });
};

/** Names and places in line, for anybody. */
const soulQueue: View = (reader, { limit, cursor }) => {
  const [place, after] = cursor === null ? [0, ''] : placeIn(String(cursor));
  const ids = reader.page(indexes.soulQueue, everySoul, after === '' ? '' : soulActor(after), Number(limit) + 1);
  let next = place;
  const shown = listed(ids, Number(limit), (id) => {
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

/** `ids` has one more than the page when there is a next one. */
function listed<Item>(ids: readonly ActorId<'soul'>[], limit: number, show: (id: ActorId<'soul'>) => readonly Item[]) {
  const items = ids.slice(0, limit).flatMap(show);
  const last = ids.length > limit ? ids[limit - 1] : undefined;
  return { items, next_cursor: last === undefined ? null : nameOf(last) };
}

/** The soul that the answered turn made. */
const soulCreated: View = (reader, { visitor }) => {
  return soulView(reader, { id: String(told(reader, 'soul.queued')?.event.subject), visitor: visitor ?? null });
};

/** It has left the city in the answered turn: what is known of it was told. */
const soulWithdrawn: View = (reader) => {
  const { event } = told(reader, 'soul.withdrawn') ?? refuseView('not_found', { kind: 'soul' });
  const { soul: id, name, framework } = event.data;
  return { id, status: 'withdrawn', name, framework };
};

/** Who was born of the soul, for its visitor. */
const soulResident: View = (reader, { id, visitor }) => ({
  id,
  resident: ownImage(reader, id, visitor).context.resident,
});

export const soulViews: Readonly<Record<string, View>> = {
  soul: soulView,
  own_souls: ownSouls,
  waiting_souls: waitingSouls,
  soul_queue: soulQueue,
  soul_created: soulCreated,
  soul_withdrawn: soulWithdrawn,
  soul_resident: soulResident,
};
