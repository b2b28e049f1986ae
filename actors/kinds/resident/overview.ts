/** Residents as the operator sees them: a page of the living, and one resident of a lineage. */
import { nameOf } from '../../../engine/ids.ts';
import type { Reader, ViewTable } from '../../../engine/views/views.ts';
import { credits, finite, listedMax } from '../../formats.ts';
import { indexes } from '../../indexes.ts';
import { refuseView } from '../../refusals.ts';
import { type ImageOf, imageOf, recordOf } from '../../registry.ts';
import { identity } from '../../rules/people/resident-view.ts';
import { residentActor } from '../../rules/place/names.ts';
import type { Named, PageAsked } from '../../view-args.ts';

function row(reader: Reader, image: ImageOf<'resident'>) {
  const { location, mentor, generation } = image.context;
  return {
    ...identity(reader, image),
    state: image.state,
    location,
    mentor,
    generation,
    balance: credits(reader.balance(image.id)),
    burn_per_tick: credits(reader.burn(image.id)),
    runway_ticks: finite(reader.runway(image.id)),
  };
}

/** The living, in the order of their ids. */
const living = (reader: Reader, { limit, cursor }: PageAsked) => {
  const after = cursor === null ? '' : residentActor(cursor);
  const page = reader.page(indexes.status, 'alive', after, limit + 1);
  const items = page.slice(0, limit).flatMap((id) => {
    const image = imageOf(reader, id);
    return image === undefined ? [] : [row(reader, image)];
  });
  return { items, next_cursor: page.length > limit ? (items.at(-1)?.id ?? null) : null };
};

/** One resident of a lineage, also after it has left the city: its mentor, and its mentees as far as lists go. */
const kin = (reader: Reader, { id }: Named) => {
  const { image } = recordOf(reader, residentActor(id)) ?? refuseView('not_found', { kind: 'resident', id });
  const { mentor, mentees, generation } = image.context;
  const { name, status, born_at, died_at, death_cause } = identity(reader, image);
  return {
    ...{ id, name, status, born_at, died_at, death_cause },
    mentor,
    generation,
    mentees: mentees ?? reader.page(indexes.mentees, id, '', listedMax).map(nameOf),
  };
};

export const overviewViews = { living, kin } satisfies ViewTable;
