/** What the city and the thread that draws pictures say to each other. */
import type { FontFiles } from '../../drawing/lettering.ts';
import type { Drawable } from '../../drawing/scene.ts';

export interface ThreadData {
  readonly fonts: FontFiles;
}

export interface Order {
  readonly number: number;
  readonly shown: Drawable;
}

export type Delivery =
  | { readonly type: 'drawn'; readonly number: number; readonly bytes: Uint8Array }
  | { readonly type: 'failed'; readonly number: number; readonly why: string };
