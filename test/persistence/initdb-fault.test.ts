/** What is told of an initdb that fails. */
import t from 'tap';
import { faultIn } from '../../persistence/embedded/cluster.ts';

t.test('its fault alone, in one line; all that it says where it does not say so', async (t) => {
  const fault = 'running bootstrap script ... FATAL:  could not write to file "x": No space left on device';
  t.equal(faultIn(`creating subdirectories ... ok\n${fault}\nchild process exited with exit code 1\n`), fault);
  t.equal(faultIn('initdb: no such option\nTry "initdb --help".\n'), 'initdb: no such option\nTry "initdb --help".');
});
