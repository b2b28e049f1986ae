/** The engine and the charts. */
import { runTogether } from '../shared-process.ts';

runTogether('engine/', '!engine/decide', 'actors/');
