/** The clock of a running city goes on, whatever becomes of its founders. */
import t from 'tap';
import { defaultFramework } from '../../actors/kinds/framework/built-in.ts';
import { command } from '../../actors/registry.ts';
import { frameworkActor } from '../../actors/rules/place/names.ts';
import { contentHash } from '../../engine/ids.ts';
import { TickSpeed } from '../../gateways/tick-speed.ts';
import { startTimetable } from '../../host/timetable.ts';
import { DataFolder } from '../../persistence/data-folder.ts';
import { MemoryStore, memoryPersistence } from '../../persistence/memory/persistence.ts';
import { openWorld, silentLog } from '../world.ts';

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 20));
}

t.test('while the city is paused no tick comes and nobody is founded; then they do', async (t) => {
  const { city } = await openWorld();
  let asked = 0;
  let isPaused = true;
  const paused = () => {
    asked += 1;
    return isPaused;
  };
  t.intercept(city, 'paused', { get: paused, configurable: true });
  const stop = startTimetable({
    config: { TICK_CRON: '* * * * * *', CHECKPOINT_SECONDS: 0, REFOUND: 1, MINDS: 0, FOUNDER_CREDITS: 0, rules: {} },
    log: silentLog,
    city,
    speed: new TickSpeed(),
    folder: new DataFolder(t.testdir()),
    housekeeping: memoryPersistence(new MemoryStore()).housekeeping,
  });
  t.teardown(stop);
  const ticks = () => city.state.counters.tick;
  const alive = () => city.state.index('status').count('alive');
  // When the clock comes the second time, what it did the first time is begun.
  await until(() => asked > 1 || ticks() > 0 || alive() > 0);
  t.same([ticks(), alive()], [0, 0]);
  isPaused = false;
  await until(() => ticks() > 0 && alive() > 0);
});

t.test('where nobody lives and no founder can be founded, ticks still come; once one can, they are back', async (t) => {
  const { city } = await openWorld();
  const { id, ...terms } = defaultFramework.input;
  const changeTo = (schema: string, version: number) => {
    const event = { type: 'update', ...terms, schema: contentHash(schema), version } as const;
    return city.submit(command(frameworkActor(id), event, { caller: 'operator', contents: [schema] }));
  };
  t.match(await changeTo('{"type":"object","required":["song"]}', 1), { type: 'applied' });
  const errors: string[] = [];
  const stop = startTimetable({
    config: { TICK_CRON: '* * * * * *', CHECKPOINT_SECONDS: 0, REFOUND: 1, MINDS: 0, FOUNDER_CREDITS: 0, rules: {} },
    log: { ...silentLog, error: (fields) => errors.push(JSON.stringify(fields)) },
    city,
    speed: new TickSpeed(),
    folder: new DataFolder(t.testdir()),
    housekeeping: memoryPersistence(new MemoryStore()).housekeeping,
  });
  t.teardown(stop);
  await until(() => errors.length > 0);
  t.match(errors[0], /refused to found .*: stale_schema/);
  await until(() => city.state.counters.tick > 0);
  const [, schema = ''] = defaultFramework.contents;
  t.match(await changeTo(schema, 2), { type: 'applied' });
  await until(() => city.state.index('status').count('alive') > 0);
});

t.test('at another speed it is the same clock: none comes while it is paused, then they do', async (t) => {
  const { city } = await openWorld();
  const speed = new TickSpeed();
  const stop = startTimetable({
    config: { TICK_CRON: '* * * * * *', CHECKPOINT_SECONDS: 0, REFOUND: 0, MINDS: 0, FOUNDER_CREDITS: 0, rules: {} },
    log: silentLog,
    city,
    speed,
    folder: new DataFolder(t.testdir()),
    housekeeping: memoryPersistence(new MemoryStore()).housekeeping,
  });
  t.teardown(stop);
  city.pause();
  speed.set(60);
  await new Promise((resolve) => setTimeout(resolve, 200));
  t.equal(city.state.counters.tick, 0);
  city.resume();
  await until(() => city.state.counters.tick >= 3);
});
