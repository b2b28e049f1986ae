/** The kinds of actor that live in this city, and every view of them: a line for each. */
import type { ActorKind } from '../engine/actor-kind.ts';
import { type ActorId, kindOf, parseActorId } from '../engine/ids.ts';
import type { Reader, ViewTable } from '../engine/views/views.ts';
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
import { pod } from './kinds/pod/index.ts';
import { podViews } from './kinds/pod/view.ts';
import { portalStation } from './kinds/portal-station/index.ts';
import { stationViews } from './kinds/portal-station/view.ts';
import { print } from './kinds/print/index.ts';
import { printViews } from './kinds/print/view.ts';
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
import { refuseView } from './refusals.ts';
import { codeViews } from './rules/code/view.ts';
import { mapViews } from './rules/place/map-view.ts';
import { publicViews } from './rules/place/public-view.ts';
import { placeViews } from './rules/place/view.ts';
import { withoutSecrets } from './secrets.ts';

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
const machines = (reader: Reader) => ({
  items: kinds.map(({ name }) => {
    const states = reader.states(name);
    const actors = [...states.values()].reduce((sum, count) => sum + count, 0);
    return { kind: name, actors, states: Object.fromEntries(states) };
  }),
});

/** The same of one kind by its charts: an actor with a chart of its own counts there alone. */
const machine = (reader: Reader, { kind }: { readonly kind: string }) => {
  const known = kinds.find(({ name }) => name === kind);
  if (known === undefined) return refuseView('not_found', { kind: 'machine', id: kind });
  const others = new Map(reader.states(kind));
  const own = Object.entries(known.machinesOf ?? {}).flatMap(([id, { id: chart }]) => {
    const actor = parseActorId(id);
    const state = actor && reader.image(actor)?.state;
    if (state === undefined) return [];
    others.set(state, (others.get(state) ?? 0) - 1);
    return [counted(chart, new Map([[state, 1]]))];
  });
  return { kind, charts: [counted(known.machine.id, others), ...own] };
};

function counted(chart: string, states: ReadonlyMap<string, number>) {
  const some = [...states].filter(([, count]) => count > 0);
  return { chart, actors: some.reduce((sum, [, count]) => sum + count, 0), states: Object.fromEntries(some) };
}

/** One actor as its operator sees it, `at` milliseconds since 1970. Of an actor that has left the city its last image. */
const actor = (reader: Reader, { id, at }: { readonly id: ActorId; readonly at: number }) => {
  const known = kinds.find(({ name }) => name === kindOf(id));
  const image = known && reader.record(id)?.image;
  if (known === undefined || image === undefined) return refuseView('not_found', { kind: 'actor', id });
  const { state, context, quarantined, turn, wakes, calls } = image;
  const isThere = reader.image(id) === image;
  return {
    ...{ id, kind: known.name, chart: (known.machinesOf?.[id] ?? known.machine).id, isThere },
    ...{ state, context: withoutSecrets(context), quarantined, turn },
    wakes: wakes.map(({ tick, event }) => ({ event: event.type, tick })),
    effects: calls.map(({ id: call, effect }) => ({ id: call, effect })),
    events: isThere ? reader.possibleEvents(image, at) : [],
  };
};

export const views = {
  machines,
  machine,
  actor,
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
} satisfies ViewTable;

/** What every city starts with. */
export const genesis = [commonsAtFirst, defaultFramework] as const;
