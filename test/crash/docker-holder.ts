/** A city that does nothing but hold a warm container and a job that runs, until it is killed. Its city is its argument. */
import { DockerSandbox } from '../../sandbox/docker/docker-sandbox.ts';
import { call, good, jobOf, log, startMsMax } from '../sandbox/docker-support.ts';

const sandbox = await DockerSandbox.open({ city: process.argv[2] ?? '', warmMax: 2, log, startMsMax });
await sandbox.execute(jobOf(good, call, { place: 'warm' }));
void sandbox.execute(jobOf('setInterval(() => {}, 1_000);', undefined, { place: 'busy' }));
await sandbox.execute(jobOf(good, call, { place: 'warm' }));
process.stdout.write('holding\n');
