/** The dead are moved into the library of souls: asked for first in the turn of the death, done behind it, tried again. */
import t from 'tap';
import type { ArchiveRequest } from '../../actors/effects.ts';
import { residentMachine } from '../../actors/kinds/resident/machine.ts';
import { contentHash } from '../../engine/ids.ts';
import { Chart } from '../../engine/turn/decide.ts';
import { rounds } from '../engine/held-journal.ts';
import { openWorld } from '../world.ts';
import { does } from './built-places.ts';
import { given, type Person, type Town } from './given-residents.ts';

const decay = 12;

/** A town in which archiving comes to what `comes` says; what was asked of it, in order. */
async function archivedTown(person: Person, comes: () => Promise<void> = async () => {}) {
  const asked: ArchiveRequest[] = [];
  const perform = async (_id: string, request: ArchiveRequest) => {
    asked.push(request);
    await comes();
    return { result: {} };
  };
  const archive = { after: 'repeat', failsAfterMs: 300_000, perform } as const;
  return { town: await given({ ada: person }, { archive }), asked, archive };
}

const isThere = (town: Town, name: string) => town.world.city.state.images.has(town.actor(name));

const deaths: readonly [string, Person, number, (town: Town) => Promise<unknown>][] = [
  ['natural', { lifespan: 3 }, 3, async () => {}],
  ['credit', { credits: 500 }, 2, async () => {}],
  ['voluntary', {}, 1, (town) => does(town, 'ada', { type: 'shut_down' })],
];

t.test('[DD6] every dead resident, whatever the cause, is archived with its last composition', async (t) => {
  for (const [cause, person, ticks, ends] of deaths) {
    const { town, asked } = await archivedTown(person);
    const content = contentHash(cause);
    await does(town, 'ada', { type: 'compose', title: 'First', content: contentHash('nothing') });
    await does(town, 'ada', { type: 'compose', title: 'On rain', content });
    await ends(town);
    await town.ticks(ticks);
    const { bornAt, diedAt } = town.context('ada');
    const lineage = { generation: 0, mentor: null, mentees: [] };
    const life = { resident: town.id('ada'), name: 'ada', framework: 'default', ...lineage };
    const end = { bornAt, diedAt, diedTick: ticks, cause, composition: { title: 'On rain', content } };
    t.same(asked, [{ ...life, ...end }], cause);
  }
});

t.test('[DD6] archiving is requested before anything else that follows a death', async (t) => {
  const { town } = await archivedTown({ lifespan: 2 });
  await town.ticks(1);
  const { tick, at, settings } = { tick: 2, at: 0, settings: town.world.city.state.counters.settings };
  const means = { balance: 1_000, burn: 1_000, owed: 0, mentees: [] };
  const chart = new Chart(residentMachine);
  const { effects } = chart.decide(town.state('ada'), town.context('ada'), {
    type: 'life.ends',
    facts: { tick, at, settings, ...means },
  });
  t.match(effects[0], { type: 'perform', effect: 'archive' });
});

t.test('[DD6] a failed archiving is repeated at each tick, and nobody leaves the city before it is done', async (t) => {
  let isAway = true;
  const comes = () => (isAway ? Promise.reject(new Error('the library is away')) : Promise.resolve());
  const { town, asked } = await archivedTown({ lifespan: 3 }, comes);
  await town.ticks(3 + decay);
  await rounds(2);
  t.equal(asked.length, 1 + decay, 'once in the turn of the death, and once at each tick after it');
  t.same(new Set(asked.map((one) => JSON.stringify(one))).size, 1, 'each time the same');
  t.ok(isThere(town, 'ada'));
  const { health } = town.world.city;
  const { diedAt } = town.context('ada');
  t.match(health.oldestWaitingMs, { archiving: town.world.clock.ms - Number(diedAt) }, 'the operator sees since when');
  isAway = false;
  await town.ticks(1);
  await town.ticks(decay - 2);
  t.ok(isThere(town, 'ada'), 'its house looks again when it always does');
  t.same(town.world.city.health.oldestWaitingMs, {});
  await town.ticks(1);
  t.notOk(isThere(town, 'ada'));
  t.equal(asked.length, 2 + decay);
});

t.test('[DD6] [S2] a city that ends between death and archiving archives when it is back', async (t) => {
  const { town, asked, archive } = await archivedTown({ lifespan: 1 }, () => new Promise(() => {}));
  await town.ticks(1 + 2 * decay);
  t.ok(isThere(town, 'ada'), 'it waits');
  const { store, clock } = town.world;
  await town.world.crash();
  const again: ArchiveRequest[] = [];
  const perform = async (_id: string, request: ArchiveRequest) => {
    again.push(request);
    return { result: {} };
  };
  const next = await openWorld({ store, clock, archive: { ...archive, perform } });
  await rounds(2);
  t.same(again, asked);
  for (let n = 0; n < decay; n++) await next.city.tick();
  t.notOk(next.city.state.images.has(town.actor('ada')));
  t.equal(again.length, 1);
});
