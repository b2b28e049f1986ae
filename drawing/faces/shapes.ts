/** Shapes of which people are drawn: the data of an SVG path, which a canvas takes too (`Path2D`), its colour and its line. */

export interface Shape {
  readonly d: string;
  /** `none`: only its line is drawn. */
  readonly fill: string;
  /** Unset: no line. */
  readonly stroke?: string;
  readonly width?: number;
}

export const ink = '#1b2338';
const outline = 1.9;

/** Filled, with an outline. */
export const solid = (fill: string, d: string): Shape => ({ d, fill, stroke: ink, width: outline });
/** Filled, with no line around it. */
export const flat = (fill: string, d: string): Shape => ({ d, fill });
/** A line alone. */
export const line = (d: string, width = 1.8, stroke: string = ink): Shape => ({ d, fill: 'none', stroke, width });

export const ellipse = (x: number, y: number, wide: number, high: number = wide): string =>
  `M${x - wide} ${y}a${wide} ${high} 0 1 0 ${2 * wide} 0a${wide} ${high} 0 1 0 ${-2 * wide} 0Z`;

/** `round`: the radius of its corners. */
export const box = (x: number, y: number, wide: number, high: number, round = 0): string => {
  const corner = (dx: number, dy: number) => `a${round} ${round} 0 0 1 ${dx} ${dy}`;
  const [across, down] = [wide - 2 * round, high - 2 * round];
  return (
    `M${x + round} ${y}h${across}${corner(round, round)}v${down}${corner(-round, round)}` +
    `h${-across}${corner(-round, -round)}v${-down}${corner(round, -round)}Z`
  );
};
