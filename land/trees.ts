/** Trees: where nobody can build, and along the river, none too near to another. */
import PoissonDiskSampling from 'poisson-disk-sampling';
import type { Land } from './land.ts';
import { chanceOf } from './random.ts';
import { isInside, type Point, type Shape, spanOf } from './shapes.ts';

/** Units between two trees, at least and on the whole. */
const apart = 7;
const apartMore = 16;
const right = { x: 1, y: 0 };
const down = { x: 0, y: 1 };

/** Trees within a shape. `name`: of the shape, for the same trees each time. */
export function treesIn(shape: Shape, name: string, isFree: (at: Point) => boolean = () => true): readonly Point[] {
  const [left, until] = spanOf(shape, right);
  const [top, bottom] = spanOf(shape, down);
  const sampling = new PoissonDiskSampling(
    { shape: [until - left, bottom - top], minDistance: apart, maxDistance: apartMore, tries: 8 },
    chanceOf(name),
  );
  return sampling
    .fill()
    .map(([x = 0, y = 0]) => ({ x: x + left, y: y + top }))
    .filter((at) => isInside(shape, at) && isFree(at));
}

/** The trees of a ward, on what nobody can build on. */
export const treesOf = (land: Land, ward: number): readonly Point[] =>
  land
    .ward(ward)
    .left.flatMap(({ shape }, at) =>
      treesIn(shape, `${land.seed} trees ${ward} ${at}`, (tree) => !land.river.isNear(tree, 3)),
    );
