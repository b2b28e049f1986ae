/**
 * Composition: core containers, in which residents of container frameworks live. Opens them, performs the effects that charts ask of
 * them, and notifies the city of them.
 */
import { resolve } from 'node:path';
import type { EffectPerformers } from '../actors/effects.ts';
import { command } from '../actors/registry.ts';
import { commonsOf } from '../actors/rules/place/commons.ts';
import { commons, locationActor, residentActor } from '../actors/rules/place/names.ts';
import { type Shown, view } from '../actors/views.ts';
import type { Config } from '../config/settings.ts';
import type { CityEngine } from '../engine/city.ts';
import { Later } from '../engine/later.ts';
import type { Log } from '../engine/ports.ts';
import { newToken } from '../gateways/souls/new-tokens.ts';
import { insideAddress } from '../gateways/transport/forwarded.ts';
import type { FetchTexts } from '../sandbox/contents.ts';
import type { CoreEnd, CoreListener, Standing } from '../sandbox/core-containers.ts';
import { DockerCores } from '../sandbox/docker/cores/keeper.ts';
import { corePerformers, noCores } from '../sandbox/performers.ts';
import { sweepRegularly } from '../sandbox/sweep.ts';
import type { Lifecycle } from './lifecycle.ts';

const MiB = 1024 * 1024;

/** What they are opened with. */
export interface CoreGround {
  /** Whether code of residents runs on Docker. */
  readonly isDocker: boolean;
  /** Tells this city's containers from another's. */
  readonly city: string;
  /** The data folder. */
  readonly folder: string;
  /** Makes the City API listen for them; resolves to the port. */
  readonly listenInside: () => Promise<number>;
}

/** Core containers of a city that may not be open yet. */
export class CoreContainers {
  readonly #cores: DockerCores | undefined;
  readonly #log: Log;
  readonly #city = new Later<CityEngine>('the city');

  private constructor(log: Log, begin: (listener: CoreListener) => DockerCores | undefined) {
    this.#log = log;
    this.#cores = begin({
      ended: (soul, end) => this.#tellEnd(soul, end),
      available: () => void this.#tellAvailable(),
    });
  }

  /** Begins to look for Docker without waiting for it. Where there can be none, every container framework is unavailable. */
  static async begin(config: Config, log: Log, life: Lifecycle, ground: CoreGround): Promise<CoreContainers> {
    const cityPort = ground.isDocker && process.platform === 'linux' ? await ground.listenInside() : undefined;
    return life.start(
      () => new CoreContainers(log, (listener) => keeperOf(config, log, { ...ground, cityPort, listener })),
      (begun) => begun.#cores?.close(),
    );
  }

  performers(contents: FetchTexts): Pick<EffectPerformers, 'core.prepare' | 'core.start' | 'core.remove'> {
    return this.#cores === undefined ? noCores : corePerformers(this.#cores, contents);
  }

  /** Keeps the containers that the city wants, and notifies the city of their ends. */
  async keep(life: Lifecycle, city: CityEngine): Promise<void> {
    this.#city.set(city);
    const cores = this.#cores;
    if (cores === undefined) return this.#tellAvailable();
    const reconcile = async (standingOf: (soul: string) => Promise<Standing>) => {
      // Frameworks that were available before this start do not become unavailable until Docker has been tried.
      await cores.tried;
      await cores.reconcile(standingOf);
      await this.#tellAvailable();
    };
    await life.start(
      () => sweepRegularly({ reconcile }, (soul) => standingOf(city, soul), this.#log),
      (stop) => stop(),
    );
  }

  /** Rejects when the city cannot be notified now. */
  async #tellEnd(soul: string, { how, reason }: CoreEnd): Promise<void> {
    const city = this.#city.ifThere;
    const resident = city === undefined ? null : (await coreOf(city, soul)).resident;
    if (city === undefined || resident === null) return;
    const said = { type: 'core.ended', how, reason } as const;
    const outcome = await city.submit(command(residentActor(resident), said, { caller: 'city' }));
    if (outcome.type === 'refused') throw new Error(`the city does not hear how ${resident} ended: ${outcome.code}`);
  }

  /** Notifies the Commons of the availability, when it differs from the last one. */
  async #tellAvailable(): Promise<void> {
    const city = this.#city.ifThere;
    if (city === undefined) return;
    const isAvailable = this.#cores?.isAvailable ?? false;
    const images = { image: (id: Parameters<typeof city.state.images.get>[0]) => city.state.images.get(id) };
    const heard = commonsOf(images)?.runsContainers === true;
    if (heard === isAvailable) return;
    const said = { type: 'containers.available', isAvailable } as const;
    const outcome = await city.submit(command(locationActor(commons), said, { caller: 'city' }));
    // The keeper notifies again at its next reconciliation.
    if (outcome.type === 'refused') this.#log.warn({ code: outcome.code }, 'the city does not hear of its containers');
  }
}

interface KeeperGround extends CoreGround {
  readonly cityPort: number | undefined;
  readonly listener: CoreListener;
}

/** Undefined where core containers can never run. */
function keeperOf(config: Config, log: Log, ground: KeeperGround): DockerCores | undefined {
  const { city, folder, cityPort, listener } = ground;
  if (cityPort === undefined) return undefined;
  const allowed = {
    memoryBytes: config.CORE_MEMORY_MIB * MiB,
    diskBytes: config.CORE_DISK_MIB * MiB,
    cpuMillis: config.CORE_CPU_MILLIS,
  };
  const limits = { coresMax: config.CORES_MAX, uidBase: config.SANDBOX_UID_BASE, allowed };
  const ways = { folder: resolve(folder, 'cores'), cityPort, addressOf: insideAddress };
  try {
    return DockerCores.begin({ ...limits, ...ways, city, newToken, listener, log });
  } catch (cause) {
    log.warn({ cause: String(cause) }, 'no resident can live in a container here');
    return undefined;
  }
}

/** Rejects when the city does not answer. */
async function coreOf(city: CityEngine, soul: string): Promise<Shown<'core'>> {
  const viewed = await city.view(view('core', { soul }));
  if (viewed.type === 'refused') throw new Error(`the city does not say who lives in a container: ${viewed.code}`);
  return viewed.value;
}

async function standingOf(city: CityEngine, soul: string): Promise<Standing> {
  const { is_wanted, resident } = await coreOf(city, soul);
  if (resident !== null) return 'lived in';
  return is_wanted ? 'awaited' : 'unwanted';
}
