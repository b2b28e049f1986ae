/** Cities that are lived in, and programs that live in them. */
import { runTogether } from '../shared-process.ts';

runTogether(
  'simulation/',
  'research/causes',
  'research/tables',
  'population/',
  '!population/souls',
  'concurrency/',
  'minds/',
);
