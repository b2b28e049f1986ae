/** The engine and the charts. */
import { runTogether } from '../together.ts';

runTogether('engine/', 'actors/');
