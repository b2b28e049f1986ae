/** Cities that are lived in, and programs that live in them. */
import { runTogether } from '../together.ts';

runTogether('simulation/', 'economy/', 'population/', 'concurrency/', 'minds/');
