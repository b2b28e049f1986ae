/** The kinds of actor that live in this city, and every view of them: a line for each. */
import type { ActorKind } from '../engine/actor-kind.ts';
import type { ViewTable } from '../engine/views/views.ts';
import { chartViews } from './chart-views.ts';
import { call } from './kinds/call/index.ts';
import { connection } from './kinds/connection/index.ts';
import { connectionViews } from './kinds/connection/view.ts';
import { container } from './kinds/container/index.ts';
import { containerViews } from './kinds/container/view.ts';
import { defaultFramework } from './kinds/framework/built-in.ts';
import { framework } from './kinds/framework/index.ts';
import { frameworkViews } from './kinds/framework/view.ts';
import { job } from './kinds/job/index.ts';
import { jobViews } from './kinds/job/view.ts';
import { locationViews } from './kinds/location/house/view.ts';
import { commonsAtFirst, location } from './kinds/location/index.ts';
import { note } from './kinds/note/index.ts';
import { noteViews } from './kinds/note/view.ts';
import { pod } from './kinds/pod/index.ts';
import { podViews } from './kinds/pod/view.ts';
import { portalStation } from './kinds/portal-station/index.ts';
import { stationViews } from './kinds/portal-station/view.ts';
import { print } from './kinds/print/index.ts';
import { printViews } from './kinds/print/view.ts';
import { question } from './kinds/question/index.ts';
import { questionViews } from './kinds/question/view.ts';
import { archivingViews } from './kinds/resident/archiving.ts';
import { resident } from './kinds/resident/index.ts';
import { overviewViews } from './kinds/resident/overview.ts';
import { residentViews } from './kinds/resident/view.ts';
import { room } from './kinds/room/index.ts';
import { roomViews } from './kinds/room/view.ts';
import { serviceCall } from './kinds/service-call/index.ts';
import { coreViews } from './kinds/soul/core-container-view.ts';
import { soul } from './kinds/soul/index.ts';
import { mindViews } from './kinds/soul/minds.ts';
import { soulViews } from './kinds/soul/view.ts';
import { soulLifeViews } from './kinds/soul/visitor-views.ts';
import { visitor } from './kinds/visitor/index.ts';
import { visitorViews } from './kinds/visitor/view.ts';
import { codeViews } from './rules/code/view.ts';
import { bookViews } from './rules/people/account-book.ts';
import { mapViews } from './rules/place/map-view.ts';
import { publicViews } from './rules/place/public-view.ts';
import { placeViews } from './rules/place/view.ts';

export const kinds: readonly ActorKind[] = [
  resident,
  location,
  room,
  pod,
  container,
  connection,
  job,
  call,
  serviceCall,
  portalStation,
  print,
  question,
  note,
  visitor,
  framework,
  soul,
];

export const views = {
  ...chartViews(kinds),
  ...residentViews,
  ...archivingViews,
  ...overviewViews,
  ...placeViews,
  ...publicViews,
  ...mapViews,
  ...locationViews,
  ...frameworkViews,
  ...roomViews,
  ...podViews,
  ...containerViews,
  ...codeViews,
  ...bookViews,
  ...connectionViews,
  ...visitorViews,
  ...jobViews,
  ...soulViews,
  ...soulLifeViews,
  ...coreViews,
  ...mindViews,
  ...stationViews,
  ...printViews,
  ...questionViews,
  ...noteViews,
} satisfies ViewTable;

/** What every city starts with. */
export const genesis = [commonsAtFirst, defaultFramework] as const;
