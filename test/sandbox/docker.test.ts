/** The contract of sandboxes (test/contract/sandbox.ts) on Docker. */
import { randomBytes } from 'node:crypto';
import t from 'tap';
import { DockerSandbox } from '../../sandbox/docker/docker-sandbox.ts';
import { sandboxContract } from '../contract/sandbox.ts';
import { hasDocker, leftOf, log, startMsMax } from './docker-support.ts';

const city = `test-${randomBytes(6).toString('hex')}`;

if (await hasDocker(t))
  sandboxContract(t, {
    name: 'docker',
    open: () => DockerSandbox.open({ city, warmMax: 8, log, startMsMax, verdictMsMax: startMsMax }),
    left: () => leftOf(city),
  });
