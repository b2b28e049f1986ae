/** How charts are shown by which actors live: how many are in which state, who they are, and one of them. */
import type { ActorKind, Image } from '../engine/actor-kind.ts';
import { type ActorId, kindOf, parseActorId } from '../engine/ids.ts';
import type { Reader } from '../engine/views/views.ts';
import { refuseView } from './refusals.ts';
import { withoutSecrets } from './secrets.ts';
import { contextForStrangers, isSeenByStrangers, stateForStrangers } from './shown-to-strangers.ts';
import type { PageAsked } from './view-args.ts';

type Kinds = readonly ActorKind[];
type Named = { readonly kind: string };
type Looking = { readonly looker: 'operator' | 'stranger' };
/** `state`: a path in the chart; the empty path is that of its root. `chart`: of those of the kind; null: that of most of its actors. */
type OfState = Named & PageAsked & Looking & { readonly chart: string | null; readonly state: string };
/** `at`: milliseconds since 1970. */
type OfActor = Looking & { readonly id: ActorId; readonly at: number };

export const chartViews = (kinds: Kinds) => ({
  machines: machines(kinds),
  machine: machine(kinds),
  actors_in_state: actorsInState(kinds),
  actor: actor(kinds),
});

function kindNamed(kinds: Kinds, name: string): ActorKind {
  return kinds.find((kind) => kind.name === name) ?? refuseView('not_found', { kind: 'machine', id: name });
}

/** How many actors of each kind are in which state. */
const machines = (kinds: Kinds) => (reader: Reader) => ({
  items: kinds.map(({ name }) => {
    const states = reader.countsByState(name);
    const actors = [...states.values()].reduce((sum, count) => sum + count, 0);
    return { kind: name, actors, states: Object.fromEntries(states) };
  }),
});

/** The name of the chart by which an actor of the kind lives. */
const chartOf = ({ machine, machinesOf = {} }: ActorKind, id: ActorId): string => (machinesOf[id] ?? machine).id;

/** Those that have a chart of their own. */
const withOwnChart = ({ machinesOf = {} }: ActorKind): readonly ActorId[] =>
  Object.keys(machinesOf).flatMap((id) => parseActorId(id) ?? []);

/** The same of one kind by its charts: an actor with a chart of its own counts there alone. */
const machine =
  (kinds: Kinds) =>
  (reader: Reader, { kind }: Named) => {
    const known = kindNamed(kinds, kind);
    const others = new Map(reader.countsByState(kind));
    const own = withOwnChart(known).flatMap((id) => {
      const state = reader.image(id)?.state;
      if (state === undefined) return [];
      others.set(state, (others.get(state) ?? 0) - 1);
      return [counted(chartOf(known, id), new Map([[state, 1]]))];
    });
    return { kind, charts: [counted(known.machine.id, others), ...own] };
  };

function counted(chart: string, states: ReadonlyMap<string, number>) {
  const some = [...states].filter(([, count]) => count > 0);
  return { chart, actors: some.reduce((sum, [, count]) => sum + count, 0), states: Object.fromEntries(some) };
}

const isWithin = (leaf: string, path: string): boolean => path === '' || leaf === path || leaf.startsWith(`${path}.`);

/**
 * Those who live by a chart and are in a state of it, or in one within that, in the order of their ids. Strangers are not shown everybody
 * (CH5), so that a page of theirs may have fewer than its limit.
 */
const actorsInState =
  (kinds: Kinds) =>
  (reader: Reader, { kind, chart, state, limit, cursor, looker }: OfState) => {
    const known = kindNamed(kinds, kind);
    const name = chart ?? known.machine.id;
    const isStranger = looker === 'stranger';
    // Their cursors would tell who is in it.
    if (isStranger && stateForStrangers(known, { state }) !== state) return { items: [], next_cursor: null };
    const own = withOwnChart(known).filter((id) => chartOf(known, id) === name);
    if (name !== known.machine.id && own.length === 0) return refuseView('not_found', { kind: 'chart', id: name });
    const after = cursor ?? '';
    const found = name === known.machine.id ? mostIn(reader, known, state, after, limit + 1) : own;
    const shown = found.flatMap((id) => {
      const image = id > after ? reader.image(id) : undefined;
      return image !== undefined && isWithin(image.state, state) ? [image] : [];
    });
    const page = shown.slice(0, limit);
    const seen = isStranger ? page.filter((image) => isSeenByStrangers(reader, known, image)) : page;
    const last = shown.length > limit ? page.at(-1) : undefined;
    return { items: seen.map((image) => inList(known, image, looker)), next_cursor: last?.id ?? null };
  };

/** Without its context. */
const inList = (kind: ActorKind, image: Image, looker: Looking['looker']) => {
  const { id, state, turn, quarantined } = image;
  if (looker === 'operator') return { id, state, turn, quarantined };
  return { id, state: stateForStrangers(kind, image), turn: null, quarantined };
};

/** The first of those who live by the chart of most. Of each state as many are looked at as could be shown. */
function mostIn(reader: Reader, known: ActorKind, path: string, after: string, limit: number): readonly ActorId[] {
  const own = new Set(withOwnChart(known));
  return [...reader.countsByState(known.name).keys()]
    .filter((leaf) => isWithin(leaf, path))
    .flatMap((leaf) => reader.inState(known.name, leaf, after, limit + own.size))
    .filter((id) => !own.has(id))
    .sort((one, other) => (one < other ? -1 : 1))
    .slice(0, limit);
}

/** One actor, as its operator or a stranger sees it. Of an actor that has left the city its last image. */
const actor =
  (kinds: Kinds) =>
  (reader: Reader, { id, at, looker }: OfActor) => {
    const known = kinds.find(({ name }) => name === kindOf(id));
    const image = known && reader.record(id)?.image;
    if (known === undefined || image === undefined) return refuseView('not_found', { kind: 'actor', id });
    const { context, wakes, calls } = image;
    const isThere = reader.image(id) === image;
    const standing = { ...inList(known, image, looker), kind: known.name, chart: chartOf(known, id), isThere };
    if (looker === 'stranger') {
      if (!isSeenByStrangers(reader, known, image)) return refuseView('not_found', { kind: 'actor', id });
      // What it would take, its guards say, and these know what strangers do not (CH5).
      return { ...standing, context: contextForStrangers(reader, known, image), wakes: [], effects: [], events: [] };
    }
    return {
      ...standing,
      context: withoutSecrets(context),
      wakes: wakes.map(({ tick, event }) => ({ event: event.type, tick })),
      effects: calls.map(({ id: call, effect }) => ({ id: call, effect })),
      events: isThere ? reader.possibleEvents(image, at) : [],
    };
  };
