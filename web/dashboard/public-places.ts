/** Places that strangers see, from the map of the city: links lead to these only. */

import { createSignal } from 'solid-js';
import * as z from 'zod/mini';
import type * as answers from '../../gateways/answers/public.ts';
import { api } from '../lib/api.ts';
import { remember } from '../lib/names-read-alike.ts';
import { partOf } from '../lib/part-of.ts';

const Named = z.object({ id: z.string(), name: z.string() });
const PublicMap = partOf<typeof answers.PublicMap>()(z.object({ places: z.array(Named), residents: z.array(Named) }));

const [places, setPlaces] = createSignal<ReadonlySet<string>>(new Set());

/** A signal. */
export const isPublic = (id: string): boolean => places().has(id);

/** Fetches the map, and remembers the names of its places and of the residents there. Rejects with a `Refusal`. */
export async function fetchMap(): Promise<void> {
  const map = await api.get('/v1/map', PublicMap);
  for (const { id, name } of [...map.places, ...map.residents]) remember(id, name);
  setPlaces(new Set(map.places.map(({ id }) => id)));
}
