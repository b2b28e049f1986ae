/** Pictures of pages: valid, of the size that previews ask for, and without a character of what somebody has written (OL1 to OL3). */
import { gzipSync, inflateSync } from 'node:zlib';
import t from 'tap';
import { PictureDrawing } from '../../drawing/picture-drawing.ts';
import { pngOf } from '../../drawing/png.ts';
import { polygonsOf } from '../../drawing/polygons.ts';
import { pictureSize } from '../../drawing/scene.ts';
import { closed } from '../../drawing/svg.ts';
import { drawnTown } from '../../drawing/town.ts';
import { cornerNumbers } from '../../drawing/triangles.ts';
import { Land } from '../../land/land.ts';
import { firstMapOf, lettering, sceneOf, townOf, wordsOf } from './scenes.ts';

const drawing = new PictureDrawing(lettering);

/** The chunks of a PNG, by type: their bytes, one after the other. */
function chunksOf(png: Buffer): ReadonlyMap<string, Buffer> {
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    chunks.set(type, Buffer.concat([chunks.get(type) ?? Buffer.of(), png.subarray(at + 8, at + 8 + length)]));
    at += length + 12;
  }
  return chunks;
}

t.test('a picture is a whole PNG of the size that its page says', async (t) => {
  const png = pngOf(drawing.svg(sceneOf()));
  t.same([...png.subarray(0, 8)], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = chunksOf(png);
  const head = chunks.get('IHDR') ?? Buffer.alloc(13);
  const { width, height } = pictureSize;
  t.same([head.readUInt32BE(0), head.readUInt32BE(4), head[8]], [width, height, 8]);
  const samples = { 2: 3, 6: 4 }[head[9] ?? 0] ?? 0;
  t.equal(
    inflateSync(chunks.get('IDAT') ?? Buffer.of()).length,
    height * (1 + width * samples),
    'every pixel is there',
  );
  t.ok(chunks.has('IEND'));
  t.ok(png.length < 1_000_000, `${png.length} bytes`);
});

/** Everything that an SVG of ours is made of. */
const elements = ['svg', 'defs', 'g', 'path', 'rect', 'circle', 'ellipse', 'radialGradient', 'stop', 'clipPath'];
const hostile = [
  '<svg onload=alert(1)>',
  '</svg><script>alert(1)</script>',
  '"/><image href="file:///etc/passwd"/>',
  '&lt;b&gt; &#60; &xxe; ]]> <!ENTITY xxe SYSTEM "file:///etc/passwd">',
  "url(#sky) ' onclick='x",
  '\u202eevil\u202c',
  'שרה כהן',
  'مريم',
  '王小明',
  '🦊 Fox 👩‍👩‍👧',
  'Zalgo ̸̢̛̗̳̥͉̥̂̓̈́͌',
  'x'.repeat(10_000),
  'long '.repeat(2_000),
  '𝕳'.repeat(5_000),
  '\u0000\u0007\n\t',
];

t.test('[OL1] of what somebody has written, nothing comes into the SVG but outlines', async (t) => {
  const town = townOf(3, 1);
  for (const text of hostile) {
    const words = wordsOf({ kind: text, title: text, state: text, text, items: [text, text, text] });
    const svg = drawing.svg(sceneOf({ town, words }));
    const used = new Set([...svg.matchAll(/<\/?([^\s>/]+)/g)].map(([, name = '']) => name));
    t.same(
      [...used].filter((name) => !elements.includes(name)),
      [],
      JSON.stringify(text.slice(0, 40)),
    );
    t.notMatch(svg, /onload|onclick|href|script|alert|passwd|ENTITY|&|<!|evil|NaN|undefined/);
    t.ok(svg.length < 3_000_000, `${svg.length} characters`);
    t.doesNotThrow(() => pngOf(svg));
  }
});

t.test('[OL1] what looks like markup is written out, letter by letter', async (t) => {
  const tag = '<svg onload=alert(1)>';
  t.equal(lettering.legible(tag), tag);
  const style = { weight: 'bold', size: 40 } as const;
  const [line = ''] = lettering.lines(tag, style, 2_000, 1);
  t.equal(line, tag);
  t.ok(lettering.width(tag, style) > lettering.width('svg', style));
  t.match(lettering.outlines('<', 0, 0, style, '#000000'), /^<path fill="#000000" d="M[^"<>&]+"\/>$/);
});

t.test('[OL2] a text takes the lines and the width that it is given, however long it is', async (t) => {
  const style = { weight: 'plain', size: 31 } as const;
  for (const text of ['x'.repeat(10_000), 'long '.repeat(2_000), 'a b', 'Ünïcödé Łódź Владимир Nguyễn'.repeat(40)]) {
    const lines = lettering.lines(text, style, 500, 3);
    t.ok(lines.length <= 3 && lines.every((line) => lettering.width(line, style) <= 500), text.slice(0, 30));
    t.equal(lines.join(' ') !== text, (lines.at(-1) ?? '').endsWith('…'), 'cut, and says so');
  }
  t.same(lettering.lines('', style, 500, 3), []);
  const begun = performance.now();
  lettering.lines('w'.repeat(4_000_000), style, 500, 3);
  t.ok(performance.now() - begun < 1_000);
});

t.test(
  '[OL3] characters that the typeface does not have are left out, and words of our own stand for what cannot be read',
  async (t) => {
    t.equal(lettering.legible('🦊 Fox 👩‍👩‍👧'), 'Fox');
    t.equal(lettering.legible('\u202eevil\u202c'), 'evil');
    t.equal(lettering.legible('Владимир Łukasz Nguyễn'), 'Владимир Łukasz Nguyễn');
    for (const text of ['שרה כהן', 'مريم', '王小明', '🦊', '']) t.equal(lettering.legible(text), '', text);
    const town = townOf(3, 1);
    const svgOf = (title: string) => drawing.svg(sceneOf({ town, words: wordsOf({ title }) }));
    t.equal(svgOf('王小明'), svgOf('Somebody who lives here'));
    t.not(svgOf('Vera'), svgOf('Ada'));
  },
);

t.test('the same scene is the same picture; another face, life or hour is another', async (t) => {
  const town = townOf(3, 1);
  const svgOf = (face: string, isDead: boolean, tick = 30) =>
    drawing.svg(sceneOf({ town: { ...town, tick }, portrait: { face, isDead } }));
  t.equal(svgOf('vera-7', false), svgOf('vera-7', false));
  t.not(svgOf('vera-7', false), svgOf('ada-3', false));
  t.not(svgOf('vera-7', false), svgOf('vera-7', true));
  t.not(svgOf('vera-7', false, 30), svgOf('vera-7', false, 40));
});

t.test('polygons are made of all triangles, in their order', async (t) => {
  const { built } = drawnTown(townOf(12, 8), new Land('a picture'), 'whole');
  const triangles = built.length / cornerNumbers / 3;
  let [sum, count] = [0, 0];
  for (const { points } of polygonsOf(built)) {
    sum += points.length - 2;
    count += 1;
  }
  t.equal(sum, triangles);
  t.ok(count < triangles, 'some of several');
});

t.test(
  'the first map is an SVG of whole numbers, small enough to come before the page has drawn its own',
  async (t) => {
    for (const [houses, pods] of [
      [0, 0],
      [12, 12],
      [400, 200],
    ] as const) {
      const town = townOf(houses, pods);
      const svg = drawing.svg(firstMapOf(town));
      const used = new Set([...svg.matchAll(/<\/?([^\s>/]+)/g)].map(([, name = '']) => name));
      t.same(
        [...used].filter((name) => !elements.includes(name)),
        [],
      );
      const bytes = gzipSync(svg).length;
      t.ok(bytes < 100_000, `${bytes} bytes for ${houses} houses`);
      for (const [, d = ''] of svg.matchAll(/ d="([^"]*)"/g)) t.match(d, /^(M-?\d+ -?\d+l(-?\d+| -?\d+)+z)+$/);
      t.not(drawing.svg(firstMapOf(town, true)), svg);
      t.equal(drawing.svg(firstMapOf(town)), svg);
    }
  },
);

t.test('a closed path tells each point from the one before it, and is nothing where too few are left', async (t) => {
  const square = [
    { x: 0, y: 0 },
    { x: 4.4, y: 0 },
    { x: 4.4, y: -4.4 },
    { x: 0, y: -4.4 },
  ];
  t.equal(closed(square).slice(1), '0 -4l4 0 0 4-4 0z');
  t.equal(closed(square.map(({ x, y }) => ({ x: x / 10, y: y / 10 }))), '');
  t.equal(closed([]), '');
});
