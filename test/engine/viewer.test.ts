/** Views: kept while nothing they show has changed, texts fetched by hash, failures their own (T3, A3, S1). */
import t from 'tap';
import { type Json, jsonOf, readJson, viewRequest } from '../../engine/command.ts';
import { contentHash } from '../../engine/ids.ts';
import type { Events } from '../../engine/ports.ts';
import { memoryPersistence } from '../../persistence/memory/persistence.ts';
import { doing, fund, openToys, order, publish, toy } from './toy-actors.ts';

t.test('[T3] the same value comes back until something that it showed has changed', async (t) => {
  const { city } = await openToys(['a', 'b']);
  await fund(city, toy('a'), 9_000, 1_000);
  const look = async (view: string, args: Record<string, string>) => city.view(viewRequest(view, args));
  const cases: readonly [string, Record<string, string>, () => Promise<unknown>][] = [
    ['toy', { id: 'a' }, () => doing(city, toy('a'), [])],
    ['means', { id: 'a' }, () => fund(city, toy('a'), 1, 0)],
    ['means', { id: 'a' }, () => city.tick()],
    ['crowd', { place: 'square' }, () => doing(city, toy('b'), [], { place: 'square' })],
  ];
  for (const [view, args, change] of cases) {
    const before = await look(view, args);
    t.equal(await look(view, args), before, `${view}: the very same object`);
    await change();
    t.strictNotSame(await look(view, args), before, `${view}: another after a change`);
  }
  const kept = await look('toy', { id: 'a' });
  await doing(city, toy('b'), [publish('elsewhere')]);
  await city.tick();
  t.equal(await look('toy', { id: 'a' }), kept, 'what it did not show may change');
});

t.test('[T3] the position of the feeds is shown as it is now', async (t) => {
  const { city } = await openToys(['a']);
  for (const seq of [0, 1, 2]) {
    t.match(await city.view(viewRequest('feed', {})), { value: { seq } });
    await doing(city, toy('a'), [publish('news')]);
  }
});

t.test('[T3] different arguments are different views', async (t) => {
  const { city } = await openToys(['a', 'b']);
  await doing(city, toy('a'), [], { label: 'one' });
  t.match(await city.view(viewRequest('toy', { id: 'a' })), { value: { heard: ['one@0'] } });
  t.match(await city.view(viewRequest('toy', { id: 'b' })), { value: { heard: [] } });
});

t.test('[A3] texts are fetched by their hash, once, and an unknown one is null', async (t) => {
  const world = await openToys(['a']);
  const text = 'a text of some length';
  await world.city.submit({ ...order(toy('a'), []), contents: [text] });
  await world.crash();
  const { events } = memoryPersistence(world.store);
  const fetched: number[] = [];
  const counting: Events = Object.assign(Object.create(events) as Events, {
    contents: (hashes: Parameters<Events['contents']>[0]) => {
      fetched.push(hashes.length);
      return events.contents(hashes);
    },
  });
  const { city } = await openToys(['a'], { store: world.store, events: counting });
  const look = (hash: string) => city.view(viewRequest('text', { hash }));
  t.same(await look(contentHash(text)), { type: 'shown', value: { text } });
  t.same(await look(contentHash(text)), { type: 'shown', value: { text } });
  t.same(await look(contentHash('unknown')), { type: 'shown', value: { text: null } });
  t.same(fetched, [1, 1]);
  await city.submit({ ...order(toy('a'), []), contents: ['fresh'] });
  t.same(await look(contentHash('fresh')), { type: 'shown', value: { text: 'fresh' } });
  t.same(fetched, [1, 1], 'a text just written is at hand');
});

t.test('[J4] a repeat hears the texts that the first answer had fetched after its turn', async (t) => {
  const world = await openToys(['a']);
  const text = 'a text from before the crash';
  await world.city.submit({ ...order(toy('a'), []), contents: [text] });
  await world.crash();
  const { city } = await openToys(['a'], { store: world.store });
  const key = { key: 'one', fingerprint: 'same', keepAnswer: true };
  const reply = viewRequest('text', { hash: contentHash(text) });
  const asked = () => city.submit({ ...order(toy('a'), []), key, reply });
  const first = await asked();
  t.match(first, { type: 'applied', json: JSON.stringify({ text }), repeated: false });
  t.match(await asked(), { type: 'applied', json: JSON.stringify({ text }), repeated: true });
});

t.test('[J5] texts that cannot be read are busy, not wrong', async (t) => {
  const contents = () => Promise.reject(new Error('away'));
  const { events } = memoryPersistence();
  const { city } = await openToys(['a'], { events: Object.assign(Object.create(events) as Events, { contents }) });
  t.match(await city.view(viewRequest('text', { hash: contentHash('x') })), { type: 'refused', code: 'busy' });
});

t.test('[S1] a view that is unknown, refuses or throws is an answer', async (t) => {
  const { city } = await openToys(['a']);
  const look = (view: string) => city.view(viewRequest(view, { id: 'nobody' }));
  t.match(await look('nothing'), { code: 'not_found', context: { kind: 'view' } });
  t.match(await look('toy'), { code: 'not_found', context: { kind: 'toy' }, applied: false });
  t.match(await look('broken'), { code: 'internal_error' });
});

t.test('a reply is made when its turn is sealed, before any later turn', async (t) => {
  const { city } = await openToys(['a']);
  const ask = (label: string) =>
    city.submit({ ...order(toy('a'), [publish(label)], { label }), reply: viewRequest('toy', { id: 'a' }) });
  const replies = await Promise.all([ask('one'), ask('two')]);
  t.match(replies, [
    { json: '{"heard":["one@0"],"state":"awake"}' },
    { json: '{"heard":["one@0","two@0"],"state":"awake"}' },
  ]);
  t.match(await city.submit({ ...order(toy('a'), [publish('x')]), reply: viewRequest('told', {}) }), {
    json: '{"told":[[3,"x"]]}',
  });
});

t.test('[T2] [J5] a turn whose reply cannot be made is sealed and committed all the same', async (t) => {
  const world = await openToys(['a']);
  for (const [view, args] of [
    ['broken', {}],
    ['nothing', {}],
    ['toy', { id: 'nobody' }],
  ] as const)
    t.match(await world.city.submit({ ...order(toy('a'), [publish('happened')]), reply: viewRequest(view, args) }), {
      type: 'applied',
      json: '{}',
    });
  t.equal(world.store.events.length, 3);
  await world.crash();
  const { city } = await openToys(['a'], { store: world.store });
  t.same(city.state.images.get(toy('a')), world.city.state.images.get(toy('a')));
});

t.test('no text is taken for the JSON of an answer: `jsonOf` makes it, of what it shows', async (t) => {
  const made: Json<{ readonly id: string }> = jsonOf({ id: 'ada-1' });
  t.equal(readJson(made).id, 'ada-1');
  // @ts-expect-error any text
  const text: Json<{ readonly id: string }> = '{"id":"ada-1"}';
  // @ts-expect-error of something else
  const other: Json<{ readonly id: string }> = jsonOf({ name: 'Ada' });
  // @ts-expect-error of who knows what
  const unknown: Json<{ readonly id: string }> = jsonOf(JSON.parse('{}') as unknown);
  t.same([text, other, unknown], ['{"id":"ada-1"}', '{"name":"Ada"}', '{}']);
});
