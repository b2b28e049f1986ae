/** The client for Python lives a day in the city: it moves, speaks, works, hears, loses its connection and goes on. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import t from 'tap';
import { startedWorld } from '../gateways/started-gateways.ts';

const run = promisify(execFile);
const program = fileURLToPath(new URL('fixtures/a-day.py', import.meta.url));
const folder = fileURLToPath(new URL('../../clients/python', import.meta.url));

t.test('a day by the client for Python', async (t) => {
  const world = await startedWorld(t);
  await world.resident('Vera', 60);
  const bo = await world.resident('Bo', 60);
  await bo.post('/v1/location/move', { exit_id: 'commons' });
  const job = await bo.post('/v1/job-board/submit', {
    title: 'A line',
    description: 'One line.',
    reward: 3,
    review_ticks: 0,
  });
  t.equal(job.status, 201);
  const env = { ...process.env, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' };
  const { stdout } = await run('python3', [program, world.url, 'token of Vera', String(job.body['id'])], {
    env,
    timeout: 60_000,
  });
  t.same(JSON.parse(stdout), {
    name: 'Vera',
    moved: 'city-commons',
    refused: ['exit_not_found', false],
    same_answer: true,
    paid: 3,
    heard: ['message.broadcast', 'message.broadcast'],
    missed: 'between two connections',
    image: false,
  });
  t.same(world.errors, []);
});
