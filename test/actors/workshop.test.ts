/** Workshops: what one costs, who opens it, where its door is, who works there, and what becomes of it. */
import t from 'tap';
import { commons, connectionActor, podActor } from '../../actors/rules/place/names.ts';
import { collaboratorsMax } from '../../actors/rules/workshops/opening.ts';
import { contentHash } from '../../engine/ids.ts';
import { rounds } from '../engine/held-journal.ts';
import { finished } from '../world.ts';
import {
  adding,
  balanced,
  burns,
  deploying,
  does,
  exitBetween,
  goTo,
  linkFrom,
  newest,
  opening,
  pod,
  podAt,
  poolOf,
  refuses,
  rich,
  stateOf,
  workshop,
  writing,
} from './built-places.ts';
import { applied, given, move } from './given-residents.ts';

const costs = { tiny: 20_000, small: 40_000, medium: 80_000, large: 160_000, massive: 320_000 } as const;
const upkeeps = { tiny: 1_000, small: 2_000, medium: 4_000, large: 8_000, massive: 16_000 } as const;
const tiers = ['tiny', 'small', 'medium', 'large', 'massive'] as const;

t.test(
  '[WS2] a workshop costs half the deploy cost of its tier, and half its upkeep each tick from its own pool',
  async (t) => {
    for (const tier of tiers) {
      const town = await given({ ada: rich });
      const before = town.balance('ada');
      const id = await workshop(town, 'ada', { tier, funding: 20_000 });
      t.equal(town.balance('ada'), before - costs[tier] / 2 - 20_000, tier);
      t.equal(poolOf(town, id), 20_000);
      t.equal(burns(town, podActor(id)), upkeeps[tier] / 2);
      await town.ticks(1);
      t.equal(poolOf(town, id), 20_000 - upkeeps[tier] / 2);
      balanced(t, town);
    }
  },
);

t.test('a workshop that cannot be paid is refused with all that it takes, and nothing is charged', async (t) => {
  const town = await given({ ada: { credits: 19_999 } });
  await refuses(t, town, 'ada', opening(town.id('ada')), 'insufficient_credits', { required: 20_000, balance: 19_999 });
  await refuses(t, town, 'ada', opening(town.id('ada'), { place: 'elsewhere' }), 'location_required', {
    required: 'elsewhere',
    current: commons,
  });
});

t.test('[WS2] a workshop has a tick of its upkeep from the first, and only the living work there', async (t) => {
  const town = await given({ ada: rich, bo: { lifespan: 1 } });
  await town.ticks(1);
  await refuses(t, town, 'ada', opening(town.id('ada'), { funding: 499 }), 'invalid_request', {
    issues: [{ path: 'funding.initial_credits' }],
  });
  const nobody = opening(town.id('ada'), { collaborators: ['nobody-9'] });
  await refuses(t, town, 'ada', nobody, 'invalid_request', { issues: [{ path: 'access.0' }] });
  await refuses(t, town, 'ada', opening(town.id('bo')), 'resident_dead', { resident: town.id('bo'), cause: 'natural' });
  await does(town, 'ada', opening(town.id('ada'), { funding: 500 }));
});

t.test('[WS3] the door of a workshop is where it is opened, and only so many work behind it', async (t) => {
  const names = Array.from({ length: collaboratorsMax }, (_, n) => `worker${n}`);
  const town = await given({ ada: rich, ...Object.fromEntries(names.map((name) => [name, {}])) });
  const many = ['ada', ...names].map((name) => town.id(name));
  const door = (type: 'private' | 'members', allowed: readonly string[]) => [
    { ...linkFrom(commons), access: { type, allowed } },
  ];
  for (const rest of [
    { collaborators: many },
    { collaborators: many.slice(1), links: door('members', many.slice(0, 1)) },
  ])
    await refuses(t, town, 'ada', opening(town.id('ada'), rest), 'invalid_request', { issues: [{ path: 'access' }] });
  const before = town.balance('ada');
  await does(town, 'ada', opening(town.id('ada'), { links: door('private', many.slice(1, 3)) }));
  t.equal(town.balance('ada'), before - 20_000, 'its door is free');
  const id = newest(town, 'workshop.created');
  t.same(podAt(town, id).collaborators, many.slice(1, 3));
  await goTo(town, 'worker0', id);
});

t.test('only those who work in a workshop hear of it, and only they enter it, by its door', async (t) => {
  const town = await given({ ada: rich, bo: rich, cleo: rich, dora: rich });
  const id = await workshop(town, 'ada', { collaborators: [town.id('bo')], representative: town.id('cleo') });
  t.match(town.newEvents(), [
    {
      type: 'workshop.created',
      category: 'emergent',
      location: commons,
      actor: town.id('ada'),
      subject: id,
      data: { id, name: 'Lamp Shop', tier: 'tiny', location: commons, exit_id: /^exit_[a-z2-7]{16}$/ },
      audience: [`to:${town.actor('ada')}`, `to:${town.actor('cleo')}`],
    },
  ]);
  const door = exitBetween(town, commons, id);
  for (const name of ['ada', 'bo', 'cleo']) {
    town.newEvents();
    t.match(await town.when(name, move(door)), applied, name);
    t.equal(town.context(name).location, id);
    const departure = town.newEvents().find(({ type }) => type === 'resident.departed');
    t.strictSame(departure?.data, {}, 'those left behind do not learn where they went');
  }
  await refuses(t, town, 'dora', move(door), 'access_denied');
  t.match(await town.when('bo', move(door)), applied, 'and out again');
  t.equal(town.context('bo').location, commons);
});

t.test('the sandbox is made ready by a performer: provisioning, then ready, also when it could not', async (t) => {
  const asked: object[] = [];
  for (const fails of [false, true]) {
    const perform = async (_: string, input: object) => {
      asked.push(input);
      if (fails) throw new Error('no sandbox');
      return { result: {} };
    };
    const town = await given(
      { ada: rich },
      { performers: { 'sandbox.prepare': { after: 'repeat', failsAfterMs: 300_000, perform } } },
    );
    await town.when('ada', opening(town.id('ada')));
    await rounds();
    const states = town.world.store.batches
      .flatMap(({ actors }) => actors)
      .filter(({ id }) => id === 'pod:lamp-shop')
      .map(({ state }) => state);
    t.same([states[0], states.at(-1)], ['workshop.provisioning', 'workshop.ready']);
  }
  const tiny = { place: 'lamp-shop', allowance: { cpuMillis: 250, memoryMib: 256, stores: 1 } };
  t.match(asked, [tiny, tiny]);
});

t.test('[WS4] identifiers: the slug of the name, with a number when it is taken or the city’s own', async (t) => {
  const town = await given({ ada: rich });
  for (const [name, id] of [
    ['Café  de Flore!', 'caf-de-flore'],
    ['Café  de Flore!', /^caf-de-flore-\d+$/],
    ['日本', 'pod'],
    ['Commons', /^commons-\d+$/],
    ['city commons', /^city-commons-\d+$/],
    ['Portal', /^portal-\d+$/],
    ['home', /^home-\d+$/],
    ['Current', /^current-\d+$/],
  ] as const)
    t.match(await workshop(town, 'ada', { name }), id);
});

t.test('[WS1] a room, a container and a ruin take no workshop', async (t) => {
  const town = await given({ ada: rich });
  await does(town, 'ada', move('home'));
  await does(town, 'ada', adding('den', 'meeting'));
  await does(town, 'ada', move(`${town.home('ada')}/den`));
  await refuses(t, town, 'ada', opening(town.id('ada')), 'tier_capacity_exceeded', { max: 0, current: 0 });
});

t.test('[WS5] a workshop whose place has ended moves to the Commons, with a new door, in the same tick', async (t) => {
  const town = await given({ ada: rich, bo: rich });
  const far = await pod(town, 'ada', { name: 'far', funding: 1_000 });
  await goTo(town, 'bo', far);
  const id = await workshop(town, 'bo', { name: 'kiosk', funding: 50_000, collaborators: [town.id('ada')] });
  const { door, exit } = podAt(town, id);
  t.equal(podAt(town, id).birthplace, far);
  await town.ticks(12);
  t.equal(stateOf(town, far), 'shut_down');
  const now = podAt(town, id);
  t.equal(now.birthplace, commons);
  t.not(now.exit, exit);
  t.notOk(town.world.city.state.images.has(connectionActor(door ?? '')), 'the old door is gone');
  await does(town, 'bo', move('commons'));
  await goTo(town, 'ada', id);
  t.equal(town.context('ada').location, id);
  await does(town, 'bo', deploying(id, { links: [linkFrom(commons)] }));
  t.equal(stateOf(town, id), 'deployed');
  balanced(t, town);
});

t.test('[PD2] a workshop whose pool is empty shuts down like a pod, and its door closes', async (t) => {
  const town = await given({ ada: rich });
  const id = await workshop(town, 'ada', { funding: 1_000 });
  const { door, exit } = podAt(town, id);
  await town.ticks(2);
  t.equal(stateOf(town, id), 'shut_down');
  t.notOk(town.world.city.state.images.has(connectionActor(door ?? '')));
  await refuses(t, town, 'ada', move(exit ?? ''), 'exit_not_found');
  await refuses(t, town, 'ada', { type: 'fund', pod: id, amount: 5_000 }, 'pod_shut_down', { location: id });
  await refuses(t, town, 'ada', deploying(id), 'pod_shut_down', { location: id });
  t.ok(town.world.sandbox.asked.some(({ effect, input }) => effect === 'sandbox.remove' && input['place'] === id));
});

t.test('[CD1] code: written by who works there, from the manifest that they saw, within the limit', async (t) => {
  const town = await given({ ada: rich, bo: rich, cleo: rich });
  const id = await workshop(town, 'ada', { collaborators: [town.id('bo')] });
  await refuses(t, town, 'bo', writing(id), 'location_required', { required: id, current: commons });
  await goTo(town, 'ada', id);
  await goTo(town, 'bo', id);
  await refuses(t, town, 'ada', { type: 'run_code', workshop: id }, 'invalid_request', { issues: [{ path: 'id' }] });
  await refuses(t, town, 'bo', writing(id, { files: 65 }), 'invalid_request', { issues: [{ path: 'files' }] });
  await does(town, 'bo', writing(id, { files: 64 }));
  await refuses(t, town, 'ada', writing(id), 'stale_code');
  await refuses(t, town, 'ada', writing('nothing'), 'not_found', { kind: 'workshop' });
  await does(town, 'ada', writing(id, { base: podAt(town, id).code, entry: 'main.py' }));
  t.equal(podAt(town, id).entry, 'main.py');
  const store = contentHash('{"drafts":1}');
  town.world.sandbox.comes = () => ({ ...finished, store });
  await does(town, 'ada', { type: 'run_code', workshop: id });
  t.equal(podAt(town, id).store, store, 'what a run leaves in the store of a workshop is kept');
  await does(town, 'ada', move('commons'));
  await does(town, 'ada', deploying(id));
  await goTo(town, 'cleo', id);
  await refuses(t, town, 'cleo', writing(id), 'access_denied');
  await refuses(t, town, 'cleo', { type: 'run_code', workshop: id }, 'access_denied');
});
