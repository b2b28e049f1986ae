/** Chooses the sandbox of a city, and how many jobs it takes at once. */
import type { Log } from '../engine/ports.ts';
import { DockerSandbox, dockerAnswers } from './docker/docker-sandbox.ts';
import { EmbeddedSandbox } from './embedded/embedded-sandbox.ts';
import type { Sandbox } from './interface.ts';
import { OffSandbox } from './no-sandbox.ts';
import { OpeningSandbox } from './opening-sandbox.ts';

export interface OpenOptions {
  readonly which: 'auto' | 'docker' | 'embedded' | 'off';
  /** Tells this city's containers from another's. */
  readonly city: string;
  readonly warmMax: number;
  /** Jobs at once. */
  readonly jobsMax: number;
  readonly image: string | undefined;
  /** The first uid of containers; unset: the engine's usual one. */
  readonly uidBase: number | undefined;
  readonly log: Log;
}

export interface Opened {
  readonly sandbox: Sandbox;
  /** True when code runs in containers; then residents may live in containers too. */
  readonly isDocker: boolean;
  /** Jobs at once, at most. */
  readonly jobsMax: number;
}

/** Jobs of the embedded sandbox at once, whatever the settings say: each is a thread of the city with memory of its own. */
const threadsMax = 4;

/** Opens the sandbox of that name; `auto` is Docker when an engine answers now. */
export async function openSandbox(options: OpenOptions): Promise<Opened> {
  const { which, city, warmMax, jobsMax, image, uidBase, log } = options;
  if (which === 'off') return { sandbox: new OffSandbox(), isDocker: false, jobsMax };
  if (which === 'embedded' || (which === 'auto' && !(await dockerAnswers()))) {
    const workersMax = Math.min(jobsMax, threadsMax);
    return { sandbox: await EmbeddedSandbox.open({ workersMax }), isDocker: false, jobsMax: workersMax };
  }
  const more = { ...(image !== undefined && { image }), ...(uidBase !== undefined && { uidBase }) };
  const open = () => DockerSandbox.open({ city, warmMax, log, ...more });
  return { sandbox: new OpeningSandbox(open, log), isDocker: true, jobsMax };
}
