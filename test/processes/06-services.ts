/** Global services. */
import { runTogether } from '../shared-process.ts';

runTogether('services/');
