/** A pod with a service, built over HTTP. */
import type { Asker } from './started-gateways.ts';

export const program = 'export const handle = (input, caller) => ({ hello: caller, input });';

/** Opens a workshop at the Commons, goes in, writes code, comes back, and deploys. */
export async function shopOf(owner: Asker, name: string, more: object = {}): Promise<string> {
  await owner.post('/v1/location/move', { exit_id: 'commons' });
  const opened = await owner.post('/v1/workshops', { name, tier: 'tiny', funding: { initial_credits: 20 } });
  const id = String(opened.body['id']);
  await owner.post('/v1/location/move', { exit_id: opened.body['exit_id'] });
  await owner.post(`/v1/workshops/${id}/code`, { files: { 'index.js': program } });
  await owner.post('/v1/location/move', { exit_id: 'commons' });
  await owner.post('/v1/deploy', {
    source: id,
    tier: 'tiny',
    connections: [{ from: 'city-commons' }],
    funding: { initial_credits: 50 },
    ...more,
  });
  return id;
}
