/** Of `civitas doctor`: whether a Docker engine answers. Only sockets of this machine are asked. */
import { answerOf } from '../host/port-probe.ts';

/** `answers`, or why it does not. `dockerHost`: as in DOCKER_HOST. */
export async function askDocker(dockerHost: string | undefined): Promise<string> {
  const socketPath = (dockerHost ?? 'unix:///var/run/docker.sock').replace(/^unix:\/\//, '');
  const said = await answerOf({ socketPath, path: '/version' }).then(({ status }) => status, messageOf);
  return said === 200 ? 'answers' : `${socketPath}: ${said}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
