/** The thread that draws pictures: it delivers, or says that it does not, and is not there when nobody needs it. */
import { gunzipSync } from 'node:zlib';
import t from 'tap';
import { PictureThread } from '../../host/drawn-pictures/picture-thread.ts';
import { readTypeface } from '../../host/drawn-pictures/typeface.ts';
import { firstMapOf, sceneOf, townOf } from '../drawing/scenes.ts';
import { until } from '../until.ts';

const fonts = await readTypeface();
const isPng = (bytes: Buffer) => bytes.subarray(1, 4).toString('latin1') === 'PNG';

t.test('a scene becomes a picture while the loop of the city goes on', async (t) => {
  const thread = new PictureThread({ fonts, idleMs: 50 });
  t.teardown(() => thread.close());
  await thread.paint(sceneOf());
  const before = performance.eventLoopUtilization();
  const drawn = await Promise.all([
    thread.paint(sceneOf()),
    thread.paint(sceneOf({ portrait: { face: 'a', isDead: true } })),
  ]);
  const { utilization } = performance.eventLoopUtilization(before);
  t.ok(drawn.every(isPng));
  t.notOk(drawn[0]?.equals(drawn[1] ?? Buffer.of()), 'another picture');
  t.ok(utilization < 0.5, `the loop was busy for ${utilization} of the time`);
  await until('nobody needs it, and it ends', () => !thread.isRunning);
  t.ok(isPng(await thread.paint(sceneOf())), 'and is started anew');
});

t.test('the first map is delivered as SVG, packed', async (t) => {
  const thread = new PictureThread({ fonts });
  t.teardown(() => thread.close());
  t.match(gunzipSync(await thread.paint(firstMapOf(townOf(3, 1)))).toString(), /^<svg [^>]*>[\s\S]*<\/svg>$/);
});

t.test('a picture that takes too long is given up, and the next one is drawn', async (t) => {
  const thread = new PictureThread({ fonts, drawMsMax: 1 });
  t.teardown(() => thread.close());
  await t.rejects(thread.paint(sceneOf()), { message: /took more than 1 ms/ });
  t.equal(thread.isRunning, false);
});

t.test('a thread that breaks says so to who waits', async (t) => {
  const thread = new PictureThread({ fonts: { plain: [new ArrayBuffer(8)], bold: [] } });
  t.teardown(() => thread.close());
  await t.rejects(thread.paint(sceneOf()), { message: /ended by itself|Unsupported|Error/ });
  t.equal(thread.isRunning, false);
});

t.test('when the city ends, so does what was ordered', async (t) => {
  const thread = new PictureThread({ fonts });
  const ordered = t.rejects(thread.paint(sceneOf()), { message: 'the city ends' });
  await thread.close();
  await ordered;
  await t.rejects(thread.paint(sceneOf()), { message: 'the city ends' });
});
