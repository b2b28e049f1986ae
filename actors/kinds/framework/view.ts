/** The frameworks of the city, which anybody may read. */
import { nameOf } from '../../../engine/ids.ts';
import type { Reader, ViewTable } from '../../../engine/views/views.ts';
import { recordIn } from '../../formats.ts';
import { indexes } from '../../indexes.ts';
import { refuseView } from '../../refusals.ts';
import { type ImageOf, imageOf } from '../../registry.ts';
import { canRun } from '../../rules/birth/framework-terms.ts';
import { frameworkActor } from '../../rules/place/names.ts';
import type { Named, PageAsked } from '../../view-args.ts';
import { isPublished } from './state.ts';

function shown(reader: Reader, image: ImageOf<'framework'>) {
  const { id, name, description, schema, version, runtime, lifespan } = image.context;
  return {
    id,
    name,
    description: reader.text(description),
    status: image.state,
    soul_schema: reader.text(schema, recordIn),
    version,
    runtime,
    lifespan_ticks: lifespan,
    available: isPublished(image) && canRun(reader, image),
  };
}

function imageNamed(reader: Reader, id: string): ImageOf<'framework'> {
  return imageOf(reader, frameworkActor(id)) ?? refuseView('not_found', { kind: 'framework', id });
}

/** The published frameworks, in the order of their ids. */
const frameworks = (reader: Reader, { limit, cursor }: PageAsked) => {
  const after = cursor === null ? '' : frameworkActor(cursor);
  const page = reader.page(indexes.frameworks, 'published', after, limit + 1);
  const items = page.slice(0, limit).flatMap((id) => {
    const image = imageOf(reader, id);
    return image === undefined ? [] : [shown(reader, image)];
  });
  const last = page.length > limit ? page[limit - 1] : undefined;
  return { items, next_cursor: last === undefined ? null : nameOf(last) };
};

const framework = (reader: Reader, { id }: Named) => shown(reader, imageNamed(reader, id));

/** The schema that souls of the framework must fulfil, and the hash that identifies it in a command. */
const soulSchema = (reader: Reader, { id }: Named) => {
  const { schema } = imageNamed(reader, id).context;
  return { hash: schema, text: reader.text(schema) };
};

export const frameworkViews = { frameworks, framework, soul_schema: soulSchema } satisfies ViewTable;
