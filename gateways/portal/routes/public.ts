/** What anyone may look at, without a token: residents, and places where a stranger may walk. */
import { z } from 'zod';
import { view } from '../../../actors/views.ts';
import type { CityControl } from '../../../engine/city-interface.ts';
import type { Viewed } from '../../../engine/command.ts';
import type { Refused } from '../../../engine/refusal.ts';
import type { LooksAtOnce } from '../../limits/looks-at-once.ts';
import { defineRoute, type Route } from '../../route/route.ts';
import { Passport, PlaceId, ResidentId } from '../../schema/fields.ts';

const Seq = z.int().meta({ description: 'Resume `/ws` from here: what has changed since is told there' });

/** The look, with the `seq` from before it: what happens meanwhile is told once more rather than not at all. */
async function since(
  control: Pick<CityControl, 'health'>,
  look: () => Promise<Viewed<object> | Refused>,
): Promise<Viewed | Refused> {
  const { seq } = control.health;
  const viewed = await look();
  return viewed.type === 'refused' ? viewed : { type: 'shown', value: { ...viewed.value, seq } };
}

const Lineage = z
  .looseObject({ mentor: z.string().nullable(), mentees: z.array(z.string()), generation: z.int() })
  .meta({ description: 'Of the dead, and of who is vouched for' });

const OutwardSoul = z
  .looseObject({ aesthetic: z.string(), personality_summary: z.string() })
  .meta({ description: 'Of the dead, and of who is vouched for: the look, and how the personality begins' });

const Legacy = z.looseObject({ heir: z.string().nullable(), title: z.string().nullable() }).meta({
  description:
    'Of the dead: whom they named their heir, and the title of what they composed: its words are in the library of souls',
});

/** Of who has left memory the database is asked: no more of these at once than leave room for the looks of residents. */
export const getPublicResident = (control: Pick<CityControl, 'health'>, looks: LooksAtOnce): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/residents/:id',
    summary: 'What strangers see of a resident, and where it is while that is a public room',
    caller: 'public',
    isCounted: true,
    params: z.strictObject({ id: ResidentId }),
    answer: Passport.extend({
      location: z.string().nullable(),
      seq: Seq,
      soul: OutwardSoul.optional(),
      lineage: Lineage.optional(),
      legacy: Legacy.optional(),
    }).meta({ id: 'PublicResident' }),
    refusals: ['not_found'],
    perform: ({ params: { id } }, city) =>
      since(control, () => looks.run(() => city.view(view('public_resident', { id })))),
  });

const Named = z.looseObject({ id: z.string(), name: z.string() });

const PublicPlace = z.looseObject({
  id: z.string(),
  kind: z.string(),
  name: z.string(),
  residents_count: z.int(),
  seq: Seq,
  residents: z.array(Named).meta({ description: 'The first of those who are there, by their ids' }),
  next_to: z
    .array(Named.extend({ kind: z.string(), residents_count: z.int() }))
    .meta({ description: 'Public rooms to which one can walk from there' }),
  stations: z
    .array(Named.extend({ place: z.string() }))
    .meta({ description: 'Its active portal stations, and where these stand outside of the city' }),
});

export const getPublicPlace = (control: Pick<CityControl, 'health'>): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/places/:id',
    summary: 'A public room, who is there and where ways lead: the Commons, or a pod to which a stranger could walk',
    caller: 'public',
    isCounted: true,
    params: z.strictObject({ id: PlaceId }),
    answer: PublicPlace.meta({ id: 'PublicPlace' }),
    refusals: ['not_found'],
    perform: ({ params: { id } }, city) => since(control, () => city.view(view('public_place', { id }))),
  });
