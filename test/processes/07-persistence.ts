/** Storage, on one Postgres. */
import { runTogether } from '../together.ts';

runTogether('persistence/');
