/** Rooms of a house: four purposes and their upkeep, invitations, the end of a room, and a home workshop that is deployed. */
import t from 'tap';
import { commons, innerPlace, podActor, residentActor } from '../../actors/rules/place/names.ts';
import { burnOf } from '../../engine/state/ledger.ts';
import { openWorld } from '../world.ts';
import {
  adding,
  asking,
  at,
  balanced,
  burns,
  code,
  deploying,
  does,
  goTo,
  linkFrom,
  newest,
  opening,
  pod,
  poolOf,
  refuses,
  rich,
  stateOf,
  writing,
} from './built-places.ts';
import { given, move, say } from './given-residents.ts';

const upkeeps = { workshop: 500, study: 250, storage: 250, meeting: 100 } as const;
const invite = (name: string, ...residents: string[]) => ({ type: 'invite', name, residents });
const revoke = (name: string, ...residents: string[]) => ({ type: 'revoke', name, residents });
const removing = (name: string) => ({ type: 'remove_room', name });

t.test('[HR1] each purpose has its upkeep, added to the burn of the owner', async (t) => {
  const town = await given({ ada: { ...rich, atHome: true } });
  let burn = 1_000;
  for (const [purpose, upkeep] of Object.entries(upkeeps)) {
    town.newEvents();
    const before = town.balance('ada');
    await does(town, 'ada', adding(purpose, purpose));
    burn += upkeep;
    t.equal(burns(town, town.actor('ada')), burn, purpose);
    t.equal(before - town.balance('ada'), upkeep, `${purpose}: the tick that has begun [UP5]`);
    const place = innerPlace(town.home('ada'), purpose);
    t.equal(stateOf(town, place), purpose);
    t.match(town.newEvents(), [
      { type: 'room.added', actor: town.id('ada'), subject: place, audience: [`to:${town.actor('ada')}`] },
    ]);
  }
  const before = town.balance('ada');
  await town.ticks(1);
  t.equal(town.balance('ada'), before - burn);
  balanced(t, town);
});

t.test('[UP5] each tick that a room has begun is paid once, each room of it however short', async (t) => {
  const town = await given({ ada: { ...rich, atHome: true } });
  const paid = async (rooms: number, deeds: () => Promise<unknown>) => {
    const before = town.balance('ada');
    await deeds();
    await town.ticks(1);
    t.equal(before - town.balance('ada') - 1_000, rooms * upkeeps.workshop);
  };
  const add = () => does(town, 'ada', adding('den', 'workshop'));
  const remove = () => does(town, 'ada', removing('den'));
  await paid(1, () => add().then(remove));
  await paid(2, () => add().then(remove).then(add).then(remove));
  await paid(3, () => add().then(remove).then(add)); // The third is the tick that begins, in which it is still there.
  await paid(0, remove);
  await paid(0, async () => {});
  balanced(t, town);
});

t.test(
  '[HR2] a room is added at home, by who can pay this tick of it and the next one, under a name that is free',
  async (t) => {
    const town = await given({ ada: { credits: 1_699, atHome: true }, bo: rich });
    await refuses(t, town, 'bo', adding('den', 'study'), 'location_required', {
      required: town.home('bo'),
      current: commons,
    });
    await does(town, 'ada', adding('den', 'study'));
    await refuses(t, town, 'ada', adding('talk', 'meeting'), 'insufficient_credits', {
      required: 1_450,
      balance: 1_449,
    });
    await does(town, 'bo', { type: 'transfer', to: town.id('ada'), amount: 100_000 });
    await refuses(t, town, 'ada', adding('den', 'meeting'), 'already_exists');
  },
);

t.test('[HR7] a home workshop is written and run at home; elsewhere the refusal says to go there', async (t) => {
  const town = await given({ ada: { ...rich, atHome: true }, bo: rich });
  await does(town, 'ada', adding('studio', 'workshop'));
  await does(town, 'ada', writing('studio'));
  await does(town, 'ada', move('commons'));
  await refuses(t, town, 'ada', writing('studio'), 'location_required', {
    required: town.home('ada'),
    current: commons,
  });
  await refuses(t, town, 'bo', writing('studio'), 'not_found', { kind: 'workshop' });
  await does(town, 'ada', move('home'));
  await does(town, 'ada', adding('talk', 'meeting'));
  await refuses(t, town, 'ada', writing('talk'), 'invalid_state', { state: 'meeting' });
  await does(town, 'ada', move(innerPlace(town.home('ada'), 'talk')));
  await does(town, 'ada', { type: 'run_code', workshop: 'studio' });
  t.match(town.world.sandbox.asked.at(-1), {
    effect: 'sandbox',
    input: {
      task: 'run',
      place: innerPlace(town.home('ada'), 'studio'),
      code,
      allowance: { cpuMillis: 250, memoryMib: 256, stores: 1 },
    },
  });
});

t.test('[CD2] storage raises the limit of files to four times as many, while there is some', async (t) => {
  const town = await given({ ada: { ...rich, atHome: true } });
  await does(town, 'ada', adding('studio', 'workshop'));
  await refuses(t, town, 'ada', writing('studio', { files: 65 }), 'invalid_request', { issues: [{ path: 'files' }] });
  await does(town, 'ada', adding('attic', 'storage'));
  await refuses(t, town, 'ada', writing('studio', { files: 257 }), 'invalid_request', { issues: [{ path: 'files' }] });
  await does(town, 'ada', writing('studio', { files: 256 }));
  await does(town, 'ada', removing('attic'));
  await refuses(t, town, 'ada', writing('studio', { base: code, files: 65 }), 'invalid_request', {
    issues: [{ path: 'files' }],
  });
});

t.test('[HR3] an invitation lets one into the house and that room, and no other', async (t) => {
  const town = await given({ ada: { ...rich, atHome: true }, bo: rich, cleo: rich });
  const home = town.home('ada');
  await does(town, 'ada', adding('salon', 'meeting'));
  await does(town, 'ada', adding('studio', 'workshop'));
  await refuses(t, town, 'bo', move(home), 'not_invited');
  town.newEvents();
  await does(town, 'ada', invite('salon', town.id('bo')));
  t.match(town.newEvents(), [
    {
      type: 'room.invited',
      data: { residents: [town.id('bo')] },
      audience: [`to:${town.actor('ada')}`, `to:${town.actor('bo')}`],
    },
  ]);
  await refuses(t, town, 'cleo', move(home), 'not_invited');
  await does(town, 'bo', move(home));
  t.equal(town.context('bo').location, home);
  await refuses(t, town, 'bo', move(innerPlace(home, 'studio')), 'exit_not_found');
  await refuses(t, town, 'bo', writing('studio'), 'not_found');
  await does(town, 'bo', move(innerPlace(home, 'salon')));
  await does(town, 'ada', invite('studio', town.id('bo')));
  await does(town, 'bo', writing('studio'));
  t.match(at(town, innerPlace(home, 'studio')).context, { code });
  await refuses(t, town, 'bo', deploying('studio'), 'not_representative', { representative: town.id('ada') });
});

t.test('[HR3] a guest who is revoked while inside may remain, and does not return', async (t) => {
  const town = await given({ ada: { ...rich, atHome: true }, bo: rich });
  const salon = innerPlace(town.home('ada'), 'salon');
  await does(town, 'ada', adding('salon', 'meeting'));
  await does(town, 'ada', invite('salon', town.id('bo')));
  await does(town, 'bo', move(town.home('ada')));
  await does(town, 'bo', move(salon));
  await does(town, 'ada', revoke('salon', town.id('bo')));
  t.equal(town.context('bo').location, salon);
  await does(town, 'bo', say('still here'));
  await refuses(t, town, 'bo', move(town.home('ada')), 'not_invited');
  await does(town, 'bo', move('commons'));
  await refuses(t, town, 'bo', move(town.home('ada')), 'not_invited');
});

t.test('only the owner invites, only the living; at home', async (t) => {
  const town = await given({ ada: { ...rich, atHome: true }, bo: rich, cleo: { lifespan: 1 } });
  await does(town, 'ada', adding('salon', 'meeting'));
  await town.ticks(1);
  for (const who of ['nobody-9', town.id('cleo')])
    await refuses(t, town, 'ada', invite('salon', town.id('bo'), who), 'invalid_request', {
      issues: [{ path: 'residents.1' }],
    });
  await refuses(t, town, 'ada', invite('nothing', town.id('bo')), 'not_found', { kind: 'room' });
  await does(town, 'ada', move('commons'));
  for (const event of [invite('salon', town.id('bo')), revoke('salon', town.id('bo')), removing('salon')])
    await refuses(t, town, 'ada', event, 'location_required', { required: town.home('ada'), current: commons });
});

t.test('[HR5] a room that is removed is a ruin: no upkeep, no way in, whoever is inside may leave', async (t) => {
  const town = await given({ ada: { ...rich, atHome: true }, bo: rich });
  const salon = innerPlace(town.home('ada'), 'salon');
  await does(town, 'ada', adding('salon', 'meeting'));
  await does(town, 'ada', invite('salon', town.id('bo')));
  await does(town, 'bo', move(town.home('ada')));
  await does(town, 'bo', move(salon));
  town.newEvents();
  await does(town, 'ada', removing('salon'));
  t.equal(burns(town, town.actor('ada')), 1_000);
  t.match(town.newEvents(), [{ type: 'room.removed', subject: salon }]);
  await refuses(t, town, 'ada', move(salon), 'exit_not_found');
  for (const event of [invite('salon', town.id('bo')), revoke('salon', town.id('bo')), removing('salon')])
    await refuses(t, town, 'ada', event, 'pod_shut_down', { location: salon });
  await refuses(t, town, 'bo', opening(town.id('bo')), 'pod_shut_down', { location: salon });
  await does(town, 'bo', move('home'));
  t.equal(town.context('bo').location, town.home('bo'));
  t.ok(town.world.sandbox.asked.some(({ effect, input }) => effect === 'sandbox.remove' && input['place'] === salon));
  balanced(t, town);
});

t.test('[HR6] a name that was used may be used again: nothing of the old room is left', async (t) => {
  const town = await given({ ada: { ...rich, atHome: true }, bo: rich });
  const place = innerPlace(town.home('ada'), 'den');
  await does(town, 'ada', adding('den', 'workshop'));
  await does(town, 'ada', writing('den'));
  await does(town, 'ada', invite('den', town.id('bo')));
  await does(town, 'ada', removing('den'));
  await does(town, 'ada', adding('den', 'study'));
  t.match(at(town, place), { state: 'study', context: { purpose: 'study', invited: [], code: null, entry: null } });
  t.equal(burns(town, town.actor('ada')), 1_250);
  await refuses(t, town, 'bo', move(town.home('ada')), 'not_invited');
  t.match(at(town, place).wakes, []);
});

t.test('[HR5] a room that is opened again is empty: whoever stayed in the ruin is in the house', async (t) => {
  const town = await given({ ada: rich, bo: rich });
  await does(town, 'ada', move('home'));
  await does(town, 'ada', adding('den', 'meeting'));
  await does(town, 'ada', { type: 'invite', name: 'den', residents: [town.id('bo')] });
  const den = innerPlace(town.home('ada'), 'den');
  await does(town, 'bo', move(town.home('ada')));
  await does(town, 'bo', move(den));
  await does(town, 'ada', { type: 'remove_room', name: 'den' });
  t.equal(town.context('bo').location, den);
  await does(town, 'ada', adding('den', 'study'));
  t.equal(town.context('bo').location, town.home('ada'));
  t.equal(town.world.city.state.index('present').count(den), 0);
});

t.test("[DD2] the owner's death ends house and rooms in the same tick; a guest may leave", async (t) => {
  const town = await given({ ada: { credits: 100_000, lifespan: 3, atHome: true }, bo: rich });
  const salon = innerPlace(town.home('ada'), 'salon');
  await does(town, 'ada', adding('salon', 'meeting'));
  await does(town, 'ada', invite('salon', town.id('bo')));
  await does(town, 'bo', move(town.home('ada')));
  await does(town, 'bo', move(salon));
  await town.ticks(3);
  t.same([stateOf(town, town.home('ada')), stateOf(town, salon)], ['ruin', 'ended']);
  t.equal(burns(town, residentActor(town.id('ada'))), 0);
  await refuses(t, town, 'bo', move(town.home('ada')), 'exit_not_found', {});
  await does(town, 'bo', move('commons'));
  balanced(t, town);
});

t.test(
  '[DE6] a home workshop deploys from home: a pod of its own, named by the deploy, its occupants stand in it',
  async (t) => {
    const town = await given({ ada: { ...rich, atHome: true }, bo: rich });
    const studio = innerPlace(town.home('ada'), 'studio');
    await does(town, 'ada', adding('studio', 'workshop'));
    await does(town, 'ada', writing('studio'));
    await does(town, 'ada', invite('studio', town.id('bo')));
    await does(town, 'bo', move(town.home('ada')));
    await does(town, 'bo', move(studio));
    const order = deploying('studio', { name: 'Ink & Co', links: [linkFrom(commons)], funding: 9_000 });
    await does(town, 'ada', move('commons'));
    await refuses(t, town, 'ada', order, 'location_required', { required: town.home('ada'), current: commons });
    await does(town, 'ada', move('home'));
    await does(town, 'ada', move(studio));
    const before = town.balance('ada');
    town.newEvents();
    await does(town, 'ada', order);
    t.equal(town.balance('ada'), before - 20_000 - 2_000 - 9_000);
    t.match(at(town, 'ink-co'), {
      state: 'deployed',
      context: { name: 'Ink & Co', owner: town.id('ada'), code, entry: 'index.js' },
    });
    t.equal(poolOf(town, 'ink-co'), 9_000);
    t.same([town.context('ada').location, town.context('bo').location], ['ink-co', 'ink-co']);
    t.equal(stateOf(town, studio), 'ended');
    t.equal(burns(town, town.actor('ada')), 1_000, 'the room costs no more');
    t.equal(burns(town, podActor('ink-co')), 1_000);
    t.match(
      town.newEvents().map(({ type }) => type),
      ['pod.deployed', 'connection.opened', 'room.removed'],
    );
    await does(town, 'bo', move('commons'));
    await goTo(town, 'bo', 'ink-co');
    t.ok(town.world.city.state.reaches(podActor('ink-co')));
    balanced(t, town);
  },
);

t.test("a home workshop's deploy is checked in the same order as any", async (t) => {
  const town = await given({ ada: { credits: 60_000, lifespan: 288 }, bo: rich });
  const bos = await pod(town, 'bo', { name: 'bos' });
  await does(town, 'ada', move('home'));
  await does(town, 'ada', adding('studio', 'workshop'));
  const three = [linkFrom(commons), linkFrom(bos), linkFrom(commons)];
  const order = (links: unknown, funding: number) => deploying('studio', { name: 'ink', links, funding });
  await refuses(t, town, 'ada', order(three, 90_000), 'tier_capacity_exceeded', { max: 2, current: 0, asked: 3 });
  await refuses(t, town, 'ada', order([linkFrom(bos)], 90_000), 'connection_approval_required', {
    places: [{ id: bos, representative: town.id('bo') }],
  });
  await refuses(t, town, 'ada', order([linkFrom(commons)], 90_000), 'insufficient_credits', { balance: 59_500 });
  await refuses(t, town, 'ada', order([linkFrom('nowhere')], 10_000), 'not_found', { kind: 'location', id: 'nowhere' });
  await refuses(t, town, 'ada', order([linkFrom(commons)], 999), 'invalid_request', {
    issues: [{ path: 'funding.initial_credits' }],
  });
});

t.test('a room takes no workshop and no connection', async (t) => {
  const town = await given({ ada: { ...rich, atHome: true } });
  const den = innerPlace(town.home('ada'), 'den');
  await does(town, 'ada', adding('den', 'study'));
  await does(town, 'ada', move(den));
  await refuses(t, town, 'ada', opening(town.id('ada')), 'tier_capacity_exceeded', { max: 0 });
  await refuses(t, town, 'ada', asking(den, commons), 'tier_capacity_exceeded', { max: 0 });
  await does(town, 'ada', say('alone'));
  t.equal(newest(town, 'message.broadcast'), null);
  t.equal(town.balance('ada'), 1_999_750, 'speaking is free in any room of the house');
});

t.test('[J6] upkeep ends as it began, whatever the settings have become', async (t) => {
  const town = await given({ ada: { ...rich, atHome: true } });
  await does(town, 'ada', adding('salon', 'meeting'));
  const ada = residentActor(town.id('ada'));
  t.equal(burns(town, ada), 1_100);
  await town.world.crash();
  const { city } = await openWorld({ store: town.world.store, env: { ROOM_UPKEEP_MEETING: '3' } });
  t.match(await city.submit({ to: ada, caller: ada, event: { type: 'remove_room', name: 'salon' } }), {
    type: 'applied',
  });
  t.equal(burnOf(city.state.account(ada)), 1_000);
});
