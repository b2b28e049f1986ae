/** Faces: the same soul has the same, and people can be told apart by what is seen of them from afar. */
import fc from 'fast-check';
import t from 'tap';
import { type Look, lookOf } from '../../drawing/faces/look.ts';
import { figureOf, portraitOf } from '../../drawing/faces/people.ts';
import { faceOf, rememberFace, rememberFaced } from '../../web/faces/known-faces.ts';

const souls = Array.from({ length: 60 }, (_, n) => `soul ${n}`);
const distinct = (all: readonly unknown[]): number => new Set(all.map((one) => JSON.stringify(one))).size;

t.test('of 60 souls, 55 have a face of their own, and the same soul has the same face', async (t) => {
  for (const drawn of [portraitOf, figureOf]) {
    t.ok(distinct(souls.map(drawn)) >= 55);
    for (const soul of souls) t.same(drawn(soul), drawn(soul));
  }
});

t.test('55 of 60 are told apart by what is seen from afar: skin, hair, hat, beard and coat', async (t) => {
  const far = ({ skin, hair, cut, hat, hatColour, beard, coat }: Look) => [
    ...[skin, hair, cut, beard, coat],
    hat === 'none' ? '' : `${hat} ${hatColour}`,
  ];
  t.ok(distinct(souls.map((soul) => far(lookOf(soul)))) >= 55);
});

t.test('two faces differ in several features: no two of 60 share more than five of eight', async (t) => {
  const features = ({ skin, hair, cut, eyes, hat, beard, coat, clothes }: Look) => [
    ...[skin, hair, cut, eyes, hat, beard, coat, clothes],
  ];
  const looks = souls.map((soul) => features(lookOf(soul)));
  const alike = looks.flatMap((one, at) =>
    looks.slice(at + 1).filter((other) => one.filter((part, index) => part === other[index]).length > 5),
  );
  t.same(alike, []);
});

t.test('every face is drawn in full: of paths with numbers, in colours', async () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 20 }), (face) => {
      for (const { d, fill } of [...portraitOf(face), ...figureOf(face)])
        if (!/^M/.test(d) || /NaN|undefined/.test(d) || !/^(none|#[0-9a-f]{6}([0-9a-f]{2})?)$/.test(fill))
          throw new Error(`${d} ${fill}`);
    }),
  );
});

t.test('a resident has the face that was told of it; until then none, and it is drawn as a shadow', async (t) => {
  t.equal(faceOf('vera-7'), null);
  t.equal(new Set([...portraitOf(null), ...figureOf(null)].map(({ fill }) => fill)).size, 1, 'of one colour');
  t.strictSame(portraitOf(null), portraitOf(faceOf('bo-8')), 'all the same');
  rememberFace('vera-7', undefined);
  rememberFace('vera-7', null);
  t.equal(faceOf('vera-7'), null, 'of who died before faces were told');
  rememberFace('vera-7', 'abc');
  t.equal(faceOf('vera-7'), 'abc');
  const event = { seq: 1, at: '', tick: 1, location: null, actor: 'bo-8', subject: null };
  rememberFaced({ ...event, type: 'resident.born', data: { name: 'Bo', mentor: null, face: 'xyz' } });
  t.equal(faceOf('bo-8'), 'xyz');
});
