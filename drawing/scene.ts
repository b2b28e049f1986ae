/**
 * What a picture shows. Of a page, as it stands beside a shared link: a part of the map, perhaps a portrait, and a card with words. Of the
 * map, as a page shows it at first: the middle of the town. It is all that the picture depends on: another picture shows something else,
 * and what shows the same is the same picture.
 */
import type { Point } from '../land/shapes.ts';
import type { TownOfMap } from './drawn-town.ts';

/** Pixels: the size that previews of links ask for. */
export const pictureSize = { width: 1200, height: 630 } as const;

/** Somebody in the town: its feet are here. */
export interface Standing extends Point {
  /** What its look follows from; null: not known. */
  readonly face: string | null;
}

export interface Words {
  /** What kind of page it is, above the title. */
  readonly kind: string;
  readonly title: string;
  /** In place of a title whose letters the typeface does not have. */
  readonly otherwise: string;
  /** One line below the title; empty: none. */
  readonly state: string;
  /** A few lines; empty: none. */
  readonly text: string;
  /** Each a line or two, in place of the text. */
  readonly items: readonly string[];
}

export interface Scene {
  readonly type: 'scene';
  /** The part of the town around the middle of the view. */
  readonly town: TownOfMap;
  /** The point of the map beside the card, and pixels for each unit. */
  readonly view: Point & { readonly scale: number };
  /** The lot of whom the page is about: it is marked, and in the middle. */
  readonly lot: number | null;
  readonly people: readonly Standing[];
  /** Whom the page is about. */
  readonly portrait: { readonly face: string | null; readonly isDead: boolean } | null;
  readonly words: Words;
}

export interface FirstMap {
  readonly type: 'first map';
  /** What stands in the wards that are laid out from the beginning. */
  readonly town: TownOfMap;
  /** Units from the square to the farthest that is built, there or beyond. */
  readonly radius: number;
  /** In the colours of the dark scheme. */
  readonly isDark: boolean;
}

/** What is drawn as a picture. */
export type Drawable = Scene | FirstMap;

/** Pixels: where the middle of the view is, beside the card. */
export const viewMiddle = { x: 922, y: 330 } as const;

/** Units from the middle of a view to the farthest corner of the picture, and to what stands beyond it and is seen. */
export const reachOf = (scale: number): number =>
  Math.hypot(Math.max(viewMiddle.x, pictureSize.width - viewMiddle.x), pictureSize.height) / scale + 40;
