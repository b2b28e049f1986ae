/** What matters to global services of where a resident stands, as the city's view says it. */
import { z } from 'zod';
import { availabilities } from '../../actors/rules/place/availability.ts';
import type { City } from '../../engine/city-interface.ts';
import type { Refused } from '../../engine/refusal.ts';
import type { Resident } from '../route/auth.ts';

const Surroundings = z.object({
  location: z.string(),
  reachable: z.array(z.enum(availabilities)),
  is_in_study: z.boolean(),
});

interface Found extends z.infer<typeof Surroundings> {
  readonly type: 'found';
}

export async function surroundingsOf(city: City, { id }: Resident): Promise<Found | Refused> {
  const viewed = await city.view({ view: 'surroundings', args: { resident: id } });
  return viewed.type === 'refused' ? viewed : { type: 'found', ...Surroundings.parse(viewed.value) };
}
