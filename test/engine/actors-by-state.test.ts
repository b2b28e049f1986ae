/** Who is in which state: kept from the first question on, and what changes later is in the list too. */
import t from 'tap';
import type { Image } from '../../engine/actor-kind.ts';
import type { ActorId } from '../../engine/ids.ts';
import { ActorsByState } from '../../engine/state/actors-by-state.ts';
import { openToys, toy } from './toy-actors.ts';

t.test('what came, moved and left before and after the first question is listed, in the order of ids', async (t) => {
  const { city } = await openToys(['b', 'a', 'c', 'd']);
  const images = new Map<ActorId, Image>();
  const byState = new ActorsByState(images);
  const put = (name: string, state: string | undefined) => {
    const id = toy(name);
    const born = city.state.images.get(id);
    if (born === undefined) throw new Error(`no ${id}`);
    const before = images.get(id);
    const now = state === undefined ? undefined : { ...born, state };
    if (now === undefined) images.delete(id);
    else images.set(id, now);
    byState.move(born, before, now);
  };
  const inState = (state: string) => byState.page('toy', state, '', 10);
  for (const name of ['b', 'a', 'c']) put(name, 'awake');
  put('c', 'asleep');
  t.same([inState('awake'), inState('asleep')], [['toy:a', 'toy:b'], ['toy:c']]);
  put('a', 'asleep');
  put('c', undefined);
  put('d', 'awake');
  t.same([inState('awake'), inState('asleep')], [['toy:b', 'toy:d'], ['toy:a']]);
  t.same(Object.fromEntries(byState.counts('toy')), { awake: 2, asleep: 1 });
  t.same(byState.page('toy', 'awake', 'toy:b', 10), ['toy:d']);
  t.same(byState.page('other', 'awake', '', 10), []);
});
