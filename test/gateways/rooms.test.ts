/** The rooms of a house over HTTP, through the real charts. */
import t from 'tap';
import { startedWorld } from './started-gateways.ts';

t.test('rooms: added, invited to, revoked, removed; only at home', async (t) => {
  const { resident } = await startedWorld(t);
  const ada = await resident('Ada');
  const bo = await resident('Bo');
  const room = { name: 'parlour', purpose: 'meeting', config: { description: 'Two chairs.' } };
  t.match(await ada.post('/v1/house/rooms', room), {
    status: 201,
    body: {
      id: `city-housing/${ada.id}/parlour`,
      purpose: 'meeting',
      description: 'Two chairs.',
      upkeep_per_tick: 0.1,
    },
  });
  t.match(await ada.post('/v1/house/rooms', room), { status: 409, body: { error: 'already_exists', message: /name/ } });
  t.match(await ada.post('/v1/house/rooms', { ...room, name: 'x', purpose: 'ballroom' }), {
    status: 422,
    body: { issues: [{ path: 'purpose', message: /workshop.*meeting.*storage.*study/ }] },
  });
  t.match(await ada.post('/v1/house/rooms', { name: 'lab', purpose: 'project-workspace' }), {
    status: 201,
    body: { purpose: 'workshop' },
  });
  const go = { exit_id: `city-housing/${ada.id}` };
  await bo.post('/v1/location/move', { exit_id: 'commons' });
  t.match(await bo.post('/v1/location/move', go), { status: 403, body: { error: 'not_invited' } });
  const invited = await ada.post('/v1/house/rooms/parlour/invite', { residents: [bo.id, bo.id] });
  t.match(invited, { status: 200, body: { invited: [bo.id] } });
  t.match(await ada.post('/v1/house/rooms/parlour/invite', { residents: ['no-1'] }), { status: 422 });
  t.match(await bo.post('/v1/location/move', go), { status: 200 });
  const revoked = await ada.post('/v1/house/rooms/parlour/revoke', { residents: [bo.id] });
  t.match(revoked, { status: 200, body: { invited: [] } });
  t.match(await ada.remove('/v1/house/rooms/parlour'), { status: 200, body: { status: 'removed' } });
  t.match(await ada.remove('/v1/house/rooms/nowhere'), { status: 404 });
  t.match(await ada.remove('/v1/house/rooms/No_Name'), { status: 404 });
  await ada.post('/v1/location/move', { exit_id: 'commons' });
  t.match(await ada.post('/v1/house/rooms', '{'), { status: 403, body: { error: 'location_required' } });
  t.match(await ada.remove('/v1/house/rooms/lab'), { status: 403, body: { required: `city-housing/${ada.id}` } });
});

t.test('[HR7] at home means in a room of it, too', async (t) => {
  const { resident } = await startedWorld(t);
  const ada = await resident('Ada', 5);
  await ada.post('/v1/house/rooms', { name: 'lab', purpose: 'workshop' });
  await ada.post('/v1/location/move', { exit_id: `city-housing/${ada.id}/lab` });
  t.match((await ada.get('/v1/location')).body, { kind: 'room' });
  t.match(await ada.get('/v1/house'), { status: 200 });
  t.match(await ada.post('/v1/mesh/broadcast', { message: 'free' }), { status: 201, body: { charged: 0 } });
  t.match(await ada.post('/v1/workshops/lab/code', { files: { 'index.js': '1' } }), { status: 200 });
});
