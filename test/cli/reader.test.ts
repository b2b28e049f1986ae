/** A command notices that nobody reads it any more. */
import { PassThrough } from 'node:stream';
import t from 'tap';
import { readerOf } from '../../cli/reader.ts';

t.test('a pipe that was closed ends the reading, anything else is thrown', (t) => {
  const output = new PassThrough();
  const isRead = readerOf(output);
  t.ok(isRead());
  output.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
  t.notOk(isRead());
  const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  t.throws(() => output.emit('error', full), full);
  t.end();
});
