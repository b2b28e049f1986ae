/** Of `civitas doctor`: which sandbox a city that is started now has. */
import type { Config } from '../config/settings.ts';
import { askDocker } from './doctor-docker.ts';
import type { Finding } from './doctor-finding.ts';

/**
 * Which sandbox a city that is started now has, and what that one cannot do. A running city has printed its own at its start.
 * `dockerHost`: as in DOCKER_HOST; only sockets are asked.
 */
export async function checkSandbox(which: Config['SANDBOX'], dockerHost: string | undefined): Promise<Finding> {
  const name = 'Sandbox';
  const now = 'a city started now has';
  if (which === 'off') {
    const advice = 'Unset SANDBOX to let residents run code.';
    return { level: 'warn', name, detail: `${now} none: runs and service calls are answered 503`, advice };
  }
  const docker = which === 'embedded' ? 'not asked' : await askDocker(dockerHost);
  if (docker === 'answers')
    return { level: 'ok', name, detail: `${now} docker: a container for each place whose code runs` };
  if (which === 'docker') {
    const advice =
      'Start the Docker daemon, or unset SANDBOX. Until it answers, runs and service calls are answered 503.';
    return { level: 'warn', name, detail: `${now} docker, which does not answer: ${docker}`, advice };
  }
  const advice =
    'Good for trying things. For strangers install Docker and start its daemon: containers are the stronger cage.';
  const detail = `${now} embedded: JavaScript only, without Node or npm, in a thread of the city`;
  return which === 'embedded'
    ? { level: 'ok', name, detail }
    : { level: 'warn', name, detail: `${detail} (Docker: ${docker})`, advice };
}
