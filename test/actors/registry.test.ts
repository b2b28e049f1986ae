/**
 * What kinds of actor say to each other is held to the registry: each line below that is wrong does not compile (`npm run check:types`).
 */
import t from 'tap';
import { defineKind } from '../../actors/kind-declaration.ts';
import { pod } from '../../actors/kinds/pod/index.ts';
import { roomEvents } from '../../actors/kinds/room/facts.ts';
import { command, imageOf, send, spawn } from '../../actors/registry.ts';
import { callActor, locationActor, placeActor, podActor, residentActor } from '../../actors/rules/place/names.ts';
import type { Facts } from '../../engine/actor-kind.ts';

t.test('a message, a beginning or an index of another kind is refused by the compiler', async (t) => {
  const right = send(callActor('call_1'), { type: 'charged', amount: 1 });
  t.same(right, { type: 'send', to: 'call:call_1', event: { type: 'charged', amount: 1 } });
  const wrong = [
    // @ts-expect-error a field is missing
    () => send(callActor('call_1'), { type: 'charged' }),
    // @ts-expect-error a field of another type
    () => send(callActor('call_1'), { type: 'charged', amount: '1' }),
    // @ts-expect-error a pod hears no such thing
    () => send(podActor('inn'), { type: 'charged', amount: 1 }),
    // @ts-expect-error of the places only pods are funded
    () => send(placeActor('inn'), { type: 'fund', by: 'ada-1', amount: 1 }),
    // @ts-expect-error a way out is named by a text
    () => command(residentActor('ada-1'), { type: 'move', exit: 7, max_toll: null }, { caller: 'operator' }),
    // @ts-expect-error a resident takes no command to fly
    () => command(residentActor('ada-1'), { type: 'fly' }, { caller: 'operator' }),
    // @ts-expect-error who founds a resident says what its lifespan is
    () => command(locationActor('city-commons'), { type: 'found', name: 'Ada' }, { caller: 'operator' }),
    // @ts-expect-error a resident begins with more
    () => spawn(residentActor('ada-1'), { id: 'ada-1' }),
    // @ts-expect-error nobody derives such an index
    (facts: Facts) => facts.count('passers-by', 'inn'),
    // @ts-expect-error a resident has no tier
    (facts: Facts) => imageOf(facts, residentActor('ada-1'))?.context.tier,
    // @ts-expect-error the rules of a room are not those of a pod
    () => defineKind('pod', pod, roomEvents),
  ];
  t.equal(wrong.length, 11);
});
