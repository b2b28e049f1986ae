/** Cities that are lived in, and programs that live in them. */
import { runTogether } from '../together.ts';

runTogether('simulation/', 'population/', 'concurrency/', 'minds/');
