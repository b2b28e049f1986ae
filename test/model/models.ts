/** Every kind that is walked: a line each. */

import { callModel } from './call.ts';
import { connectionModel } from './connection-request.ts';
import { containerModel } from './container.ts';
import type { KindModel } from './kind-model.ts';
import { locationModel } from './location.ts';
import { podModel } from './pod.ts';
import { residentModel } from './resident.ts';
import { roomModel } from './room.ts';
import { serviceCallModel } from './service-call.ts';

export const models: readonly KindModel[] = [
  residentModel,
  locationModel,
  roomModel,
  containerModel,
  callModel,
  serviceCallModel,
  podModel,
  connectionModel,
];
