/** From the death of a resident to its entry in the library, with the real services, charts and engine, over HTTP. */
import { setImmediate as nextRound } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { residentActor } from '../../actors/rules/place/names.ts';
import { must } from '../../engine/assert.ts';
import type { ContentHash } from '../../engine/ids.ts';
import { ServiceCalls } from '../../gateways/services/service-calls.ts';
import { awaitedIn } from '../../host/global-services.ts';
import { MemoryStore, memoryPersistence } from '../../persistence/memory/persistence.ts';
import { Archiving, archivePerformer } from '../../services/archiving.ts';
import type { Deceased, KeepsEntries, RemembersResidents } from '../../services/deceased.ts';
import { openLibrary } from '../../services/library/open.ts';
import { openMemory } from '../../services/memory/open.ts';
import { type Asker, type StartedWorld, startedWorld } from '../gateways/started-gateways.ts';
import { openWorld, silentLog } from '../world.ts';
import { library, memory } from './defaults.ts';
import { deadOf } from './library-world.ts';
import { opened } from './opened.ts';
import { terminalOf } from './terminal.ts';

const libraryPath = '/v1/global-services/library-of-souls';
const memoryPath = '/v1/global-services/memory';

/** The steps of an archiving. */
type Steps = RemembersResidents & KeepsEntries;

/** Stands between the archiving and the two services. */
type Around = (steps: Steps) => Steps;

const asIs: Around = (steps) => steps;

/** A city with memory and library. */
async function city(t: Test, around = asIs) {
  const stores = { memory: await opened(t, memory), library: await opened(t, library) };
  const manifests = [memory.manifest, library.manifest];
  const limits = { rateNamesMax: 100, answerKeptBytesMax: 1_048_576 };
  const calls = new ServiceCalls({ manifests, clock: { elapsed: () => 0 }, log: silentLog, ...limits });
  const store = new MemoryStore();
  const { events } = memoryPersistence(store);
  const remembering = await openMemory(stores.memory);
  let started: StartedWorld | undefined;
  const awaited = awaitedIn({ view: async (request) => must(started, 'the city').city.view(request) });
  const keeping = await openLibrary({ ...stores.library, awaited, retryAfterSeconds: 5 });
  calls.attach('memory', remembering.handlers);
  calls.attach('library-of-souls', keeping.handlers);
  const archive = (between: Around) => {
    const steps = between({ ...remembering.memories, ...keeping.entries });
    const textOf = async (hash: ContentHash) => must((await events.contents([hash])).get(hash), hash);
    return archivePerformer({ textOf, from: steps, to: steps });
  };
  const offered = [memory, library].map(({ manifest, skill }) => ({ manifest, skill, pseudonymKey: 'key' }));
  const performers = { services: calls.performer(), archive: archive(around) };
  const world = await startedWorld(t, { store, ...performers }, { services: { offered, calls } });
  started = world;
  /** The city after its process has ended and been started again. */
  const again = () => openWorld({ store, clock: world.clock, ...performers, archive: archive(asIs) });
  const remembered = () => stores.memory.store.sql`select from service_memory.message`;
  const entries = () => stores.library.store.sql`select resident, memories from service_library_of_souls.entry`;
  return { ...world, again, remembered, entries };
}

/** Remembers, composes and dies at the next tick. */
async function livesAndDies(who: Asker, { city }: Pick<StartedWorld, 'city'>): Promise<void> {
  const messages = [
    { peer_id: 'bo-2', content: 'The lighthouse costs 80 credits.' },
    { peer_id: who.id, content: 'I will build it.' },
  ];
  await who.post(`${memoryPath}/sessions/day-1/messages`, { messages });
  await who.post('/v1/legacy/compose', { title: 'On light', content: 'Build where it is dark.' });
  await who.post('/v1/me/shutdown', { confirm: true });
  await city.tick();
}

/** Returns when nothing is under way for it outside. */
async function settled({ city }: Pick<StartedWorld, 'city'>, who: string): Promise<void> {
  while ((city.state.images.get(residentActor(who))?.calls.length ?? 0) > 0) await nextRound();
}

/** Somebody who stands in a pod with a library terminal. */
async function keeper({ resident, city }: Pick<StartedWorld, 'resident' | 'city'>): Promise<Asker> {
  const owner = await resident('Keeper', 1_000);
  await terminalOf(owner, city);
  return owner;
}

t.test('[SG1] who stands at a terminal finds what the dead have left; elsewhere nobody does', async (t) => {
  const world = await city(t);
  const vera = await world.resident('Vera', 50);
  await livesAndDies(vera, world);
  await settled(world, vera.id);
  t.same([...(await world.entries())], [{ resident: vera.id, memories: 2 }]);
  t.equal((await world.remembered()).length, 0, 'and is remembered there alone');
  const bo = await world.resident('Bo', 50);
  for (const path of [`/entries/${vera.id}`, '/entries', `/genealogy/${vera.id}`])
    t.match(await bo.get(`${libraryPath}${path}`), { status: 403, body: { error: 'service_unavailable_here' } });
  const owner = await keeper(world);
  const balance = async () => Number((await owner.get('/v1/me')).body['balance']);
  const before = await balance();
  t.match(await owner.post(`${libraryPath}/search`, { query: 'lighthouse' }), {
    status: 200,
    body: { items: [{ resident_id: vera.id, kind: 'memory' }], charged: 0.5 },
  });
  t.match(await owner.get(`${libraryPath}/entries/${vera.id}`), {
    status: 200,
    body: {
      name: 'Vera',
      death_cause: 'voluntary',
      title: 'On light',
      content: 'Build where it is dark.',
      charged: 0.5,
    },
  });
  t.match(await owner.get(`${libraryPath}/genealogy/${vera.id}`), {
    status: 200,
    body: { ancestors: [], charged: 0.5 },
  });
  t.match(await owner.get(`${libraryPath}/entries/${owner.id}`), { status: 404, body: { error: 'not_found' } });
  t.equal(await balance(), before - 1.5, 'what is not found costs nothing');
});

/** A step is taken, and then counts as failed. */
const failingAfter =
  (step: string, fails: () => boolean): Around =>
  ({ exportNewest, keep, forget }) => {
    const after = async <Result>(at: string, done: Promise<Result>): Promise<Result> => {
      const result = await done;
      if (at === step && fails()) throw new Error('the database is away');
      return result;
    };
    return {
      exportNewest: (who, limit) => after('exportNewest', exportNewest(who, limit)),
      keep: (deceased, memories) => after('keep', keep(deceased, memories)),
      forget: (who) => after('forget', forget(who)),
    };
  };

t.test('what fails on the way is done again at the next tick, and nothing is lost or kept twice', async (t) => {
  for (const step of ['exportNewest', 'keep', 'forget'] as const) {
    let fails = true;
    const world = await city(
      t,
      failingAfter(step, () => fails),
    );
    const vera = await world.resident('Vera', 50);
    await livesAndDies(vera, world);
    await settled(world, vera.id);
    t.equal(world.city.state.images.get(residentActor(vera.id))?.wakes.length, 1, `${step}: it is to be tried again`);
    fails = false;
    await world.city.tick();
    await settled(world, vera.id);
    t.same([...(await world.entries())], [{ resident: vera.id, memories: 2 }], step);
    t.equal((await world.remembered()).length, 0);
  }
});

t.test(
  '[DD6] an entry on its way is said to be, from the death until it is there, and asking costs nothing',
  async (t) => {
    let fails = true;
    let goesOn = () => {};
    const held = new Promise<void>((resolve) => {
      goesOn = resolve;
    });
    const world = await city(t, (steps) => ({
      ...steps,
      exportNewest: async (who, limit) => {
        await held;
        if (fails) throw new Error('the database is away');
        return steps.exportNewest(who, limit);
      },
    }));
    const owner = await keeper(world);
    const vera = await world.resident('Vera', 50);
    const paths = [`/entries/${vera.id}`, `/genealogy/${vera.id}`].map((path) => `${libraryPath}${path}`);
    const saysAll = async (status: number, body: object, message: string) => {
      for (const path of paths) t.match(await owner.get(path), { status, body }, message);
    };
    await saysAll(404, { error: 'not_found' }, 'the living have none');
    await livesAndDies(vera, world);
    const balance = async () => (await owner.get('/v1/me')).body['balance'];
    const before = await balance();
    const soon = { error: 'archiving', retry_after_seconds: 5, applied: false };
    await saysAll(409, soon, 'while it is archived');
    t.equal((await owner.get(paths[0] ?? '')).headers.get('retry-after'), '5');
    goesOn();
    await settled(world, vera.id);
    await saysAll(409, soon, 'while it is to be tried again');
    t.equal(await balance(), before);
    t.match(await owner.get(`${libraryPath}/entries/nobody-77`), { status: 404 }, 'who has never lived');
    fails = false;
    await world.city.tick();
    await settled(world, vera.id);
    await saysAll(200, { resident_id: vera.id, charged: 0.5 }, 'there it is');
  },
);

t.test(
  'a city that ends between death and archiving, or in the middle of it, archives once when it is back',
  async (t) => {
    for (const step of ['exportNewest', 'keep', 'forget'] as const) {
      let isReached = false;
      const never = () => {
        isReached = true;
        return new Promise<never>(() => {});
      };
      const world = await city(t, (steps) => ({ ...steps, [step]: never }));
      const vera = await world.resident('Vera', 50);
      await livesAndDies(vera, world);
      while (!isReached) await nextRound();
      await world.crash();
      const next = await world.again();
      await settled(next, vera.id);
      t.same([...(await world.entries())], [{ resident: vera.id, memories: 2 }], step);
      t.equal((await world.remembered()).length, 0, `${step}: all of it is forgotten`);
    }
  },
);

t.test('one of the dead is archived at a time, and nobody twice at once', async (t) => {
  const open: (() => void)[] = [];
  const begun: string[] = [];
  const keep = ({ resident }: Deceased) => {
    begun.push(resident);
    return new Promise<void>((resolve) => open.push(resolve));
  };
  const from = { exportNewest: async () => [], forget: async () => {} };
  const archiving = new Archiving({ textOf: async (hash: string) => hash, from, to: { keep } });
  const first = archiving.archive(deadOf('vera-1'));
  t.equal(archiving.archive(deadOf('vera-1')), first, 'who asks again waits for the same');
  const second = archiving.archive(deadOf('bo-2'));
  while (open.length === 0) await nextRound();
  await nextRound();
  t.same(begun, ['vera-1']);
  open[0]?.();
  await first;
  while (open.length === 1) await nextRound();
  t.same(begun, ['vera-1', 'bo-2']);
  open[1]?.();
  await second;
  const third = archiving.archive(deadOf('vera-1'));
  while (open.length === 2) await nextRound();
  open[2]?.();
  await third;
  t.equal(begun.length, 3, 'a later one is one of its own');
});

t.test('where nobody keeps entries nothing is forgotten, and where nobody remembers none is kept', async (t) => {
  const done: string[] = [];
  const from = { exportNewest: async () => [], forget: async () => void done.push('forget') };
  const to = { keep: async () => void done.push('keep') };
  const textOf = async (hash: string) => hash;
  for (const one of [
    { from, to: undefined },
    { from: undefined, to },
  ])
    t.same(await archivePerformer({ textOf, ...one }).perform('call', deadOf('vera-1')), { result: {} });
  t.same(done, []);
  await archivePerformer({ textOf, from, to }).perform('call', deadOf('vera-1'));
  t.same(done, ['keep', 'forget']);
});
