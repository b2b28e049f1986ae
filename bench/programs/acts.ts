/**
 * How many acts a second residents do: by `submit` of a city in memory, as a simulation does them, or as bare turns, run and sealed and no
 * more. CPU, since a city's journal works beside it.
 */
import { performance } from 'node:perf_hooks';
import { command } from '../../actors/registry.ts';
import { commons, locationActor } from '../../actors/rules/place/names.ts';
import { must } from '../../engine/assert.ts';
import type { ActorId } from '../../engine/ids.ts';
import { MemoryStore } from '../../persistence/memory/persistence.ts';
import { keptForPolicies } from '../../research/simulation/opened-city.ts';
import { openVirtualCity } from '../../research/simulation/virtual-city.ts';
import { act, config, emptyCity, found, foundingOf } from '../harness/crowd.ts';
import { answer, options } from '../harness/program-io.ts';

export interface ActsOptions {
  readonly side: 'submitted' | 'bare turns';
  readonly residents: number;
  /** Acts before those that are measured, and those. */
  readonly warmActs: number;
  readonly acts: number;
}

export interface ActsReport {
  /** Acts in a second, and in a second of the processor. */
  readonly perSecond: number;
  readonly perCpuSecond: number;
}

/** Acts that are under way at once, as many as a simulation lets be ahead of its journal. */
const aheadMax = 256;
const event = { type: 'broadcast', text: 'good morning, all of you' } as const;

const { side, residents, warmActs, acts } = options<ActsOptions>();

/** Does the n-th act; what it returns is waited for once in a while. */
type Do = (n: number) => Promise<unknown> | undefined;

async function submitted(): Promise<Do> {
  const store = new MemoryStore(keptForPolicies);
  const { city } = await openVirtualCity({ config, performers: {}, secret: 'acts', store });
  for (let n = 1; n <= residents; n++)
    await city.submit({ to: locationActor(commons), event: foundingOf(n), caller: 'operator' });
  const actors = [...city.state.images.keys()].filter(isResident);
  return (n) => {
    const self = must(actors[n % actors.length], 'a resident');
    return city.submit(command(self, event, { caller: self }));
  };
}

const isResident = (id: ActorId): id is ActorId<'resident'> => id.startsWith('resident:');

function bare(): Do {
  const state = emptyCity();
  const actors = Array.from({ length: residents }, (_, n) => found(state, n + 1));
  return (n) => {
    act(state, must(actors[n % actors.length], 'a resident'), event);
    return undefined;
  };
}

async function run(once: Do, count: number): Promise<ActsReport> {
  const [startedAt, usage] = [performance.now(), process.cpuUsage()];
  let open: (Promise<unknown> | undefined)[] = [];
  for (let n = 0; n < count; n++) {
    open.push(once(n));
    if (open.length < aheadMax) continue;
    await Promise.all(open);
    open = [];
  }
  await Promise.all(open);
  const { user, system } = process.cpuUsage(usage);
  return {
    perSecond: (count * 1000) / (performance.now() - startedAt),
    perCpuSecond: (count * 1_000_000) / (user + system),
  };
}

const once = side === 'submitted' ? await submitted() : bare();
await run(once, warmActs);
answer(await run(once, acts));
