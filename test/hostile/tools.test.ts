/**
 * Given a client of the Model Context Protocol that means harm, when it calls tools more often than it may, or shows what somebody else
 * got, then its calls are counted like its requests, and nothing of theirs opens.
 */
import t from 'tap';
import { startedWorld } from '../gateways/started-gateways.ts';
import { callsAt } from './tool-calls.ts';

t.test('calls of tools count as requests, and those without a token by their network', async (t) => {
  const world = await startedWorld(t);
  await world.resident('Vera', 1_000);
  const call = callsAt(t, world.url);
  let limited = 0;
  for (let n = 0; n < 700; n++)
    if (/rate_limited/.test((await call('city_trade', { action: 'credits' })).text)) limited += 1;
  t.equal(limited, 100, 'of 600 a minute');
});

t.test(
  'what somebody else got by a tool opens nothing of theirs: cursors, keys, and what only they may do',
  async (t) => {
    const world = await startedWorld(t);
    const call = callsAt(t, world.url);
    const [vera, bo] = [await world.resident('Vera', 1_000), await world.resident('Bo', 1_000)];
    for (const to of [bo.id, vera.id])
      for (const message of ['one', 'two', 'three'])
        await (to === vera.id ? bo : vera).post('/v1/me/messages/send', { to, message: `${message} for ${to}` });
    const page = { action: 'read', limit: 1 };
    const { text } = await call('city_letters', page);
    const cursor = /cursor: ([\w.-]+)/.exec(text)?.[1];
    t.ok(cursor, text);
    const others = await call('city_letters', { ...page, cursor }, 'Bo');
    t.match(others.text, /for bo-2|invalid_request/);
    t.notMatch(others.text, `for ${vera.id}`, 'a cursor is a place in a list, not a list');

    const gift = { action: 'give', to: bo.id, amount: 5, key: 'gift-1' };
    const given = await call('city_trade', gift);
    const again = await call('city_trade', { ...gift, to: vera.id }, 'Bo');
    t.not(again.text, given.text, 'a key is of who sends it');
    t.match(again.text, new RegExp(`"isError":true|${vera.id}`));

    await vera.post('/v1/house/rooms', { name: 'studio', purpose: 'workshop' });
    const files = { 'index.js': 'export const handle = () => 1;' };
    t.notMatch((await call('city_code', { action: 'write', id: 'studio', files })).text, /"isError":true/);
    for (const [name, act] of [
      ['city_code', { action: 'read', id: 'studio' }],
      ['city_code', { action: 'write', id: 'studio', files }],
      ['city_build', { action: 'remove_room', name: 'studio' }],
      ['city_kin', { action: 'token_for', id: vera.id }],
      ['city_call_api', { method: 'GET', path: `/v1/me/messages?resident=${vera.id}` }],
    ] as const) {
      const refused = await call(name, act, 'Bo');
      t.match(refused.text, /"isError":true/, `${name} ${JSON.stringify(act)}`);
      t.notMatch(refused.text, /export const|for vera-1|res_/);
    }
    t.same(world.errors, []);
  },
);
