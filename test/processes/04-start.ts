/** Cities as processes of their own. */
import { runTogether } from '../shared-process.ts';

runTogether('e2e/');
