/** The containers of residents, where there is a Docker engine. */
import { runTogether } from '../shared-process.ts';

runTogether('sandbox/cores-');
