/**
 * A token that has ended: whether it is valid in the next life of a founder, and the answer under the key of the request that ended it.
 */
import t from 'tap';
import { command } from '../../actors/registry.ts';
import { residentActor } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import { tokenHash } from '../../gateways/route/auth.ts';
import { foundFounders, livingFounders } from '../../host/founding/founders.ts';
import { DataFolder } from '../../persistence/data-folder.ts';
import { startedWithAda, wren } from '../gateways/soul-gateways.ts';
import { act, openWorld } from '../world.ts';

const end = '/v1/me/token';

async function founded(path: string) {
  const { city } = await openWorld({ env: { DEFAULT_LIFESPAN_TICKS: '5' } });
  const folder = new DataFolder(path);
  const [vera] = await foundFounders(city, folder);
  const token = String(folder.keptFounderToken('vera'));
  const holder = async () => city.view(view('token', { hash: tokenHash(token) }));
  return { city, folder, vera: String(vera?.id), token, holder };
}

t.test('[WK4] [TK1] a token that a founder has ended, or that was replaced, opens its next life no more', async (t) => {
  for (const how of ['ended', 'replaced'] as const) {
    const { city, folder, vera, token, holder } = await founded(t.testdir());
    const hash = tokenHash(token);
    if (how === 'ended') t.match(await act(city, vera, { type: 'end_token', token: hash }), { type: 'applied' });
    else {
      const given = { type: 'replace_token', token: tokenHash('res_another') } as const;
      t.match(await city.submit(command(residentActor(vera), given, { caller: 'operator' })), { type: 'applied' });
    }
    for (let n = 0; n < 6; n++) await city.tick();
    t.same(await livingFounders(city, folder), []);
    const back = await foundFounders(city, folder, { again: true });
    t.match(await holder(), { code: 'not_found' }, how);
    t.same(await livingFounders(city, folder), back, 'the file has the one that opens');
  }
});

async function started(t: Parameters<typeof startedWithAda>[0]) {
  const there = await startedWithAda(t);
  const eve = await there.visitor('eve');
  const { body: soul } = await eve('POST', '/v1/souls', wren);
  await there.ada('POST', '/v1/threshold/adopt');
  const fetched = async () => String((await eve('POST', `/v1/souls/${soul['id']}/token`)).body['token']);
  return { ...there, fetched };
}

t.test(
  '[WK4] [J4] under the key of the request that ended the one before another is not said to have ended',
  async (t) => {
    const { resident, fetched } = await started(t);
    t.match(await resident(await fetched())('DELETE', end, undefined, 'k'), { status: 200 });
    const next = await fetched();
    t.match(await resident(next)('DELETE', end, undefined, 'k'), {
      status: 422,
      body: { error: 'idempotency_mismatch' },
    });
    t.match(await resident(next)('GET', '/v1/me'), { status: 200 }, 'it has not ended');
    t.match(await resident(next)('DELETE', end, undefined, 'another'), { status: 200 });
    t.match(await resident(next)('GET', '/v1/me'), { status: 401 });
  },
);
