/** Minds in a real city, in this process: they live some ticks through the gateway alone. */
import t from 'tap';
import { fieldsOf, listOf } from '../../client/wire.ts';
import { beginMind } from '../../minds/mind.ts';
import { overHttp } from '../../minds/mind-ports.ts';
import { startedWorld } from '../gateways/started-gateways.ts';
import { until } from '../until.ts';

t.test('two founders walk, talk, work and make a room', async (t) => {
  const world = await startedWorld(t);
  const vera = await world.resident('Vera', 60);
  const ilo = await world.resident('Ilo', 60);
  const says: string[] = [];
  const minds = ['Vera', 'Ilo'].map((name, i) =>
    beginMind({
      ports: overHttp(world.url, i + 1),
      token: `token of ${name}`,
      actsPerMinute: 1_000,
      brain: { kind: 'rules', creditsPerTick: 0 },
      pauseShare: 0.01,
      onLiving: () => undefined,
      explain: (line) => says.push(line),
    }),
  );
  t.teardown(() => Promise.all(minds.map((mind) => mind.stop())));
  const chose = (act: string) => says.some((line) => line.includes(`: ${act}`));
  const wanted = ['go', 'say', 'claim', 'submit', 'add_room', 'write_code'];
  let looks = 0;
  await until('every act was chosen once', () => {
    // A tick now and then, so that the board is filled and purses are.
    if (++looks % 20 === 0 && looks < 20 * 40) void world.city.tick();
    return wanted.every(chose);
  });
  t.ok(wanted.every(chose), wanted.join());
  t.notOk(
    says.some((line) => line.startsWith('defect')),
    'without a defect of its own',
  );
  const jobs = fieldsOf((await vera.get('/v1/job-board?which=claimed')).body);
  const others = fieldsOf((await ilo.get('/v1/job-board?which=claimed')).body);
  t.ok(listOf(jobs['items']).length + listOf(others['items']).length > 0);
  await Promise.all(minds.map((mind) => mind.stop()));
  t.same(await Promise.all(minds.map((mind) => mind.ended)), ['stopped', 'stopped']);
});

t.test('a token that the city does not know is nobody to live', async (t) => {
  const world = await startedWorld(t);
  const brain = { kind: 'rules', creditsPerTick: 0 } as const;
  const mind = beginMind({
    ports: overHttp(world.url),
    token: 'res_nobody',
    actsPerMinute: 20,
    brain,
    onLiving: () => t.fail(),
  });
  t.equal(await mind.ended, 'taken_over');
});
