/** The frameworks of the city as anybody may read them. */
import { nameOf } from '../../../engine/ids.ts';
import type { Reader, View } from '../../../engine/views/views.ts';
import { indexes } from '../../indexes.ts';
import { refuseView } from '../../refusals.ts';
import { type ImageOf, imageOf } from '../../registry.ts';
import { canRun } from '../../rules/birth/framework-terms.ts';
import { frameworkActor } from '../../rules/place/names.ts';

function shown(reader: Reader, image: ImageOf<'framework'>) {
  const { id, name, description, schema, version, runtime, lifespan } = image.context;
  return {
    id,
    name,
    description: reader.text(description),
    status: image.state,
    soul_schema: reader.text(schema, (text): unknown => JSON.parse(text)),
    version,
    runtime,
    lifespan_ticks: lifespan,
    available: image.state === 'published' && canRun(reader, image),
  };
}

function imageNamed(reader: Reader, id: unknown): ImageOf<'framework'> {
  return imageOf(reader, frameworkActor(String(id))) ?? refuseView('not_found', { kind: 'framework', id: String(id) });
}

/** Those that are published, in the order of their ids. */
const frameworks: View = (reader, { limit, cursor }) => {
  const after = cursor === null ? '' : frameworkActor(String(cursor));
  const page = reader.page(indexes.frameworks, 'published', after, Number(limit) + 1);
  const items = page.slice(0, Number(limit)).flatMap((id) => {
    const image = imageOf(reader, id);
    return image === undefined ? [] : [shown(reader, image)];
  });
  const last = page.length > Number(limit) ? page[Number(limit) - 1] : undefined;
  return { items, next_cursor: last === undefined ? null : nameOf(last) };
};

const framework: View = (reader, { id }) => shown(reader, imageNamed(reader, id));

/** What a soul of the framework is held to, and the hash by which the city knows that it was. */
const soulSchema: View = (reader, { id }) => {
  const { schema } = imageNamed(reader, id).context;
  return { hash: schema, text: reader.text(schema) };
};

export const frameworkViews: Readonly<Record<string, View>> = { frameworks, framework, soul_schema: soulSchema };
