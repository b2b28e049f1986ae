/** A city that does nothing but hold a warm container and a job that runs, until it is killed. Its city is its argument. */
import { DockerSandbox } from '../../sandbox/docker/docker-sandbox.ts';
import { call, docker, good, jobOf, log, startMsMax } from '../sandbox/docker-support.ts';
import { until } from '../until.ts';

const [, , city = ''] = process.argv;
const sandbox = await DockerSandbox.open({ city, warmMax: 2, log, startMsMax });
await sandbox.execute(jobOf(good, call, { place: 'warm' }));
void sandbox.execute(jobOf('setInterval(() => {}, 1_000);', undefined, { place: 'busy' }));
await sandbox.execute(jobOf(good, call, { place: 'warm' }));
// One that is made and not yet started would stay until the city's next start removes it.
const running = { label: [`civitas.city=${city}`], status: ['running'] };
await until('both run', async () => (await docker.listContainers({ filters: running })).length === 2);
process.stdout.write('holding\n');
