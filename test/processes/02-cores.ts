/** The containers of residents, where there is a Docker engine. */
import { runTogether } from '../together.ts';

runTogether('sandbox/cores-');
