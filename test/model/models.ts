/** Every kind that is walked: a line each. */

import { callModel } from './call.ts';
import { connectionModel } from './connection-request.ts';
import { containerModel } from './container.ts';
import { frameworkModel } from './framework.ts';
import { jobModel } from './job.ts';
import type { KindModel } from './kind-model.ts';
import { commonsModel, houseModel } from './location.ts';
import { noteModel } from './note.ts';
import { podModel } from './pod.ts';
import { stationModel } from './portal-station.ts';
import { printModel } from './print.ts';
import { questionModel } from './question.ts';
import { residentModel } from './resident.ts';
import { roomModel } from './room.ts';
import { serviceCallModel } from './service-call.ts';
import { soulModel } from './soul.ts';
import { visitorModel } from './visitor.ts';

export const models: readonly KindModel[] = [
  residentModel,
  commonsModel,
  houseModel,
  roomModel,
  containerModel,
  jobModel,
  callModel,
  serviceCallModel,
  frameworkModel,
  soulModel,
  podModel,
  stationModel,
  printModel,
  questionModel,
  noteModel,
  connectionModel,
  visitorModel,
];
