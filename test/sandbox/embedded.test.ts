/** The contract of sandboxes (test/contract/sandbox.ts) on the embedded one. */
import t from 'tap';
import { EmbeddedSandbox } from '../../sandbox/embedded/embedded-sandbox.ts';
import { unhurried } from '../contract/sandbox/jobs.ts';
import { sandboxContract } from '../contract/sandbox.ts';
import { left } from './embedded-threads.ts';

t.setTimeout(600_000);

sandboxContract(t, {
  name: 'embedded',
  open: () => EmbeddedSandbox.open(unhurried),
  left: () => Promise.resolve(left()),
});
