/** Code that runs in this process, or nowhere. */
import { runTogether } from '../together.ts';

runTogether(
  'sandbox/assertions',
  'sandbox/contents',
  'sandbox/embedded.test.ts',
  'sandbox/files',
  'sandbox/off',
  'sandbox/opening',
  'sandbox/performers',
);
