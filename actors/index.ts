/** The kinds of actor that live in this city, and every view of them: a line for each. */
import type { ActorKind } from '../engine/kind.ts';
import type { View } from '../engine/views.ts';
import { genesis, location } from './location/index.ts';
import { locationViews } from './location/view.ts';
import { resident } from './resident/index.ts';
import { residentViews } from './resident/view.ts';

export const kinds: readonly ActorKind[] = [resident, location];
export const views: Readonly<Record<string, View>> = { ...residentViews, ...locationViews };
export { genesis };
