/** Callers who mean harm. */
import { runTogether } from '../shared-process.ts';

runTogether('hostile/', '!hostile/strings');
