/** Who owns and speaks for a pod after its owner or representative has died. */
import t from 'tap';
import { commons, podActor } from '../../actors/rules/place/names.ts';
import type { JournalCommand, UnnumberedCommand } from '../../engine/command.ts';
import { seal } from '../../engine/turn/seal.ts';
import { runTurn } from '../../engine/turn/turn.ts';
import {
  asking,
  at,
  balanced,
  does,
  newest,
  pod,
  podAt,
  refuses,
  requestState,
  rich,
  stateOf,
  workshop,
} from './built-places.ts';
import { given } from './given-residents.ts';
import { access } from './pod-terms.ts';

t.test('[LG3] the estate: pods go to the heir; without one nobody owns them and nobody must agree', async (t) => {
  for (const heired of [true, false]) {
    const town = await given({ ada: { credits: 900_000, lifespan: 3 }, bo: rich, cleo: rich });
    const id = await pod(town, 'ada', { tier: 'small', funding: 90_000 });
    const shed = await workshop(town, 'ada', { name: 'shed', funding: 90_000 });
    const lent = await pod(town, 'ada', { name: 'lent', funding: 90_000 });
    await does(town, 'ada', { type: 'appoint', pod: lent, to: town.id('cleo') });
    if (heired) await does(town, 'ada', { type: 'bequeath', heir: town.id('bo') });
    town.newEvents();
    await town.ticks(3);
    t.equal(town.state('ada'), 'dead');
    const told = town.newEvents().filter(({ type }) => type === 'pod.owner_changed');
    const anew = { from: town.id('ada'), owner: heired ? town.id('bo') : null, reason: 'estate' };
    t.match(told, [{ data: { id, ...anew } }, { data: { id: lent, ...anew } }], 'told to all, but of what nobody sees');
    t.ok(told.every(({ audience }) => audience.includes('public')));
    const heir = heired ? town.id('bo') : null;
    for (const place of [id, shed]) t.match(podAt(town, place), { owner: heir, representative: heir }, place);
    t.match(podAt(town, lent), { owner: heir, representative: heired ? town.id('cleo') : null });
    t.equal(stateOf(town, id), 'deployed', 'it lives on its pool');
    await does(town, 'cleo', asking(commons, id));
    t.equal(requestState(town, newest(town, 'connection.requested')), heired ? 'pending_approval' : 'approved.open');
    if (heired) await does(town, 'bo', access(town, id, 'members'));
    else await refuses(t, town, 'bo', access(town, id, 'members'), 'not_representative', { representative: null });
    balanced(t, town);
  }
});

t.test('an heir that dies on the same tick takes nothing: the pods go where the credits went', async (t) => {
  const brief = { credits: 2_000_000, lifespan: 3 };
  const town = await given({ ada: brief, bo: brief, cleo: rich });
  const id = await pod(town, 'ada', { funding: 50_000 });
  await does(town, 'ada', { type: 'bequeath', heir: town.id('bo') });
  await does(town, 'bo', { type: 'bequeath', heir: town.id('cleo') });
  await town.ticks(3);
  t.same([town.state('ada'), town.state('bo')], ['dead', 'dead']);
  t.match(podAt(town, id), { owner: null, representative: null });
  balanced(t, town);
});

t.test('[RP3] a representative that dies is followed by the owner', async (t) => {
  const town = await given({ ada: rich, bo: { credits: 900_000, lifespan: 3 } });
  const id = await pod(town, 'ada', { funding: 50_000 });
  await does(town, 'ada', { type: 'appoint', pod: id, to: town.id('bo') });
  await refuses(t, town, 'ada', access(town, id, 'members'), 'not_representative', { representative: town.id('bo') });
  await town.ticks(3);
  t.equal(town.state('bo'), 'dead');
  t.match(podAt(town, id), { owner: town.id('ada'), representative: town.id('ada') });
  await does(town, 'ada', access(town, id, 'members'));
  t.match(at(town, id).wakes, []);
});

t.test(
  '[K4] [DD7] owner and representative die with the pool: the door hears of it twice, and the death is published',
  async (t) => {
    const mortal = { credits: 900_000, lifespan: 3 };
    const town = await given({ ada: mortal, bo: rich, cleo: mortal });
    await does(town, 'ada', { type: 'bequeath', heir: town.id('bo') });
    const shed = await workshop(town, 'ada', { representative: town.id('cleo'), funding: 1_500 });
    await town.ticks(2);
    const { state } = town.world.city;
    /** As when the answer to a call comes right behind the turn of the tick: the dead hear what is due before their pods do. */
    const run = (unnumbered: UnnumberedCommand) => {
      const command = { ...unnumbered, turn: state.counters.turn + 1, at: 1 } as JournalCommand;
      const draft = runTurn(state, command);
      if (draft.type === 'refused') return draft;
      return seal(draft, command, []).events.map(({ type }) => type);
    };
    run({ type: 'tick', tick: 3 });
    for (const name of ['cleo', 'ada']) run({ type: 'wake', actor: town.actor(name) });
    t.same([town.state('ada'), town.state('cleo'), stateOf(town, shed)], ['dead', 'dead', 'workshop.ready']);
    t.ok(state.due.has(podActor(shed)));
    t.same(run({ type: 'wake', actor: town.actor('ada') }), ['pod.inherited', 'pod.shut_down', 'resident.died']);
    t.match(podAt(town, shed), { owner: town.id('bo'), representative: town.id('bo') });
    t.equal(stateOf(town, shed), 'shut_down');
  },
);
