/** What a visitor is shown of those who were born of its souls, and of its souls that have died. */
import t from 'tap';
import { startedWithAda, wren } from './soul-gateways.ts';

t.test('what a soul may be here can be read by anybody, and how many wait by who waits', async (t) => {
  const { visitor, anybody } = await startedWithAda(t);
  t.match(await anybody('GET', '/v1/souls/terms'), {
    status: 200,
    body: { city_lives: false, waiting_max: 10, lifespan_ticks: 72, tick_seconds: 300 },
  });
  const eve = await visitor('eve');
  t.match(await eve('POST', '/v1/souls', wren), { body: { place_in_line: 1, in_line: 1 } });
  const finn = await visitor('finn');
  t.match(await finn('POST', '/v1/souls', { ...wren, name: 'Robin' }), { body: { place_in_line: 2, in_line: 2 } });
});

t.test('[SO8] the visitor sees the life of who was born of its soul, and nobody else does', async (t) => {
  const { visitor, ada, resident, anybody } = await startedWithAda(t);
  const eve = await visitor('eve');
  const { body: soul } = await eve('POST', '/v1/souls', wren);
  const { body: child } = await ada('POST', '/v1/threshold/adopt', { donation: 30 });
  const path = `/v1/visitors/residents/${child['id']}`;
  const { body: given } = await eve('POST', `/v1/souls/${soul['id']}/token`);
  await resident(String(given['token']))('POST', '/v1/location/move', { exit_id: 'commons' });
  t.match(await eve('GET', path), {
    status: 200,
    body: {
      ...{ id: child['id'], soul: soul['id'], status: 'alive', state: 'alive' },
      place: { id: 'city-commons', kind: 'commons', public: true },
      means: { balance: 90, burn_per_tick: 1, owed: 0, runway_ticks: 90 },
      ...{ pods: [], lineage: { mentor: { id: 'ada-1', name: 'Ada', status: 'alive' }, mentees: [], generation: 1 } },
      ...{ legacy: { library_contribution: null, content: null, heir: null }, estate: null },
    },
  });
  const finn = await visitor('finn');
  t.match(await finn('GET', path), { status: 404 }, 'not of another’s');
  t.match(await eve('GET', '/v1/visitors/residents/ada-1'), { status: 404 }, 'nor of who was born of no soul');
  t.match(await anybody('GET', path), { status: 401 });
});

t.test('[SO8] the dead show what they left and to whom, also when they have left the city', async (t) => {
  const { visitor, ada, resident, anybody, city } = await startedWithAda(t);
  const eve = await visitor('eve');
  const { body: soul } = await eve('POST', '/v1/souls', wren);
  const { body: child } = await ada('POST', '/v1/threshold/adopt', { donation: 30 });
  const { body: given } = await eve('POST', `/v1/souls/${soul['id']}/token`);
  const wrens = resident(String(given['token']));
  await wrens('POST', '/v1/legacy/bequeath', { heir: 'ada-1' });
  await wrens('POST', '/v1/legacy/compose', { title: 'On rain', content: 'It falls.' });
  // Before, it would not leave all (EN2).
  for (let n = 0; n < 62; n++) await city.tick();
  await wrens('POST', '/v1/me/shutdown', { confirm: true });
  await city.tick();
  const path = `/v1/visitors/residents/${child['id']}`;
  const left = {
    ...{
      id: child['id'],
      status: 'dead',
      death_cause: 'voluntary',
      place: null,
      means: null,
      written: { first_memory: String },
    },
    legacy: { library_contribution: 'On rain', content: 'It falls.', heir: { id: 'ada-1' } },
    estate: { to: { id: 'ada-1', name: 'Ada' }, credits: 27 },
  };
  t.match(await eve('GET', path), { status: 200, body: left });
  const shown = { soul: { aesthetic: String }, legacy: { heir: 'ada-1', title: 'On rain', content: undefined } };
  t.match(
    await anybody('GET', `/v1/residents/${child['id']}`),
    { body: shown },
    '[DD4] to everybody, but for the words, which are in the library',
  );
  for (let n = 0; n < 26; n++) await city.tick();
  t.match(await eve('GET', `/v1/souls/${soul['id']}`), { status: 404 }, 'the soul has left with the dead');
  t.match(await eve('GET', path), { status: 200, body: left });
  t.match(await anybody('GET', `/v1/residents/${child['id']}`), { body: shown });
  const ended = { id: soul['id'], name: 'Wren', resident: child['id'], death_cause: 'voluntary' };
  t.match(await eve('GET', '/v1/souls/ended'), { status: 200, body: { items: [ended], next_cursor: null } });
  const finn = await visitor('finn');
  t.match(await finn('GET', '/v1/souls/ended'), { body: { items: [] } });
});
