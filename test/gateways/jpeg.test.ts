/** Which bytes pass for a picture. */
import t from 'tap';
import { isJpeg } from '../../gateways/stations/jpeg.ts';
import { pictureOf, pixel } from './station-gateways.ts';

t.test('[PS8] a JPEG is its segments, a frame with a size, a scan and an end', async (t) => {
  t.ok(isJpeg(pixel));
  for (const bytes of [200, 66_000, 131_300, 1024 * 1024]) {
    t.equal(pictureOf(bytes).length, bytes);
    t.ok(isJpeg(pictureOf(bytes)), `${bytes} bytes`);
  }
  t.ok(isJpeg(Buffer.concat([pixel.subarray(0, 2), Buffer.from([0xff, 0xff, 0xff]), pixel.subarray(2)])), 'fill bytes');
});

const without = (marker: number): Buffer => {
  const at = pixel.indexOf(Buffer.from([0xff, marker]));
  return Buffer.concat([pixel.subarray(0, at), pixel.subarray(at + 2 + pixel.readUInt16BE(at + 2))]);
};

t.test('[PS8] anything else is none', async (t) => {
  const others: Readonly<Record<string, Buffer>> = {
    nothing: Buffer.alloc(0),
    'a beginning': pixel.subarray(0, 3),
    'a beginning and an end': Buffer.from([0xff, 0xd8, 0xff, 0xd9]),
    'no end': pixel.subarray(0, -2),
    'something behind the end': Buffer.concat([pixel, Buffer.from('<script>')]),
    'no frame': without(0xc9),
    'no scan': without(0xda),
    'a frame without a width': Buffer.from(
      pixel.toString('hex').replace('ffc9000b0800010001', 'ffc9000b0800010000'),
      'hex',
    ),
    'a segment longer than all': Buffer.from(pixel.toString('hex').replace('ffdb0043', 'ffdbffff'), 'hex'),
    'a segment without a length': Buffer.from(pixel.toString('hex').replace('ffdb0043', 'ffdb0001'), 'hex'),
    'a PNG': Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
    'a GIF': Buffer.from('GIF89a'),
    'a page': Buffer.from('<!doctype html><script>alert(1)</script>'),
    'a page between the marks': Buffer.concat([
      Buffer.from([0xff, 0xd8]),
      Buffer.from('<html>'),
      Buffer.from([0xff, 0xd9]),
    ]),
  };
  for (const [what, bytes] of Object.entries(others)) t.notOk(isJpeg(bytes), what);
});

t.test('[PS8] no prefix and no single changed byte makes it throw', async (t) => {
  const whole: number[] = [];
  for (let length = 0; length < pixel.length; length++) if (isJpeg(pixel.subarray(0, length))) whole.push(length);
  t.same(whole, []);
  for (let at = 0; at < pixel.length; at++)
    for (const value of [0x00, 0x01, 0xff]) {
      const changed = Buffer.from(pixel);
      changed[at] = value;
      isJpeg(changed);
    }
});
