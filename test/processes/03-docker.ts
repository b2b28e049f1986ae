/** Code that runs in containers, where there is a Docker engine. */
import { runTogether } from '../together.ts';

runTogether('sandbox/docker');
