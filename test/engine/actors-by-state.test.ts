/** Who is in which state: kept from the first question on, and what changes later is in the list too. */
import t from 'tap';
import type { Image } from '../../engine/actor-kind.ts';
import { must } from '../../engine/assert.ts';
import { viewRequest } from '../../engine/command.ts';
import type { ActorId } from '../../engine/ids.ts';
import { ActorsByState } from '../../engine/state/actors-by-state.ts';
import type { Reader } from '../../engine/views/views.ts';
import { VirtualClock } from '../../research/simulation/virtual-city.ts';
import { doing, openToys, toy } from './toy-actors.ts';

/** Actors that are put as `put` says, and who is in which state of them. */
async function toys() {
  const { city } = await openToys(['a']);
  const born = must(city.state.images.get(toy('a')), 'a toy');
  const images = new Map<ActorId, Image>();
  const byState = new ActorsByState(images);
  const put = (name: string, state: string | undefined) => {
    const id = toy(name);
    const before = images.get(id);
    const now = state === undefined ? undefined : { ...born, id, state };
    if (now === undefined) images.delete(id);
    else images.set(id, now);
    byState.move({ ...born, id }, before, now);
  };
  const inState = (state: string) => byState.page('toy', state, '', 10_000);
  return { byState, put, inState };
}

const unheld = { yield: () => Promise.resolve() };

t.test('what came, moved and left before and after the first question is listed, in the order of ids', async (t) => {
  const { byState, put, inState } = await toys();
  for (const name of ['b', 'a', 'c']) put(name, 'awake');
  put('c', 'asleep');
  t.notOk(byState.isListed('toy'));
  await byState.list('toy', unheld);
  t.same([inState('awake'), inState('asleep')], [['toy:a', 'toy:b'], ['toy:c']]);
  put('a', 'asleep');
  put('c', undefined);
  put('d', 'awake');
  t.same([inState('awake'), inState('asleep')], [['toy:b', 'toy:d'], ['toy:a']]);
  t.same(Object.fromEntries(byState.counts('toy')), { awake: 2, asleep: 1 });
  t.same(byState.page('toy', 'awake', 'toy:b', 10), ['toy:d']);
  await byState.list('other', unheld);
  t.same(byState.page('other', 'awake', '', 10), []);
});

t.test('the first list is made in slices, and knows what happened between them', async (t) => {
  const { byState, put, inState } = await toys();
  const name = (n: number) => `n${String(n).padStart(4, '0')}`;
  for (let n = 0; n < 3_500; n++) put(name(n), 'awake');
  let slices = 0;
  /** Behind the walk and before it somebody moves, leaves, and comes. */
  const between = async () => {
    slices += 1;
    for (const n of [10, 3_400]) put(name(n + slices), 'asleep');
    for (const n of [20, 3_300]) put(name(n + slices), undefined);
    put(name(4_000 + slices), 'awake');
    put(name(20 + slices), slices === 2 ? 'asleep' : undefined);
  };
  const [first, second] = [byState.list('toy', { yield: between }), byState.list('toy', { yield: between })];
  t.equal(first, second, 'who asks meanwhile waits for the same walk');
  await first;
  t.ok(slices >= 3, `${slices} slices`);
  const all = [...inState('awake'), ...inState('asleep')];
  const expected = byState.counts('toy');
  t.same({ awake: inState('awake').length, asleep: inState('asleep').length }, Object.fromEntries(expected));
  t.equal(new Set(all).size, all.length, 'nobody twice');
  t.same(
    inState('asleep').filter((id) => id === toy(name(11)) || id === toy(name(3_401)) || id === toy(name(22))).length,
    3,
  );
});

t.test('a view that asks who is in a state waits for the list, and others are shown meanwhile', async (t) => {
  let goOn: () => void = () => undefined;
  const clock = new VirtualClock();
  const names = Array.from({ length: 1_200 }, (_, n) => `n${n}`);
  const views = {
    listed: (reader: Reader) => reader.inState('toy', 'awake', '', 3),
    counted: (reader: Reader) => reader.countsByState('toy').get('awake') ?? 0,
  };
  const { city } = await openToys(names, { views, clock });
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  clock.yield = () => held;
  let isShown = false;
  const listed = Promise.resolve(city.view(viewRequest('listed', {}))).finally(() => {
    isShown = true;
  });
  t.match(await city.view(viewRequest('counted', {})), { type: 'shown', value: names.length });
  t.match(await doing(city, toy('n1'), []), { type: 'applied' });
  t.notOk(isShown, 'the walk is held');
  goOn();
  t.match(await listed, { type: 'shown', value: [toy('n0'), toy('n1'), toy('n10')] });
  t.match(await city.view(viewRequest('listed', {})), { type: 'shown', value: { length: 3 } });
});
