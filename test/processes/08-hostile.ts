/** Callers who mean harm. */
import { runTogether } from '../together.ts';

runTogether('hostile/');
