/** Alone, for it looks at the memory of its process. */
import { runTogether } from '../together.ts';

runTogether('sandbox/embedded-bounds');
