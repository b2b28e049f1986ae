/** Storage, on one Postgres. */
import { runTogether } from '../shared-process.ts';

runTogether('persistence/');
