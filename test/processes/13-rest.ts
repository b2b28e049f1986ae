/** What is quickly done. */
import { runTogether } from '../shared-process.ts';

runTogether(
  'cli/',
  'client/',
  'clients/',
  'config/',
  'host/',
  'drawing/',
  'land/',
  '!host/traces-process',
  'research/charts',
  'research/inspector',
  'research/newest-',
  'research/purely',
  'research/run-folder',
  'research/journaled-turns',
  'research/taken-transitions',
  'tools/files',
  'tools/ids',
  'tools/markdown',
  'tools/processes',
  'tools/program',
  'web/',
);
