/** What is quickly done. */
import { runTogether } from '../shared-process.ts';

runTogether(
  'cli/',
  'client/',
  'config/',
  'host/',
  'research/charts',
  'research/run-folder',
  'tools/files',
  'tools/ids',
  'tools/markdown',
  'tools/processes',
  'tools/program',
  'web/',
);
