/** The gateways, over cities of this process. */
import { runTogether } from '../together.ts';

runTogether('gateways/');
