/** Of `civitas doctor`: whether residents of container frameworks can live in a city that is started now. */
import { resolve } from 'node:path';
import type { Config } from '../config/settings.ts';
import { areSocketsFor } from '../sandbox/docker/cores/forwarder.ts';
import { askDocker } from './doctor-docker.ts';
import type { Finding } from './doctor-finding.ts';

const name = 'Core containers';
/** Memory of a sidecar, which comes on top of each container. */
const sidecarMib = 96;

type Settings = Pick<
  Config,
  'SANDBOX' | 'DATA_DIR' | 'CORES_MAX' | 'CORE_MEMORY_MIB' | 'CORE_DISK_MIB' | 'CORE_CPU_MILLIS'
>;

/** `dockerHost`: as in DOCKER_HOST. Their absence is a warning only where the settings ask for them: the sandbox has its own line. */
export async function checkCores(
  config: Settings,
  dockerHost: string | undefined,
  platform: NodeJS.Platform = process.platform,
): Promise<Finding> {
  const { SANDBOX, DATA_DIR, CORES_MAX, CORE_MEMORY_MIB, CORE_DISK_MIB, CORE_CPU_MILLIS } = config;
  const none = (why: string): Finding => ({
    ...{ level: 'ok', name },
    detail: `none: ${why}, so frameworks of containers are not available`,
  });
  if (SANDBOX === 'off' || SANDBOX === 'embedded') return none(`SANDBOX is ${SANDBOX}`);
  if (platform !== 'linux') return none('they need Linux');
  if (CORES_MAX === 0) return none('CORES_MAX is 0');
  const docker = await askDocker(dockerHost);
  if (docker !== 'answers') return none(`Docker does not answer (${docker})`);
  const folder = resolve(DATA_DIR, 'cores');
  if (!areSocketsFor(folder)) {
    const advice = 'Set DATA_DIR to a shorter path: sockets lie in it.';
    return { level: 'warn', name, detail: `cannot run: ${folder} is too long a path`, advice };
  }
  const mib = CORE_MEMORY_MIB + CORE_DISK_MIB + sidecarMib;
  const detail = `at most ${CORES_MAX}, each with ${mib} MiB (its sidecar's among them) and ${CORE_CPU_MILLIS / 1000} processors`;
  return { level: 'ok', name, detail };
}
