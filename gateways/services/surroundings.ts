/** The properties of a resident's place that matter to global services, from the city's view. */

import { type Shown, view } from '../../actors/views.ts';
import type { City } from '../../engine/city-interface.ts';
import type { Refused } from '../../engine/refusal.ts';
import type { Resident } from '../route/auth.ts';

type Found = Shown<'surroundings'> & { readonly type: 'found' };

export async function surroundingsOf(city: City, { id }: Resident): Promise<Found | Refused> {
  const viewed = await city.view(view('surroundings', { resident: id }));
  return viewed.type === 'refused' ? viewed : { type: 'found', ...viewed.value };
}
