/** Code that runs in this process, or nowhere. */
import { runTogether } from '../shared-process.ts';

runTogether(
  'sandbox/assertions',
  'sandbox/contents',
  'sandbox/embedded.test.ts',
  'sandbox/fixed-time',
  'sandbox/job-files',
  'sandbox/no-sandbox',
  'sandbox/opening-sandbox',
  'sandbox/performers',
);
