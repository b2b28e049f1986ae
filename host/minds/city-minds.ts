/**
 * Composition: minds that live in this city, as a program of its own that reaches the city like any other client (`civitas mind
 * --hosted`).
 */
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Config } from '../../config/settings.ts';
import type { City, CityControl } from '../../engine/city-interface.ts';
import { Later } from '../../engine/later.ts';
import type { Log } from '../../engine/ports.ts';
import type { MindStanding, Minds, MindsAbout } from '../../gateways/minds-status.ts';
import { urlOf } from '../../gateways/route/address.ts';
import type { DataFolder } from '../../persistence/data-folder.ts';
import { childEnvironment } from '../child-environment.ts';
import type { Lifecycle } from '../lifecycle.ts';
import { systemClock } from '../system-clock.ts';
import { MindsAssignment } from './assignment.ts';
import type { MindsProgram } from './child.ts';
import { MindsHost } from './host.ts';

/** MiB of its JavaScript heap; the process takes about 60 MiB more. */
const heapMiB = 256;
/** Longer than a request may wait at the start of a city that cannot reach its database. */
const answerMsMax = 120_000;
/** The process may take this fraction of a shutdown: in it each mind writes down what it remembers, to gateways that answer. */
const shareOfDrain = 6;

export interface MindsPlace {
  readonly city: City & Pick<CityControl, 'health'>;
  readonly folder: DataFolder;
  readonly cityPort: number;
}

interface MindsParts {
  readonly host: MindsHost;
  readonly assignment: MindsAssignment;
}

/** Minds of a city that may not be open yet. */
export class CityMinds implements Minds {
  readonly #config: Config;
  readonly #log: Log;
  readonly #parts = new Later<MindsParts>('the house of the minds');

  constructor(config: Config, log: Log) {
    this.#config = config;
    this.#log = log;
  }

  /** Null where no minds live. */
  get about(): MindsAbout | null {
    const parts = this.#parts.ifThere;
    if (parts === undefined) return null;
    const { host, assignment } = parts;
    const { isRunning, starts, living, idle } = host.about;
    return { is_running: isRunning, starts, living, idle, waiting: assignment.waiting };
  }

  standing(resident: string | null): MindStanding | null {
    const parts = this.#parts.ifThere;
    if (parts === undefined) return null;
    const { host, assignment } = parts;
    return resident !== null && host.lives(resident) ? 'lives' : assignment.standing(resident);
  }

  /** Begins, in a city that is open, without waiting for anything. */
  async start(life: Lifecycle, { city, folder, cityPort }: MindsPlace): Promise<void> {
    const { MINDS, MINDS_MAX, HOST, DRAIN_MS } = this.#config;
    if (MINDS === 0) return;
    const program = programFor(urlOf(HOST, cityPort), this.#config);
    await life.start(
      () => {
        const log = this.#log;
        const onEnded = (resident: string) => this.#parts.ifThere?.assignment.giveUp(resident);
        const [elapsed, tick] = [() => systemClock.elapsed(), () => city.health.tick];
        const host = new MindsHost({ program, log, elapsed, sleep, tick, onEnded });
        const assignment = new MindsAssignment({ city, folder, log, host, founders: MINDS, mindsMax: MINDS_MAX });
        return this.#parts.set({ host, assignment });
      },
      async ({ host, assignment }) => {
        await Promise.all([host.close(DRAIN_MS / shareOfDrain), assignment.close()]);
      },
    );
  }
}

const sleep = (ms: number, signal: AbortSignal) => pause(ms, undefined, { signal });

function programFor(url: string, config: Config): MindsProgram {
  const { MIND_ACTS_PER_MINUTE, MIND_BUDGET, INFERENCE_BASE_URL } = config;
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const flags = [`--max-old-space-size=${heapMiB}`];
  const hasModel = INFERENCE_BASE_URL !== undefined && MIND_BUDGET > 0;
  const brain = hasModel ? ['--brain', 'model', '--budget', String(MIND_BUDGET / 1_000)] : [];
  return {
    command: process.execPath,
    args: [...flags, 'cli/civitas.js', 'mind', '--hosted', '--city', url, ...brain],
    env: childEnvironment({ MIND_ACTS_PER_MINUTE: String(MIND_ACTS_PER_MINUTE) }),
    ...{ cwd, answerMsMax },
  };
}
