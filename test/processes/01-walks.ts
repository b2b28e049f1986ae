/** Every transition of every chart, walked. */
import { runTogether } from '../shared-process.ts';

runTogether('model/');
