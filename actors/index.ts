/** The kinds of actor that live in this city, and every view of them: a line for each. */
import type { ActorKind } from '../engine/actor-kind.ts';
import type { View } from '../engine/views/views.ts';
import { call } from './call/index.ts';
import { codeViews } from './code/view.ts';
import { connection } from './connection/index.ts';
import { connectionViews } from './connection/view.ts';
import { container } from './container/index.ts';
import { containerViews } from './container/view.ts';
import { defaultFramework } from './framework/built-in.ts';
import { framework } from './framework/index.ts';
import { frameworkViews } from './framework/view.ts';
import { job } from './job/index.ts';
import { jobViews } from './job/view.ts';
import { commonsAtFirst, location } from './location/index.ts';
import { locationViews } from './location/view.ts';
import { mapViews } from './place/map-view.ts';
import { publicViews } from './place/public-view.ts';
import { placeViews } from './place/view.ts';
import { pod } from './pod/index.ts';
import { podViews } from './pod/view.ts';
import { portalStation } from './portal-station/index.ts';
import { stationViews } from './portal-station/view.ts';
import { print } from './print/index.ts';
import { printViews } from './print/view.ts';
import { archivingViews } from './resident/archiving.ts';
import { resident } from './resident/index.ts';
import { overviewViews } from './resident/overview.ts';
import { residentViews } from './resident/view.ts';
import { room } from './room/index.ts';
import { roomViews } from './room/view.ts';
import { serviceCall } from './service-call/index.ts';
import { coreViews } from './soul/cores.ts';
import { soul } from './soul/index.ts';
import { soulLifeViews } from './soul/life.ts';
import { mindViews } from './soul/minds.ts';
import { soulViews } from './soul/view.ts';
import { visitor } from './visitor/index.ts';
import { visitorViews } from './visitor/view.ts';

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
  visitor,
  framework,
  soul,
];

/** How many actors of each kind are in which state. */
const machines: View = (reader) => ({
  items: kinds.map(({ name }) => {
    const states = reader.states(name);
    const actors = [...states.values()].reduce((sum, count) => sum + count, 0);
    return { kind: name, actors, states: Object.fromEntries(states) };
  }),
});

export const views: Readonly<Record<string, View>> = {
  machines,
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
  ...connectionViews,
  ...visitorViews,
  ...jobViews,
  ...soulViews,
  ...soulLifeViews,
  ...coreViews,
  ...mindViews,
  ...stationViews,
  ...printViews,
};

/** What every city starts with. */
export const genesis = [commonsAtFirst, defaultFramework] as const;
