/** A city in this process, in memory, on a clock that the test drives: the same engine, charts and views as the real one. */
import type {
  CoreNamed,
  CoreRequest,
  EffectPerformers,
  SandboxRequest,
  SandboxResult,
  ServiceRequest,
  ServiceResult,
} from '../actors/effects.ts';
import { defaultFramework } from '../actors/kinds/framework/built-in.ts';
import { commons, locationActor, residentActor } from '../actors/rules/place/names.ts';
import { view } from '../actors/views.ts';
import { readConfig } from '../config/settings.ts';
import type { CityEngine } from '../engine/city.ts';
import type { CityOptions } from '../engine/city-options.ts';
import type { Command, Outcome } from '../engine/command.ts';
import type { Message } from '../engine/effect.ts';
import { type ContentHash, contentHash } from '../engine/ids.ts';
import type { Checkpoints, Journal } from '../engine/ports.ts';
import { MemoryStore } from '../persistence/memory/persistence.ts';
import { finished } from '../research/simulation/outside.ts';
import { openVirtualCity, silentLog, VirtualClock } from '../research/simulation/virtual-city.ts';
import { wholeUpkeeps } from './whole-upkeeps.ts';

export { finished, silentLog, VirtualClock };

type Asked = Readonly<Record<string, unknown>>;

/** A sandbox that runs nothing: a test says what comes of each run, and sees what was asked of it. */
export class FakeSandbox {
  /** What comes of the next run or call; a rejection is the effect failing, an open promise one that takes its time. */
  comes: (input: SandboxRequest) => SandboxResult | Promise<SandboxResult> = () => finished;
  /** The same of the calls of global services. */
  serves: (input: ServiceRequest) => ServiceResult | Promise<ServiceResult> = () => ({ type: 'served', cost: 0 });
  /** The same of containers that are made ready for who is to be born. */
  readies: (input: CoreRequest) => Promise<{ readonly token: ContentHash | null }> = async ({ soul }) => ({
    token: contentHash(`token of ${soul}`),
  });
  /** The same of containers that are started, and removed. */
  starts: (input: CoreNamed) => Promise<void> = async () => {};
  removes: (input: CoreNamed) => Promise<void> = async () => {};
  /** The same of the archiving of the dead. */
  archives: () => Promise<void> = async () => {};
  /** Texts that a result names by hash. */
  contents: readonly string[] = [];
  readonly asked: { readonly effect: string; readonly id: string; readonly input: Asked }[] = [];

  performers(): EffectPerformers {
    const run = async (input: SandboxRequest) => ({ result: await this.comes(input), contents: this.contents });
    const keep = async () => ({ result: {} });
    const ready = async (input: CoreRequest) => ({ result: await this.readies(input) });
    const start = (input: CoreNamed) => this.starts(input).then(keep);
    const remove = (input: CoreNamed) => this.removes(input).then(keep);
    const archive = () => this.archives().then(keep);
    const serve = async (input: ServiceRequest) => ({ result: await this.serves(input) });
    return {
      'core.prepare': { after: 'repeat', failsAfterMs: 300_000, perform: this.#noting('core.prepare', ready) },
      'core.start': { after: 'repeat', failsAfterMs: 300_000, perform: this.#noting('core.start', start) },
      'core.remove': { after: 'repeat', failsAfterMs: 300_000, perform: this.#noting('core.remove', remove) },
      archive: { after: 'repeat', failsAfterMs: 300_000, perform: this.#noting('archive', archive) },
      service: { after: 'lost', failsAfterMs: 330_000, perform: this.#noting('service', serve) },
      sandbox: { after: 'lost', failsAfterMs: 60_000, perform: this.#noting('sandbox', run) },
      'sandbox.prepare': { after: 'repeat', failsAfterMs: 300_000, perform: this.#noting('sandbox.prepare', keep) },
      'sandbox.remove': { after: 'repeat', failsAfterMs: 300_000, perform: this.#noting('sandbox.remove', keep) },
    };
  }

  #noting<Input extends Asked, Result>(effect: string, perform: (input: Input) => Result) {
    return (id: string, input: Input): Result => {
      this.asked.push({ effect, id, input });
      return perform(input);
    };
  }
}

/** A city that posts no work of its own, for tests that follow all payments and events. */
export const withoutPublicWorks = { env: { PUBLIC_WORKS_OPEN_MAX: '0' } } as const;

export interface World {
  readonly city: CityEngine;
  readonly clock: VirtualClock;
  readonly store: MemoryStore;
  readonly sandbox: FakeSandbox;
  /** The city stops writing at once, as a process that is killed; its store may be opened again. */
  crash(): Promise<void>;
}

export interface WorldOptions extends Partial<Omit<CityOptions, 'clock' | 'journal' | 'checkpoints'>> {
  /** Performs calls of global services; unset, they cost nothing. */
  readonly services?: EffectPerformers['service'];
  /** Archives the dead; unset, that is done at once. */
  readonly archive?: EffectPerformers['archive'];
  readonly store?: MemoryStore;
  readonly env?: Record<string, string>;
  readonly clock?: VirtualClock;
  readonly sandbox?: FakeSandbox;
  /** Stands between the city and its journal. */
  readonly journalOf?: (journal: Journal) => Journal;
  readonly checkpointsOf?: (checkpoints: Checkpoints) => Checkpoints;
}

/** Opens a city on `store`; the same store opened again is the city restarted. */
export async function openWorld(options: WorldOptions = {}): Promise<World> {
  const {
    store = new MemoryStore(),
    env = {},
    clock = new VirtualClock(),
    sandbox = new FakeSandbox(),
    ...ports
  } = options;
  const { city, crash } = await openVirtualCity({
    // Visitors leave nobody to minds, unless a test says so.
    config: readConfig({ MINDS: '0', ...wholeUpkeeps, ...env }),
    performers: {
      ...sandbox.performers(),
      ...(options.services && { service: options.services }),
      ...(options.archive && { archive: options.archive }),
    },
    secret: 'a secret of the tests',
    store,
    clock,
    ...ports,
  });
  return { city, clock, store, sandbox, crash };
}

const soul = JSON.stringify({
  first_memory: 'Rain on a tin roof.',
  aesthetic: 'Grey wool and brass.',
  personality: 'Curious, slow to anger.',
  goals: 'To build a lighthouse.',
  alignment: 'Kind.',
  quirks: 'Counts stairs.',
});

/** The operator founds a resident; credits in millicredits. Its name is `<name>-<n>`. */
export const foundingOf = (name: string, credits: number | null = null, lifespan: number | null = null): Command => ({
  to: locationActor(commons),
  caller: 'operator',
  event: {
    type: 'found',
    name,
    framework: 'default',
    soul: contentHash(soul),
    schema: defaultFramework.input.schema,
    credits,
    lifespan,
    token: contentHash(`token of ${name}`),
  },
  contents: [soul],
  reply: view('founded', {}),
});

/** Founds a resident and returns its id. Throws when it was refused. */
export async function found(city: CityEngine, name: string, credits?: number, lifespan?: number): Promise<string> {
  const outcome = await city.submit(foundingOf(name, credits ?? null, lifespan ?? null));
  if (outcome.type !== 'applied') throw new Error(`not founded: ${outcome.code}`);
  return (JSON.parse(outcome.json) as { id: string }).id;
}

/** The resident does something. */
export function act(city: CityEngine, resident: string, event: Message, reply?: Command['reply']): Promise<Outcome> {
  const id = residentActor(resident);
  return city.submit({ to: id, caller: id, event, ...(reply === undefined ? {} : { reply }) });
}
