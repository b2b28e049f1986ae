/** The kinds of actor that live in this city, and every view of them: a line for each. */
import type { ActorKind } from '../engine/actor-kind.ts';
import type { View } from '../engine/views.ts';
import { call } from './call/index.ts';
import { codeViews } from './code/view.ts';
import { connection } from './connection/index.ts';
import { connectionViews } from './connection/view.ts';
import { container } from './container/index.ts';
import { containerViews } from './container/view.ts';
import { frameworkViews } from './framework/view.ts';
import { genesis, location } from './location/index.ts';
import { locationViews } from './location/view.ts';
import { placeViews } from './place/view.ts';
import { pod } from './pod/index.ts';
import { podViews } from './pod/view.ts';
import { resident } from './resident/index.ts';
import { residentViews } from './resident/view.ts';
import { room } from './room/index.ts';
import { roomViews } from './room/view.ts';
import { serviceCall } from './service-call/index.ts';

export const kinds: readonly ActorKind[] = [resident, location, room, pod, container, connection, call, serviceCall];
export const views: Readonly<Record<string, View>> = {
  ...residentViews,
  ...placeViews,
  ...locationViews,
  ...frameworkViews,
  ...roomViews,
  ...podViews,
  ...containerViews,
  ...codeViews,
  ...connectionViews,
};
export { genesis };
