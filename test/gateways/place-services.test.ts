/** What a place shows to those who come: what its service expects, and which end of a connection shows which text. */
import t from 'tap';
import { type Asker, startedWorld } from './started-gateways.ts';

const handler = 'export const handle = (input) => input;';

/** Opens a workshop at the Commons, writes a service in it, and deploys it there. */
async function shopOf(owner: Asker, more: object): Promise<string> {
  await owner.post('/v1/location/move', { exit_id: 'commons' });
  const { body } = await owner.post('/v1/workshops', { name: 'Mill', tier: 'tiny', funding: { initial_credits: 20 } });
  const id = String(body['id']);
  await owner.post('/v1/location/move', { exit_id: body['exit_id'] });
  await owner.post(`/v1/workshops/${id}/code`, { files: { 'index.js': handler } });
  await owner.post('/v1/location/move', { exit_id: 'commons' });
  await owner.post('/v1/deploy', { source: id, tier: 'tiny', funding: { initial_credits: 50 }, ...more });
  return id;
}

const exitTo = async (who: Asker, place: string) => {
  const items = (await who.get('/v1/location/exits')).body['items'] as { id: string; to: string; desc: string }[];
  return items.find(({ to }) => to === place);
};

t.test('a service says what it expects, as set with its pricing; each end of a way shows its own text', async (t) => {
  const { resident } = await startedWorld(t);
  const [ada, bo] = [await resident('Ada'), await resident('Bo')];
  const pricing = { per_query: 2, input_description: 'A sack of grain.' };
  const texts = { entrance_description: 'A mill wheel.', exit_description: 'Back to the square.' };
  const id = await shopOf(ada, { pricing, connections: [{ from: 'city-commons', ...texts }] });
  t.match(await ada.get(`/v1/pods/${id}`), { status: 200, body: { pricing } });
  await bo.post('/v1/location/move', { exit_id: 'commons' });
  const way = await exitTo(bo, id);
  t.equal(way?.desc, 'A mill wheel.');
  await bo.post('/v1/location/move', { exit_id: way?.id });
  t.equal((await exitTo(bo, 'city-commons'))?.desc, 'Back to the square.');
  t.match((await bo.get('/v1/services')).body, { items: [{ id, input_description: 'A sack of grain.' }] });
  t.match(await ada.post(`/v1/pods/${id}/pricing`, { input_description: '' }), { status: 422 });
  t.match(await ada.post(`/v1/pods/${id}/pricing`, { input_description: 'Flour.' }), {
    status: 200,
    body: { pricing: { per_query: 0, input_description: 'Flour.' } },
  });
  t.match((await bo.get('/v1/services')).body, { items: [{ id, input_description: 'Flour.' }] });
  await ada.post(`/v1/pods/${id}/pricing`, { per_query: 1 });
  t.match((await bo.get('/v1/services')).body, { items: [{ id, input_description: null }] });
});
