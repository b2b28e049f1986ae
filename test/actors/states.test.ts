/** The states of each kind are those of its chart: each line below that is wrong does not compile (`npm run check:types`). */
import t from 'tap';
import type { RulesOf } from '../../actors/kind-declaration.ts';
import { stationMachine } from '../../actors/kinds/portal-station/machine.ts';
import { residentMachine } from '../../actors/kinds/resident/machine.ts';
import { isDead } from '../../actors/kinds/resident/state.ts';
import { roomMachine } from '../../actors/kinds/room/machine.ts';
import type { ImageOf } from '../../actors/registry.ts';
import { hasEnded, isInUse, isOperating, isWorkshop } from '../../actors/rules/place/states.ts';

t.test(
  'a state that the chart does not have is refused by the compiler, and so is a chart with other states',
  async (t) => {
    const right = [
      (pod: ImageOf<'pod'>) => pod.state === 'workshop.ready',
      (): RulesOf<'room', typeof roomMachine>['machine'] => roomMachine,
      (): RulesOf<'resident', typeof residentMachine>['machine'] => residentMachine,
    ];
    const wrong = [
      // @ts-expect-error a pod has this state, but not as a leaf
      (pod: ImageOf<'pod'>) => pod.state === 'workshop',
      // @ts-expect-error no resident is ever in it
      (resident: ImageOf<'resident'>) => resident.state === 'ended',
      // @ts-expect-error a soul is asked whether a resident has died
      (soul: ImageOf<'soul'>) => isDead(soul),
      // @ts-expect-error the chart of another kind
      (): RulesOf<'print', typeof stationMachine>['machine'] => stationMachine,
      // @ts-expect-error a chart that does not have the states declared for residents
      (): RulesOf<'resident', typeof roomMachine>['machine'] => roomMachine,
    ];
    t.same([right.length, wrong.length], [3, 5]);
  },
);

t.test('what a state says of a place', async (t) => {
  const isSo = (
    is: (place: { readonly state: ImageOf<'pod' | 'room' | 'location' | 'container'>['state'] }) => boolean,
  ) =>
    (
      [
        'house',
        'ruin',
        'ended',
        'workshop',
        'workshop.ready',
        'deployed',
        'orphaned',
        'shut_down',
        'allowed',
        'stopped',
      ] as const
    ).filter((state) => is({ state }));
  t.same(isSo(hasEnded), ['ruin', 'ended', 'shut_down', 'stopped']);
  t.same(isSo(isInUse), ['house', 'workshop', 'workshop.ready', 'deployed', 'orphaned']);
  t.same(isSo(isWorkshop), ['workshop.ready'], 'a room in which code lies is none');
  t.same(isSo(isOperating), ['deployed', 'orphaned']);
});
