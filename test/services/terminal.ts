/** Where the library can be reached. */
import { must } from '../../engine/assert.ts';
import { shopOf } from '../gateways/pod-over-http.ts';
import type { Asker, StartedWorld } from '../gateways/started-gateways.ts';

/** Builds a pod with a library terminal, and goes there. */
export async function terminalOf(owner: Asker, city: StartedWorld['city']): Promise<void> {
  const pod = await shopOf(owner, 'Reading Room', { tier: 'medium', features: ['library_terminal'] });
  const exits = (await owner.get('/v1/location/exits')).body['items'] as { id: string; to: string }[];
  const way = exits.find(({ to }) => to === pod);
  await owner.post('/v1/location/move', { exit_id: must(way, pod).id });
  await city.tick();
}
