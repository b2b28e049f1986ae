/** Words on the map: every one can be read, and covers neither a figure nor another. And where the view goes by itself, and the hour. */
import fc from 'fast-check';
import t from 'tap';
import { daylightAt } from '../../drawing/daylight.ts';
import { shortened, shortenedWithOwner, signsOf, tradeOf } from '../../drawing/trade.ts';
import { Attention } from '../../web/landing/map/attention.ts';
import { figureBox } from '../../web/landing/map/figures.ts';
import { Following } from '../../web/landing/map/following.ts';
import { type Box, type Label, Labels, type WordsContext } from '../../web/landing/map/labels.ts';
import { Speech, speechLabel } from '../../web/landing/map/speech.ts';
import { Walkers } from '../../web/landing/map/walkers.ts';

const size = { width: 700, height: 500 };
const buttons: Box = { left: 700 - 80, right: 700, top: 0, bottom: 195 };
const widthEach = 7.2;

interface Written {
  readonly text: string;
  readonly box: Box;
}

/** A canvas that remembers what stands where. */
function paper() {
  const written: Written[] = [];
  const bubbles: Box[] = [];
  const tails: Box[] = [];
  let path: { x: number; y: number }[] = [];
  const goes = (x: number, y: number) => void path.push({ x, y });
  const nothing = () => undefined;
  const context: WordsContext = {
    ...{ font: '', textAlign: 'center', textBaseline: 'top', lineJoin: 'round', lineWidth: 1 },
    ...{ strokeStyle: '', fillStyle: '', globalAlpha: 1 },
    measureText: (text: string) => ({ width: [...text].length * widthEach }),
    fillText: (text: string, x: number, y: number) => {
      const half = ([...text].length * widthEach) / 2;
      written.push({ text, box: { left: x - half, right: x + half, top: y, bottom: y + 14 } });
    },
    roundRect: (left: number, top: number, wide: number, high: number) => {
      bubbles.push({ left, top, right: left + wide, bottom: top + high });
    },
    beginPath: () => {
      path = [];
    },
    closePath: () => {
      const [xs, ys] = [path.map(({ x }) => x), path.map(({ y }) => y)];
      tails.push({ left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) });
    },
    ...{ strokeText: nothing, moveTo: goes, lineTo: goes },
    ...{ fill: nothing, stroke: nothing },
  };
  return { context, written, bubbles, tails };
}

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right - 0.01 && b.left < a.right - 0.01 && a.top < b.bottom - 0.01 && b.top < a.bottom - 0.01;
/** A tail without its root, which lies in its bubble. */
const outside = (tail: Box): Box => ({ ...tail, top: tail.top + 2, bottom: tail.bottom - 2 });
const point = fc.record({ x: fc.integer({ min: 0, max: 700 }), y: fc.integer({ min: 0, max: 500 }) });
const text = fc.string({ minLength: 1, maxLength: 60 }).filter((one) => one.trim() !== '');
const label = fc.record({
  ...{ text, at: point, kind: fc.constantFrom<Label['kind']>('place', 'resident', 'speech', 'note') },
});

const labelOf = ({ text, at, kind }: { text: string; at: { x: number; y: number }; kind: Label['kind'] }): Label => ({
  ...{ text, kind, spots: [0, 22, -22, 44].map((up) => ({ x: at.x, y: at.y - 30 - up })) },
  ...(kind === 'speech' && { speaker: { mouth: { x: at.x, y: at.y - 14 }, feet: { x: at.x, y: at.y + 1 } } }),
});

t.test('no word covers a figure, another word or the buttons, and each lies in the map', async (t) => {
  fc.assert(
    fc.property(fc.array(point, { maxLength: 30 }), fc.array(label, { maxLength: 40 }), (people, all) => {
      const { context, written, bubbles, tails } = paper();
      const figures = people.map(({ x, y }) => figureBox(x, y, 1));
      const labels = new Labels(context, size, { ink: '', paper: '' }, figures);
      for (const one of all) labels.draw(labelOf(one));
      const names = written.filter(({ box }) => !bubbles.some((bubble) => overlap(bubble, box)));
      const boxes = [...names.map(({ box }) => box), ...bubbles];
      const isClear = (tail: Box) =>
        [...names.map(({ box }) => box), ...bubbles].every((box) => !overlap(box, outside(tail))) &&
        !figures.some((figure) => overlap(figure, outside(tail)));
      return (
        tails.every(isClear) &&
        boxes.every(
          (box, at) =>
            box.left >= 0 &&
            box.right <= size.width &&
            box.top >= 0 &&
            box.bottom <= size.height &&
            ![...figures, ...boxes.slice(at + 1), buttons].some((other) => overlap(box, other)),
        )
      );
    }),
    { numRuns: 300 },
  );
  t.pass();
});

t.test('a name that is alone stands at its first spot; what is long is cut to what it is', async (t) => {
  const { context, written } = paper();
  const labels = new Labels(context, size, { ink: '', paper: '' }, []);
  const at = { x: 300, y: 300 };
  t.ok(labels.draw(labelOf({ text: 'Vera', at, kind: 'resident' })));
  t.match(written[0], { text: 'Vera', box: { top: 272 } });
  labels.draw(labelOf({ text: 'The Evening School of Sunniva Ek', at: { x: 300, y: 100 }, kind: 'place' }));
  t.equal(written[1]?.text, 'The Evening School');
  t.equal(tradeOf('The Gallery of the Dead of Ilo'), 'The Gallery of the Dead');
  t.equal(tradeOf('The Mill'), 'The Mill');
});

t.test('a name is shortened by whole words, never within one', async (t) => {
  t.equal(shortened('The Gilded Sparrow', 28), 'The Gilded Sparrow');
  t.equal(shortened('The Gilded Spoon of Brisa Ode', 18), 'The Gilded Spoon');
  t.equal(shortened('The Gilded Spoon by the River and the Bridge', 28), 'The Gilded Spoon by …');
  t.equal(shortened('The Bath and the Inn', 16), 'The Bath …');
  t.equal(shortened('Donaudampfschifffahrtsgesellschaft', 10), 'Donaudamp…');
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 2, max: 30 }), (name, max) => [...shortened(name, max)].length <= max),
  );
});

t.test('two places of one trade beside each other are told apart by their owners', async (t) => {
  const [one, other] = ['The Drawer of Sayings of Pell Aslan', 'The Drawer of Sayings of Brother Anselm Zorn'];
  t.same(signsOf([one, 'The Mill', other], 28), ['Drawer of Sayings of Pell', 'The Mill', 'Brother Anselm’s Sayings']);
  t.same(signsOf([one, 'The Mill'], 28), ['The Drawer of Sayings', 'The Mill'], 'alone it needs no owner');
  t.equal(shortenedWithOwner('The Mill', 28), 'The Mill');
  fc.assert(
    fc.property(
      fc.array(fc.string()),
      fc.integer({ min: 2, max: 30 }),
      (names, max) =>
        signsOf(names, max).every((sign) => [...sign].length <= max) && signsOf(names, max).length === names.length,
    ),
  );
  const { context, written } = paper();
  const labels = new Labels(context, size, { ink: '', paper: '' }, []);
  labels.draw(labelOf({ text: one, at: { x: 150, y: 100 }, kind: 'place' }));
  labels.draw(labelOf({ text: other, at: { x: 450, y: 400 }, kind: 'place' }));
  t.same(
    written.map(({ text }) => text),
    ['The Drawer of Sayings', 'Brother Anselm’s Sayings'],
  );
});

t.test('a name stands on a roof only where there is no other spot', async (t) => {
  const { context, written } = paper();
  const roof = { left: 200, right: 400, top: 250, bottom: 290 };
  const labels = new Labels(context, size, { ink: '', paper: '' }, [], [roof]);
  labels.draw(labelOf({ text: 'Vera', at: { x: 300, y: 300 }, kind: 'resident' }));
  t.equal(written[0]?.box.top, 294, 'below it');
  const all = { left: 0, right: 700, top: 0, bottom: 500 };
  const covered = new Labels(context, size, { ink: '', paper: '' }, [], [all]);
  t.ok(covered.draw(labelOf({ text: 'Ilo', at: { x: 300, y: 300 }, kind: 'resident' })));
});

t.test('the view goes to who did something last, and nowhere where nobody is seen', async (t) => {
  const walkers = new Walkers();
  const attention = new Attention(walkers);
  t.equal(attention.newest(1), undefined, 'nobody is out');
  walkers.walk('ada', { x: 1_000, y: 0 }, 0, 0);
  walkers.walk('bo', { x: 0, y: 0 }, 0, 0);
  const at = (x: number) => attention.isPeopled({ x, y: 0, scale: 2 }, size, 1);
  t.same([at(0), at(1_000), at(500)], [true, true, false]);
  const next = (to: number, from: number) =>
    attention.next({ x: to, y: 0 }, 2, { camera: { x: from, y: 0, scale: 2 }, size, now: 1 })?.x;
  t.same([next(20, 500), next(500, 0)], [20, undefined], 'to where somebody is, or it stays');
  attention.acted('ada');
  t.equal(next(500, 500), 1_000, 'an empty view is left');
  attention.acted('bo');
  attention.acted('ada');
  t.same(attention.newest(1), { x: 1_000, y: 0 });
  walkers.remove('ada');
  t.same(attention.newest(1), { x: 0, y: 0 }, 'who went home is looked for no more');
  t.notOk(at(1_000));
});

t.test('what is said is wrapped, whole to its end or to an ellipsis', async (t) => {
  const { context, written } = paper();
  const labels = new Labels(context, size, { ink: '', paper: '' }, []);
  const words = Array.from({ length: 60 }, (_, n) => `word${n}`).join(' ');
  t.ok(labels.draw(labelOf({ text: words, at: { x: 300, y: 300 }, kind: 'speech' })));
  t.equal(written.length, 4);
  t.match(written.at(-1)?.text, /…$/);
});

const neighbours = fc.array(fc.record({ x: fc.integer({ min: 330, max: 380 }), y: fc.integer({ min: 5, max: 480 }) }), {
  minLength: 2,
  maxLength: 5,
});

t.test('what neighbours say at once stands apart, each bubble above or below who says it', async (t) => {
  fc.assert(
    fc.property(neighbours, (people) => {
      const { context, written, bubbles, tails } = paper();
      const figures = people.map(({ x, y }) => figureBox(x, y, 2));
      const labels = new Labels(context, size, { ink: '', paper: '' }, figures);
      const words = 'I looked after the Commons, and nobody was there to see it but you.';
      const drawn = people.filter((one) => labels.draw(speechLabel(one, words, 2)));
      const apart = bubbles.every(
        (box, at) =>
          ![...bubbles.slice(at + 1), ...figures].some((other) => overlap(box, other)) &&
          tails.every((tail, of) => of === at || !overlap(box, outside(tail))),
      );
      const bare = !tails.map(outside).some((tail) => figures.some((figure) => overlap(figure, tail)));
      return drawn.length > 0 && drawn.length === bubbles.length && written.length >= drawn.length && apart && bare;
    }),
    { numRuns: 300 },
  );
  t.pass();
});

t.test('a bubble for which there is no room waits until there is, and is then seen for its whole time', async (t) => {
  const speech = new Speech();
  speech.say('ada', 'Good day.', 10);
  speech.say('bo', 'Good day to you.', 10);
  t.same([...speech.current(10).keys()], ['ada', 'bo']);
  t.equal(speech.seen('bo', 10), 5.8);
  t.equal(speech.seen('bo', 11), undefined, 'seen already');
  t.same([...speech.current(15).keys()], ['bo', 'ada'], 'who is seen keeps the place');
  t.same([...speech.current(15.9).keys()], ['ada'], 'whose time has not begun');
  t.equal(speech.seen('ada', 16), 5.45);
  speech.setBack(10);
  t.same([...speech.current(11.4).keys()], ['ada']);
  t.same([...speech.current(11.5).keys()], []);
  speech.say('cleo', 'Is anybody here?', 20);
  t.same([...speech.current(41).keys()], [], 'nobody waits for ever');
  for (let n = 0; n < 9; n++) speech.say(`crowd-${n}`, 'Ho!', 50);
  t.equal(speech.current(50).size, 5);
});

t.test('the view goes to what happens, stays a while, and a touch ends that', async (t) => {
  const following = new Following();
  const camera = { x: 0, y: 0, scale: 1 };
  const mill = { x: 100, y: 40 };
  t.notOk(following.attend(mill, 2, camera, 1), 'first, all of the town is seen');
  t.ok(following.attend(mill, 2, camera, 5));
  const way = [5.2, 5.8, 6.4].map((now) => following.cameraAt(now)?.x ?? Number.NaN);
  t.ok(
    way.every((x, at) => x > (way[at - 1] ?? 0) && x < 100),
    `it glides: ${way}`,
  );
  t.same(following.cameraAt(9), { ...mill, scale: 2 });
  t.equal(following.cameraAt(9.1), undefined, 'then it rests');
  t.notOk(following.attend({ x: 0, y: 0 }, 2, camera, 9), 'it does not jump from one to the next');
  t.ok(following.attend({ x: 0, y: 0 }, 2, camera, 13));
  following.stop();
  t.equal(following.cameraAt(13.5), undefined, 'a touch: it stays where it is');
  t.notOk(following.attend(mill, 2, camera, 99));
  following.restart(100);
  t.ok(following.attend(mill, 2, camera, 100));
  following.setBack(90);
  t.ok((following.cameraAt(10.8)?.x ?? 0) > 0 && (following.cameraAt(10.8)?.x ?? 0) < 100);
});

t.test('day and night by the tick: dark at midnight, long shadows in the morning', async (t) => {
  const at = (hour: number) => daylightAt((hour + 24 - 8) % 24);
  t.equal(at(12).night, 0);
  t.equal(at(0).night, 1);
  t.ok(at(19).night > 0 && at(19).night < 1, 'dusk');
  const aside = (hour: number) => at(hour).shadow[0];
  t.ok(aside(8) < 0 && Math.abs(aside(12)) < 1e-9 && aside(16) > 0, 'the shadow goes round');
  t.ok(Math.abs(aside(8)) > Math.abs(aside(11)));
  for (let tick = 0; tick < 48; tick++) t.same(daylightAt(tick), daylightAt(tick + 24), 'each day anew');
});
