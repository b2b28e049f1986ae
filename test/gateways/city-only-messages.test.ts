/** Messages that only the city itself may send (S3): which these are, and that no gateway could send one. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { kinds } from '../../actors/index.ts';

const ofTheCity = kinds.flatMap(({ name, events }) =>
  Object.entries(events).flatMap(([type, { caller }]) => (caller === 'city' ? [`${name} ${type}`] : [])),
);

/** Whatever a request can lead to: gateways, what they call, and those who live by them. */
const doors = ['gateways', 'services', 'population', 'client', 'cli', 'host/founding', 'web'];

const sources = doors.flatMap((room) =>
  readdirSync(room, { recursive: true, encoding: 'utf8' }).flatMap((path) =>
    path.endsWith('.ts') ? [join(room, path)] : [],
  ),
);

t.test(
  '[S3] the city alone says whether containers can run, how one has ended, what it pays for work, whom it brings and who is lived by a mind',
  async (t) => {
    const expected = ['containers.available', 'soul.due', 'works.due'].map((type) => `location ${type}`);
    t.same(ofTheCity.sort(), [...expected, 'resident core.ended', 'soul mind.lives']);
  },
);

t.test('[S3] a command names its message where it is written, and no gateway names one of these', async (t) => {
  t.ok(sources.length > 100);
  for (const message of ofTheCity) {
    const type = message.split(' ')[1] ?? message;
    const naming = sources.filter((path) => readFileSync(path, 'utf8').includes(`'${type}'`));
    t.same(naming, [], type);
  }
});
