/** What is observed of charts, and when: [CH4]. */
import t from 'tap';
import { kinds } from '../../actors/index.ts';
import { residentActor } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import { TakenTransitions } from '../../research/observation/taken-transitions.ts';
import { act, found, openWorld } from '../world.ts';

async function observedWorld() {
  const taken = new TakenTransitions(kinds);
  const { city } = await openWorld({ kinds: taken.kinds, onSealed: taken.sealed, onDropped: taken.dropped });
  const ada = await found(city, 'Ada', 10_000);
  const sum = () => [...(taken.of('resident').get('resident')?.values() ?? [])].reduce((all, count) => all + count, 0);
  const reply = view('machines', {});
  const speak = (text: string) =>
    city.submit({ to: residentActor(ada), caller: residentActor(ada), event: { type: 'broadcast', text }, reply });
  return { taken, city, ada, sum, speak };
}

t.test('[CH4] while nobody asks for a kind, its charts are not observed', async (t) => {
  const { taken, speak, sum } = await observedWorld();
  const resident = taken.kinds.find(({ name }) => name === 'resident');
  t.equal(resident?.isObserved?.(), false);
  await speak('Is anybody there?');
  t.equal(sum(), 0);
  t.equal(resident?.isObserved?.(), true, 'from the first request on');
  t.equal(taken.kinds.find(({ name }) => name === 'pod')?.isObserved?.(), false, 'and that kind alone');
});

t.test('[CH4] a turn that was refused has taken nothing, nor does the next one bring it', async (t) => {
  const { city, ada, speak, sum } = await observedWorld();
  sum();
  const away = { type: 'move', exit: 'no-such-exit', max_toll: null } as const;
  const refused = await city.submit({
    ...{ to: residentActor(ada), caller: residentActor(ada), event: away },
    reply: view('machines', {}),
  });
  t.equal(refused.type, 'refused');
  t.equal(sum(), 0);
  await act(city, ada, { type: 'move', exit: 'commons', max_toll: null });
  const moved = sum();
  t.ok(moved > 0);
  await city.submit({
    ...{ to: residentActor(ada), caller: residentActor(ada), event: away },
    reply: view('machines', {}),
  });
  await speak('Good morning.');
  const { sum: sumOther, speak: speakOther, city: other, ada: bo } = await observedWorld();
  sumOther();
  await act(other, bo, { type: 'move', exit: 'commons', max_toll: null });
  await speakOther('Good morning.');
  t.equal(sum(), sumOther(), 'as in a city where nobody was refused');
});
