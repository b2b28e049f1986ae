/** The city of a simulation, opened by its course: on a clock of its own, with an outside world and with whoever hears it. */
import { must } from '../../engine/assert.ts';
import type { CityEngine } from '../../engine/city.ts';
import { Later } from '../../engine/later.ts';
import { type MemoryOptions, storeOf } from '../../persistence/memory/memory-database.ts';
import { MemoryStore, memoryPersistence } from '../../persistence/memory/persistence.ts';
import type { FetchTexts } from '../../sandbox/contents.ts';
import { CodeRuns } from './code-runs.ts';
import type { Course, Lived } from './course.ts';
import { EngineClient } from './engine-client.ts';
import { HeardEvents } from './heard-events.ts';
import { Hearing } from './hearing.ts';
import { Outside } from './outside.ts';
import { openVirtualCity, VirtualClock } from './virtual-city.ts';

/** What is kept in memory of what was, where minds live: they look no further back, and checkpoints need no more. */
const keptForMinds: MemoryOptions = { eventsMax: 20_000, batchesMax: 5_000 };
/** Policies hear each event when it comes, and each tick ends with a checkpoint: nobody looks back. */
export const keptForPolicies: MemoryOptions = { keepsHistory: false };

export interface OpenedCity {
  readonly client: EngineClient;
  readonly code: CodeRuns | undefined;
  readonly clock: VirtualClock;
  readonly store: MemoryStore;
  readonly hearing: Hearing;
}

interface GoesOn {
  readonly ms?: number;
  readonly lived?: Lived;
}

/** `ms`: the time at which it goes on; `lived`: what a city of the same course had come to, which goes on. */
export async function openCity(course: Course, { ms, lived }: GoesOn = {}): Promise<OpenedCity> {
  const { seed, config, journalOf, onEvent, onSealed, persistence } = course;
  const { onFatal, settings, runsCode = false, outage = null } = course;
  const kept = course.minds === undefined ? keptForPolicies : keptForMinds;
  const store = lived === undefined ? new MemoryStore(kept) : storeOf(lived.store ?? {}, kept);
  const clock = new VirtualClock();
  clock.ms = lived?.ms ?? ms ?? clock.ms;
  const opened = new Later<CityEngine>('the city');
  const heard = new HeardEvents(lived?.hearing.events);
  const { events } = persistence ?? memoryPersistence(store);
  const contents: FetchTexts = (hashes) => events.contents(hashes);
  const code = runsCode
    ? await CodeRuns.open({ seed, clock, contents, city: () => must(opened.ifThere, 'the city') })
    : undefined;
  const tick = () => opened.ifThere?.state.counters.tick ?? 0;
  const outside = new Outside({ code, isOut: () => outage !== null && tick() >= outage.from && tick() <= outage.to });
  const { city } = await openVirtualCity({
    config,
    secret: course.secret ?? `simulation ${seed}`,
    performers: outside.performers(),
    store,
    persistence,
    clock,
    // Time moves by whole ticks: nothing is late.
    commitDeadlineMs: Number.POSITIVE_INFINITY,
    journalOf,
    onSealed: (sealed, state) => {
      outside.expect(sealed.asked.length);
      heard.hear(sealed);
      onSealed?.(sealed, state);
    },
    ...(course.kinds && { kinds: course.kinds }),
    ...(settings && { settings }),
    ...(onFatal && { onFatal: (reason, _, cause) => onFatal(cause ?? new Error(reason)) }),
  });
  opened.set(city);
  outside.expectBegun();
  const client = new EngineClient(city, outside, lived?.counted);
  return { client, code, clock, store, hearing: new Hearing(client, heard, onEvent, lived?.hearing.memories) };
}
