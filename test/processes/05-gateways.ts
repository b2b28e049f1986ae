/** The gateways, over cities of this process. */
import { runTogether } from '../shared-process.ts';

runTogether('gateways/');
