/** Cities that are lived in, and programs that live in them. */
import { runTogether } from '../shared-process.ts';

runTogether(
  'simulation/',
  'research/resuming',
  'research/causes',
  'research/tables',
  'population/',
  'concurrency/',
  'minds/',
);
