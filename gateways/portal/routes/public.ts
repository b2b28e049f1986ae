/** What anyone may see without a token: residents, and places where strangers may walk. */
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { view } from '../../../actors/views.ts';
import type { Awaitable } from '../../../engine/awaitable.ts';
import type { CityControl } from '../../../engine/city-interface.ts';
import type { Viewed } from '../../../engine/command.ts';
import { JournalUnavailable } from '../../../engine/ports.ts';
import type { Refused } from '../../../engine/refusal.ts';
import { PublicPlace, PublicResident } from '../../answers/public.ts';
import type { ChronicleRows } from '../../chronicle/chronicle-rows.ts';
import { entriesAtMost } from '../../limits/entries-at-most.ts';
import type { LookUpLimit } from '../../limits/look-up-limit.ts';
import { defineRoute, type Route } from '../../route/route.ts';
import { PlaceId, ResidentId } from '../../schema/fields.ts';

/** Births that are remembered. */
const birthsMax = 4_096;

/** The view, with the `seq` from before it: an event that happens meanwhile is sent twice rather than not at all. */
async function since<Value extends object>(
  control: Pick<CityControl, 'health'>,
  look: () => Awaitable<Viewed<Value> | Refused>,
): Promise<Viewed<Value & { readonly seq: number }>> {
  const { seq } = control.health;
  const viewed = await look();
  return viewed.type === 'refused' ? viewed : { type: 'shown', value: { ...viewed.value, seq } };
}

/** Residents who have left memory are read from the database, under a concurrency limit that leaves room for the requests of residents. */
export const getPublicResident = (
  control: Pick<CityControl, 'health'>,
  chronicle: Pick<ChronicleRows, 'subjects'>,
  looks: LookUpLimit,
): Route => {
  const births = new Births(chronicle);
  return defineRoute({
    method: 'GET',
    path: '/v1/residents/:id',
    summary: 'What strangers see of a resident, and where it is while that is a public room',
    caller: 'public',
    isCounted: true,
    params: z.strictObject({ id: ResidentId }),
    answer: PublicResident,
    refusals: ['not_found'],
    perform: ({ params: { id } }, city) =>
      since(control, () =>
        looks.run(async () => {
          const viewed = await city.view(view('public_resident', { id }));
          if (viewed.type === 'refused') return viewed;
          return { type: 'shown', value: { ...viewed.value, born_tick: await births.tickOf(id) } };
        }),
      ),
  });
};

/** When residents were born: read once, since that never changes. */
class Births {
  readonly #chronicle: Pick<ChronicleRows, 'subjects'>;
  readonly #known = new LRUCache<string, number>(entriesAtMost(birthsMax));

  constructor(chronicle: Pick<ChronicleRows, 'subjects'>) {
    this.#chronicle = chronicle;
  }

  /** Null while the chronicle does not know it, or cannot be read: the resident is shown all the same. */
  async tickOf(id: string): Promise<number | null> {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    try {
      const [subject] = await this.#chronicle.subjects([`resident:${id}`]);
      const tick = subject?.since ?? null;
      if (tick !== null) this.#known.set(id, tick);
      return tick;
    } catch (cause) {
      if (cause instanceof JournalUnavailable) return null;
      throw cause;
    }
  }
}

export const getPublicPlace = (control: Pick<CityControl, 'health'>): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/places/:id',
    summary: 'A public room, who is there and where ways lead: the Commons, or a pod to which a stranger could walk',
    caller: 'public',
    isCounted: true,
    params: z.strictObject({ id: PlaceId }),
    answer: PublicPlace,
    refusals: ['not_found'],
    perform: ({ params: { id } }, city) => since(control, () => city.view(view('public_place', { id }))),
  });
