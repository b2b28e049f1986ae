/** What of a visitor's picture is kept: what draws it, and nothing else. */
import t from 'tap';
import { isJpeg } from '../../gateways/stations/jpeg.ts';
import { pictureBytesMax, pictureSideMax, plainJpeg } from '../../gateways/stations/plain-jpeg.ts';
import { pixel, square } from './station-gateways.ts';

/** With this put before its first table. */
const opened = (...segments: readonly Buffer[]): Buffer =>
  Buffer.concat([square.subarray(0, 2), ...segments, square.subarray(2)]);

function segment(code: number, body: Buffer): Buffer {
  const head = Buffer.from([0xff, code, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

/** With these bytes in place of those. */
const replaced = (from: string, to: string): Buffer => {
  const hex = square.toString('hex');
  if (!hex.includes(from)) throw new Error(`${from} is not there`);
  return Buffer.from(hex.replace(from, to), 'hex');
};

/** The head of its frame: eight bits, 8 lines of 8, one colour. */
const frame = 'ffc0000b08000800080101';
const scanAt = square.indexOf(Buffer.from([0xff, 0xda]));
const scan = square.subarray(scanAt, -2);
const withScans = (count: number): Buffer =>
  Buffer.concat([square.subarray(0, scanAt), ...Array.from({ length: count }, () => scan), square.subarray(-2)]);

t.test('[VH10] a picture keeps its size and what draws it', async (t) => {
  t.same(plainJpeg(square), { bytes: square, width: 8, height: 8 });
  t.ok(isJpeg(square));
});

t.test('[VH10] where it was taken, by what, and what was hidden in it is left out', async (t) => {
  const secret = Buffer.from('Exif\0\0GPS 52.5200 N 13.4050 E');
  for (const code of [0xe0, 0xe1, 0xe2, 0xed, 0xef, 0xfe, 0xdc, 0xf0])
    t.same(plainJpeg(opened(segment(code, secret)))?.bytes, square, code.toString(16));
  const fill = Buffer.from([0xff, 0xff, 0xff]);
  t.same(plainJpeg(opened(fill))?.bytes, square, 'fill bytes');
  const colours = segment(0xee, Buffer.from('Adobe\0\x64\0\0\0\0\x01', 'latin1'));
  t.same(plainJpeg(opened(colours))?.bytes, opened(colours), 'how its colours are meant stays');
  t.same(
    plainJpeg(opened(segment(0xee, Buffer.from('Adobe and a long letter'))))?.bytes,
    square,
    'and nothing like it',
  );
});

t.test('[VH10] what browsers do not draw, or might choke on, is none', async (t) => {
  const side = (of: number) => of.toString(16).padStart(4, '0');
  const others: Readonly<Record<string, Buffer>> = {
    nothing: Buffer.alloc(0),
    'a beginning and an end': Buffer.from([0xff, 0xd8, 0xff, 0xd9]),
    'no end': square.subarray(0, -2),
    'something behind the end': Buffer.concat([square, Buffer.from('<script>')]),
    'two pictures': Buffer.concat([square, square]),
    'no scan': withScans(0),
    'too many scans': withScans(33),
    'a frame of arithmetic coding': pixel,
    'a frame after another': opened(Buffer.from(`${frame}1100`, 'hex')),
    'no lines': replaced(frame, 'ffc0000b08000000080101'),
    'no columns': replaced(frame, 'ffc0000b08000800000101'),
    'too many lines': replaced(frame, `ffc0000b08${side(pictureSideMax + 1)}00080101`),
    'too many columns': replaced(frame, `ffc0000b080008${side(pictureSideMax + 1)}0101`),
    'twelve bits': replaced(frame, 'ffc0000b0c000800080101'),
    'four colours': replaced(frame, 'ffc0000b08000800080401'),
    'a segment longer than all': replaced('ffdb0043', 'ffdbffff'),
    'a segment without a length': replaced('ffdb0043', 'ffdb0001'),
    'too many bytes': opened(...Array.from({ length: 5 }, () => segment(0xfe, Buffer.alloc(60_000)))),
    'a PNG': Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
    'a page between the marks': Buffer.concat([square.subarray(0, 2), Buffer.from('<html>'), square.subarray(-2)]),
  };
  for (const [what, bytes] of Object.entries(others)) t.equal(plainJpeg(bytes), undefined, what);
  t.ok(plainJpeg(withScans(32)));
  t.match(plainJpeg(replaced(frame, `ffc0000b08${side(pictureSideMax)}00080101`)), { height: pictureSideMax });
  const comment = (length: number) => segment(0xfe, Buffer.alloc(length));
  const rest = pictureBytesMax - square.length - 4 * 60_004;
  const largest = opened(...Array.from({ length: 4 }, () => comment(60_000)), comment(rest - 4));
  t.equal(largest.length, pictureBytesMax);
  t.same(plainJpeg(largest)?.bytes, square);
});

t.test('[VH10] no changed byte makes it throw, and what it keeps it keeps again', async (t) => {
  for (let length = 0; length < square.length; length++) t.equal(plainJpeg(square.subarray(0, length)), undefined);
  for (let at = 0; at < square.length; at++)
    for (const value of [0x00, 0x01, 0xd9, 0xda, 0xff]) {
      const changed = Buffer.from(square);
      changed[at] = value;
      const plain = plainJpeg(changed);
      if (plain !== undefined) t.same(plainJpeg(plain.bytes), plain);
    }
});
