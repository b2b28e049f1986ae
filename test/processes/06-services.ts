/** Global services. */
import { runTogether } from '../together.ts';

runTogether('services/');
