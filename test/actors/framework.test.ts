/** A city of before there were frameworks gets the one that every city has. */
import t from 'tap';
import { defaultFramework } from '../../actors/kinds/framework/built-in.ts';
import { commonsAtFirst } from '../../actors/kinds/location/index.ts';
import { command } from '../../actors/registry.ts';
import { commons, frameworkActor, locationActor } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import { MemoryStore } from '../../persistence/memory/persistence.ts';
import { found, openWorld } from '../world.ts';

const isThere = ({ city }: Awaited<ReturnType<typeof openWorld>>) => city.state.images.has(frameworkActor('default'));

t.test('[FR1] an older city gets the default framework at its next start, once', async (t) => {
  const store = new MemoryStore();
  const older = await openWorld({ store, genesis: [commonsAtFirst] });
  t.notOk(isThere(older));
  await older.crash();
  const newer = await openWorld({ store });
  t.ok(isThere(newer));
  t.ok(await found(newer.city, 'Ada'));
  const { turn } = newer.city.state.counters;
  const viewed = await newer.city.view(view('framework', { id: 'default' }));
  t.match(viewed, { value: { id: 'default', version: 1, soul_schema: { required: ['name', 'first_memory'] } } });
  await newer.crash();
  const again = await openWorld({ store });
  t.equal(again.city.state.counters.turn, turn, 'nothing is made twice');
});

/** Schemas with which cities have been founded. A new one is added here, and the one before to `earlierSchemas`: cities still have it. */
const schemas = ['g9Svug6pRNfDBWlHHfAhO22mYvwz6XEi0Lqf1Nevwrw'];

t.test('[FR1] the schema of the default framework, and those that it had, are known to founders', async (t) => {
  const { input, earlierSchemas } = defaultFramework;
  t.same([...earlierSchemas, input.schema], schemas);
});

t.test('[FR1] pages of frameworks follow one another in the order of their ids, each framework once', async (t) => {
  const { city } = await openWorld();
  for (const id of ['mills', 'ants', 'birds']) {
    const { input, contents } = defaultFramework;
    const event = { type: 'publish_framework', ...input, id } as const;
    t.match(await city.submit(command(locationActor(commons), event, { caller: 'operator', contents })), {
      type: 'applied',
    });
  }
  const pageFrom = async (cursor: string | null) => {
    const viewed = await city.view(view('frameworks', { limit: 2, cursor }));
    if (viewed.type !== 'shown') throw new Error(viewed.code);
    return viewed.value;
  };
  const first = await pageFrom(null);
  const second = await pageFrom(first.next_cursor);
  const ids = [first, second].map(({ items }) => items.map(({ id }) => id));
  t.same(ids, [
    ['ants', 'birds'],
    ['default', 'mills'],
  ]);
  t.equal(second.next_cursor, null);
});

t.test('[FR1] the default framework is never withdrawn: founders are of it', async (t) => {
  const { city } = await openWorld();
  const withdrawn = await city.submit(command(frameworkActor('default'), { type: 'withdraw' }, { caller: 'operator' }));
  t.match(withdrawn, { code: 'invalid_request', context: { issues: [{ path: 'id', message: /stays/ }] } });
  t.match(await city.view(view('framework', { id: 'default' })), { value: { status: 'published' } });
  t.ok(await found(city, 'Ada'));
});
