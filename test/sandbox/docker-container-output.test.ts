/** What comes out of a container is read the same however it is cut, and believed in its types and bounds only. */
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import t from 'tap';
import { Wire } from '../../sandbox/docker/container-output.ts';
import { messageOf } from '../../sandbox/docker/protocol.ts';
import { limits } from '../../sandbox/limits.ts';

t.test('a wire gives the same lines, however it is cut', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.string({ maxLength: 40 }).filter((text) => !text.includes('\n')),
        { maxLength: 8 },
      ),
      fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 20 }),
      async (lines, cuts) => {
        const payload = Buffer.from(lines.map((line) => `${line}\n`).join(''));
        const heard: string[] = [];
        const stream = new PassThrough();
        const wire = new Wire(stream, {
          line: (line) => heard.push(line),
          flooded: () => heard.push('FLOOD'),
          ended: () => {},
        });
        wire.allow(100_000);
        const framed: Buffer[] = [];
        for (let at = 0, n = 0; at < payload.length; n += 1) {
          const piece = payload.subarray(at, at + (cuts[n % cuts.length] ?? 1));
          framed.push(frameOf(1, piece), frameOf(2, Buffer.from('noise\n')));
          at += piece.length;
        }
        const bytes = Buffer.concat(framed);
        for (let at = 0, n = 0; at < bytes.length; n += 1) {
          const size = cuts[(n + 3) % cuts.length] ?? 1;
          stream.write(bytes.subarray(at, at + size));
          at += size;
        }
        stream.end();
        await once(stream, 'close').catch(() => {});
        t.strictSame(
          heard,
          lines.map((line) => Buffer.from(line).toString('utf8')),
        );
      },
    ),
    { numRuns: 50 },
  );
});

t.test('whatever a line holds, a message has the right types or there is none', async (t) => {
  const field = fc.oneof(fc.jsonValue(), fc.string(), fc.constant('ended'));
  const keys = fc.constantFrom(
    'type',
    'id',
    'code',
    'signal',
    'failed',
    'output',
    'store',
    'stdout',
    'late',
    '__proto__',
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(keys, field), { maxLength: 10 }), (fields) => {
      const message = messageOf(JSON.stringify(Object.fromEntries([['type', 'ended'], ['id', 'x'], ...fields])));
      if (message?.type !== 'ended') return true;
      const { id, code, failed, stdout, late } = message;
      return (
        typeof id === 'string' &&
        (code === undefined || (Number.isInteger(code) && code >= 0 && code < 256)) &&
        (failed === undefined || failed.length <= limits.reasonCharsMax) &&
        typeof stdout === 'string' &&
        typeof late === 'boolean'
      );
    }),
    { numRuns: 500 },
  );
  t.equal(messageOf('{'), undefined);
  t.equal(messageOf('['.repeat(1e5)), undefined);
});

function frameOf(stream: number, piece: Buffer): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt8(stream, 0);
  header.writeUInt32BE(piece.length, 4);
  return Buffer.concat([header, piece]);
}

t.test('more than is allowed is a flood, and the end', async (t) => {
  const stream = new PassThrough();
  const heard: string[] = [];
  const hear = (what: string) => () => heard.push(what);
  const wire = new Wire(stream, { line: hear('line'), flooded: hear('flood'), ended: hear('end') });
  wire.allow(10);
  stream.write(frameOf(1, Buffer.from('12345\n')));
  stream.write(frameOf(1, Buffer.from('12345\n')));
  await once(stream, 'close');
  t.strictSame(heard, ['line', 'flood', 'end']);
});
