/** A new city with minds: its founders make a town of it, over the gateway alone, in the acts of its first minute. */
import { readFileSync } from 'node:fs';
import t from 'tap';
import { fieldsOf, listOf, textOf } from '../../client/wire.ts';
import { readConfig } from '../../config/settings.ts';
import { foundFirst, foundingIn, livingFounders } from '../../host/founding/founders.ts';
import { beginMind } from '../../minds/mind.ts';
import { overHttp } from '../../minds/mind-ports.ts';
import { DataFolder } from '../../persistence/data-folder.ts';
import { startedWorld } from '../gateways/started-gateways.ts';
import { until } from '../until.ts';

const config = readConfig({});
/** Acts of a mind in a minute: by its bound, and by its pauses. */
const actsMax = 20;

t.test(
  'without minds three are founded with what a newborn has, with minds twelve with credits for a place',
  async (t) => {
    const without = await startedWorld(t);
    await foundFirst(without.city, new DataFolder(t.testdir()), foundingIn(readConfig({ MINDS: '0' })));
    const few = new DataFolder(t.testdir());
    const world = await startedWorld(t);
    t.equal((await foundFirst(world.city, few, foundingIn(config))).length, 12);
    t.equal((await livingFounders(world.city, few)).length, 12);
    t.same(foundingIn(readConfig({ MINDS: '0' })), { count: 3, credits: null, lifespans: null });
    t.match(foundingIn(config), { count: 12, credits: 170_000 });
    const lifespans = foundingIn(config).lifespans ?? [];
    t.equal(new Set(lifespans).size, 12, 'no two of them die at one tick of old age');
    t.ok(Math.min(...lifespans) >= 36 && Math.max(...lifespans) <= 144);
  },
);

t.test('before any tick, 12 are there and 6 places of 4 kinds stand, each built by its founder', async (t) => {
  const world = await startedWorld(t);
  const founders = await foundFirst(world.city, new DataFolder(t.testdir()), foundingIn(config));
  const tokens = founders.map(({ tokenFile }) => readFileSync(tokenFile, 'utf8').trim());
  const acts = new Map<string, number>();
  const minds = tokens.map((token, i) =>
    beginMind({
      ports: overHttp(world.url, i + 1),
      token,
      actsPerMinute: 1_000,
      brain: { kind: 'rules', creditsPerTick: 0 },
      pauseShare: 0.02,
      onLiving: () => undefined,
      explain: (line) => {
        if (line.includes('\n=> ')) acts.set(token, (acts.get(token) ?? 0) + 1);
      },
    }),
  );
  t.teardown(() => Promise.all(minds.map((mind) => mind.stop())));
  const first = tokens[0] ?? '';
  const ask = async (path: string, token = first): Promise<readonly unknown[]> => {
    const answer = await fetch(`${world.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
    return listOf(fieldsOf(await answer.json())['items']);
  };
  const owned = new Map<string, string>();
  await until('six places stand', async () => {
    for (const [at, token] of tokens.entries()) {
      const answer = await fetch(`${world.url}/v1/me`, { headers: { authorization: `Bearer ${token}` } });
      const economy = fieldsOf(fieldsOf(await answer.json())['economy']);
      for (const pod of listOf(economy['owned_pods'])) owned.set(textOf(pod), founders[at]?.id ?? '');
    }
    return owned.size >= 6 || [...acts.values()].some((count) => count > actsMax);
  });
  await Promise.all(minds.map((mind) => mind.stop()));
  t.ok(owned.size >= 6, `${[...owned.keys()]} after ${[...acts.values()]} acts`);
  const kinds = new Set([...owned.keys()].map((pod) => pod.split('-of-').slice(0, -1).join('-of-')));
  t.ok(kinds.size >= 4, [...kinds].join());
  t.ok(new Set(owned.values()).size >= 6, 'each of somebody else');
  t.ok((await ask('/v1/location/exits?limit=50')).length > 0);
});
