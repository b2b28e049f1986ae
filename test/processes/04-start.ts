/** Cities as processes of their own. */
import { runTogether } from '../together.ts';

runTogether('e2e/');
