/** What is left of a token that has ended: it opens no other life of a founder. */
import t from 'tap';
import { residentActor } from '../../actors/place/names.ts';
import { command } from '../../actors/registry.ts';
import { foundFounders, livingFounders } from '../../founding/founders.ts';
import { tokenHash } from '../../gateways/auth.ts';
import { DataFolder } from '../../persistence/data-folder.ts';
import { act, openWorld } from '../world.ts';

async function founded(path: string) {
  const { city } = await openWorld({ env: { DEFAULT_LIFESPAN_TICKS: '5' } });
  const folder = new DataFolder(path);
  const [vera] = await foundFounders(city, folder);
  const token = String(folder.keptFounderToken('vera'));
  const holder = async () => city.view({ view: 'token', args: { hash: tokenHash(token) } });
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
    const back = await foundFounders(city, folder, true);
    t.match(await holder(), { code: 'not_found' }, how);
    t.same(await livingFounders(city, folder), back, 'the file has the one that opens');
  }
});
