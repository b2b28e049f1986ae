/** What a living resident can do, what it costs, and who hears of it. */
import t from 'tap';
import { commons } from '../../actors/rules/place/names.ts';
import { found } from '../world.ts';
import { applied, given, inCommons, move, refusal, say } from './given-residents.ts';

t.test('[BR2] [UP1] a newborn is at home, alive, seeded, and its birth is published to everyone', async (t) => {
  const town = await given({});
  const id = await found(town.world.city, 'Ada Lovelace', 7_000, 20);
  t.equal(id, 'ada-lovelace-1');
  const { state } = town.world.city;
  const image = state.images.get(`resident:${id}` as Parameters<typeof state.images.get>[0]);
  t.match(image, {
    state: 'alive.active',
    context: { location: `city-housing/${id}`, mentor: null, generation: 0, diesTick: 20, heir: null },
  });
  t.match(state.account(image?.id ?? 'treasury'), { balance: 7_000, burn: 1_000 });
  t.match(town.newEvents(), [
    {
      type: 'resident.born',
      category: 'infrastructure',
      actor: id,
      location: `city-housing/${id}`,
      audience: [`at:city-housing/${id}`, `to:resident:${id}`, 'public'],
    },
  ]);
});

t.test('[SP1] a broadcast costs 0.1 and reaches those present; at home it is free', async (t) => {
  const town = await given({ ada: { credits: 10_000 } });
  t.match(await town.when('ada', say('hello')), applied);
  t.equal(town.balance('ada'), 9_900);
  t.match(town.newEvents(), [
    {
      type: 'message.broadcast',
      category: 'emergent',
      location: commons,
      actor: town.id('ada'),
      subject: null,
      data: { id: /^msg_[a-z2-7]{16}$/, message: 'hello' },
      audience: [inCommons],
    },
  ]);
  await town.when('ada', move('home'));
  town.newEvents();
  await town.when('ada', say('to myself'));
  t.equal(town.balance('ada'), 9_900);
  t.match(town.newEvents(), [{ location: town.home('ada'), audience: ['once:heard', `at:${town.home('ada')}`] }]);
});

t.test('[L2] speech that cannot be paid is refused with what it takes, and nobody hears it', async (t) => {
  const town = await given({ ada: { credits: 100 }, bo: { credits: 1_999 } });
  await town.when('ada', say('my last'));
  town.newEvents();
  t.match(await town.when('ada', say('too much')), refusal('insufficient_credits', { required: 100, balance: 0 }));
  t.match(
    await town.when('bo', { type: 'shout', text: 'hey' }),
    refusal('insufficient_credits', { required: 2_000, balance: 1_999 }),
  );
  t.same(town.newEvents(), []);
  t.equal(town.balance('bo'), 1_999);
});

t.test('[SP2] a whisper needs both at one place; only the two hear it', async (t) => {
  const town = await given({ ada: { credits: 50_000 }, bo: {}, cleo: { atHome: true } });
  const whisper = (to: string) => town.when('ada', { type: 'whisper', to, text: 'psst' });
  t.match(await whisper(town.id('bo')), applied);
  t.match(town.newEvents(), [
    {
      type: 'message.whisper',
      location: commons,
      actor: town.id('ada'),
      subject: town.id('bo'),
      data: { from: town.id('ada'), to: town.id('bo'), message: 'psst' },
      audience: [`to:${town.actor('ada')}`, `to:${town.actor('bo')}`],
    },
  ]);
  t.match(await whisper(town.id('cleo')), refusal('recipient_not_here'));
  t.match(await whisper('nobody-9'), refusal('not_found', { kind: 'resident' }));
  t.match(await whisper(town.id('ada')), refusal('invalid_request', { issues: [{ path: 'to' }] }));
  t.same(town.newEvents(), []);
  t.equal(town.balance('ada'), 49_900, 'only the one that was heard is paid');
});

t.test('[SP3] a shout costs 2, anywhere, and reaches here and behind the visible exits', async (t) => {
  const town = await given({ ada: { credits: 50_000 }, bo: {} });
  await town.when('ada', { type: 'shout', text: 'hey' });
  t.match(
    town.newEvents(),
    [{ type: 'message.shout', location: commons, audience: [inCommons, `at:${town.home('ada')}`] }],
    "not in another's house",
  );
  await town.when('ada', move('home'));
  town.newEvents();
  await town.when('ada', { type: 'shout', text: 'hey' });
  t.match(town.newEvents(), [
    {
      type: 'message.shout',
      location: town.home('ada'),
      audience: ['once:heard', `at:${town.home('ada')}`, inCommons],
    },
  ]);
  t.equal(town.balance('ada'), 46_000);
});

t.test('[LT1] a letter is written only at home, costs 0.1, and is for its two ends', async (t) => {
  const town = await given({ ada: { credits: 50_000, atHome: true }, bo: {} });
  const letter = (from: string, to: string) => town.when(from, { type: 'letter', to, text: 'dear' });
  t.match(
    await letter('bo', town.id('ada')),
    refusal('location_required', { required: town.home('bo'), current: commons }),
  );
  t.match(await letter('ada', town.id('bo')), applied);
  t.match(town.newEvents(), [
    {
      type: 'message.direct',
      location: null,
      actor: town.id('ada'),
      subject: town.id('bo'),
      audience: [`to:${town.actor('ada')}`, `to:${town.actor('bo')}`],
    },
  ]);
  t.match(await letter('ada', 'nobody-9'), refusal('not_found'));
  t.match(await letter('ada', town.id('ada')), refusal('invalid_request'));
  t.equal(town.balance('ada'), 49_900);
});

t.test('[L1] [PA2] a transfer moves the amount, and payer and payee hear of it', async (t) => {
  const town = await given({ ada: { credits: 50_000 }, bo: { credits: 1_000 } });
  const transfer = (to: string, amount: number) => town.when('ada', { type: 'transfer', to, amount });
  t.match(await transfer(town.id('bo'), 1_234), applied);
  t.same([town.balance('ada'), town.balance('bo')], [48_766, 2_234]);
  t.match(town.newEvents(), [
    {
      type: 'credits.transferred',
      location: null,
      data: { from: town.id('ada'), to: town.id('bo'), amount: 1.234 },
      audience: [`to:${town.actor('ada')}`, `to:${town.actor('bo')}`],
    },
  ]);
  t.match(
    await transfer(town.id('bo'), 50_000),
    refusal('insufficient_credits', { required: 50_000, balance: 48_766 }),
  );
  t.match(await transfer(town.id('ada'), 1), refusal('invalid_request'));
  t.match(await transfer('nobody-9', 1), refusal('not_found'));
  t.same([town.balance('ada'), town.balance('bo')], [48_766, 2_234]);
});

t.test('[MV7] residents at both places hear of a move; an exit into a house is named to nobody', async (t) => {
  const town = await given({ ada: {} });
  t.match(await town.when('ada', move('home')), applied);
  t.match(town.newEvents(), [
    { type: 'resident.departed', location: commons, actor: town.id('ada'), data: {}, audience: [inCommons] },
    { type: 'resident.arrived', location: town.home('ada'), audience: [`at:${town.home('ada')}`] },
  ]);
  await town.when('ada', move('commons'));
  await town.when('ada', move('home'));
  t.same(
    town.newEvents().map(({ data }) => data),
    [{ exit_id: 'commons', to: commons }, {}, {}, {}],
  );
  await town.when('ada', move('commons'));
  t.same(town.newEvents()[0]?.data, { exit_id: 'commons', to: commons });
  t.same(town.context('ada').knownLocations, [town.home('ada'), commons], 'each place once, in the order of discovery');
  t.match(await town.when('ada', move('exit_aaaaaaaaaaaaaaaa')), refusal('exit_not_found'));
  t.match(await town.when('ada', move('commons')), applied, 'already there: nothing to do');
  t.same(town.newEvents(), []);
});

t.test(
  '[UP2] credits.alert comes when the runway falls to 6, by time or by spending, and again only after it was above',
  async (t) => {
    const town = await given({ ada: { credits: 9_000 }, bo: { credits: 90_000 } });
    const alerts = () => town.newEvents().filter(({ type }) => type === 'credits.alert');
    await town.ticks(2);
    t.same(alerts(), []);
    await town.ticks(1);
    t.match(alerts(), [
      {
        subject: town.id('ada'),
        actor: null,
        data: { balance: 6, burn_per_tick: 1, runway_ticks: 6 },
        audience: [`to:${town.actor('ada')}`],
      },
    ]);
    await town.ticks(1);
    await town.when('ada', say('poorer'));
    await town.when('bo', { type: 'transfer', to: town.id('ada'), amount: 500 });
    t.same(alerts(), [], 'still below');
    await town.when('bo', { type: 'transfer', to: town.id('ada'), amount: 2_000 });
    t.same(alerts(), [], 'above again');
    await town.when('ada', { type: 'shout', text: 'rich' });
    t.match(alerts(), [{ data: { runway_ticks: 5 } }], 'by spending, in the same turn');
  },
);

t.test('a resident born with little is alerted at birth', async (t) => {
  const town = await given({});
  await found(town.world.city, 'poor', 6_999);
  t.same(town.types(), ['resident.born poor-1', 'credits.alert poor-1']);
});

t.test('[LG1] [LG2] legacy: an entry and an heir are kept; the heir is another, and alive', async (t) => {
  const town = await given({ ada: {}, bo: {}, cleo: { lifespan: 1 } });
  await town.ticks(1);
  town.newEvents();
  const bequeath = (heir: string) => town.when('ada', { type: 'bequeath', heir });
  t.match(await bequeath(town.id('ada')), refusal('invalid_request', { issues: [{ path: 'heir' }] }));
  t.match(await bequeath('nobody-9'), refusal('not_found', { kind: 'resident' }));
  t.match(await bequeath(town.id('cleo')), refusal('resident_dead'));
  t.equal(town.context('ada').heir, null);
  t.match(await bequeath(town.id('bo')), applied);
  t.match(await town.when('ada', { type: 'compose', title: 'Mine', content: 'hash' }), applied);
  t.match(town.context('ada'), { heir: town.id('bo'), library: { title: 'Mine', content: 'hash' } });
  t.same(town.newEvents(), []);
});

/** Everything that a resident who lives may be asked to do. */
const allowed_events = [
  'add_room',
  'adopt',
  'allow_container',
  'answer_question',
  'appoint',
  'approve_connection',
  'bequeath',
  'broadcast',
  'call_global_service',
  'call_service',
  'claim_job',
  'close_connection',
  'complete_job',
  'compose',
  'contribute',
  'deploy',
  'deploy_container',
  'end_token',
  'fund',
  'invite',
  'letter',
  'move',
  'open_workshop',
  'portal_message',
  'portal_print',
  'post_job',
  'recover_token',
  'reject_connection',
  'reject_job',
  'release_job',
  'remove_container',
  'remove_note',
  'remove_room',
  'renew_token',
  'request_connection',
  'revoke',
  'run_code',
  'set_access',
  'set_pricing',
  'shout',
  'shut_down',
  'think',
  'transfer',
  'transfer_pod',
  'update_connection',
  'vouch',
  'whisper',
  'write_code',
];

t.test('[T5] what a resident cannot do is refused with what it can', async (t) => {
  const town = await given({ ada: {} });
  t.match(await town.when('ada', { type: 'fly' }), refusal('invalid_state', { state: 'alive.active', allowed_events }));
});

t.test('[A1] a resident remembers the newest 200 places, and its context is bounded', async (t) => {
  const town = await given({ ada: {} });
  const { city } = town.world;
  for (let n = 0; n < 250; n++) {
    const event = { type: 'admitted', place: `pod-${n}`, exit: 'exit_x', toll: 0 };
    await city.submit({ to: town.actor('ada'), caller: 'city', event });
  }
  const { knownLocations } = town.context('ada');
  t.same([knownLocations.length, knownLocations[0], knownLocations.at(-1)], [200, 'pod-50', 'pod-249']);
});
