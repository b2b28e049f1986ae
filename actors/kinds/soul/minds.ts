/**
 * Which residents born of souls are lived by minds of the city (MD2): those whose visitor has left them to minds or who have no visitor, as
 * long as nobody else has got a token. The host of minds asks for them (`host/minds/assignment.ts`).
 */
import type { Reader, ViewTable } from '../../../engine/views/views.ts';
import { indexes } from '../../indexes.ts';
import { type ImageOf, imageOf } from '../../registry.ts';
import { isLeftToMinds } from '../../rules/birth/left-to-minds.ts';
import { nextSoul } from '../../rules/birth/soul-queue.ts';
import { commonsOf } from '../../rules/place/commons.ts';
import { isBorn } from './state.ts';

/** The one key of `indexes.minded`. */
export const everyMinded = 'minded';

/** A quarantined soul could not be given a token. */
export const wantsMind = (soul: ImageOf<'soul'>): boolean =>
  isBorn(soul) && !soul.quarantined && isLeftToMinds(soul.context);

/**
 * `items`: at most `limit` living residents that are left to minds, in the order of their births; `total`: how many there are. `sown`: how
 * many souls the city has put into the queue so far, and whether the queue is empty (SO9).
 */
const minded = (reader: Reader, { limit }: { readonly limit: number }) => ({
  items: reader.members(indexes.minded, everyMinded, limit).flatMap((id) => {
    const context = imageOf(reader, id)?.context;
    return context?.resident ? [{ soul: context.id, resident: context.resident, name: context.name }] : [];
  }),
  total: reader.count(indexes.minded, everyMinded),
  sown: commonsOf(reader)?.sown ?? 0,
  is_queue_empty: nextSoul(reader) === null,
});

export const mindViews = { minded } satisfies ViewTable;
