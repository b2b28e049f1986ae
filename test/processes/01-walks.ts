/** Every transition of every chart, walked. */
import { runTogether } from '../together.ts';

runTogether('model/');
