/** Code that runs in containers, where there is a Docker engine. */
import { runTogether } from '../shared-process.ts';

runTogether('sandbox/docker');
