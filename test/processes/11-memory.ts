/** Alone, for it looks at the memory of its process. */
import { runTogether } from '../shared-process.ts';

runTogether('sandbox/embedded-bounds');
