/**
 * Small requests to a city's ports, each a while after the one before, from a thread that does nothing else. Of each it is measured how
 * long it took, and how much the city's main thread worked meanwhile: on a machine that is busy only the second says that somebody was
 * kept waiting. How long that work may take is counted in bodies parsed, of which the same thread parses one beside each request: no
 * machine is too slow.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface Probed {
  readonly port: number;
  /** 0: no answer. */
  readonly status: number;
  readonly wallMs: number;
  /** CPU time of the city's main thread, between the request and its answer. */
  readonly cpuMs: number;
  /** CPU time of the probing thread, for parsing `largestBody`. */
  readonly parseMs: number;
}

/** A body with as many keys as one may have. */
const largestBody = `{${Array.from({ length: 9_999 }, (_, n) => `"key ${n}":1`).join(',')}}`;

/** Without types, for it runs as it stands; `schedstat` begins with the nanoseconds that a thread has run. */
const program = `
const { request, Agent } = require('node:http');
const { readFileSync } = require('node:fs');
const { parentPort, workerData } = require('node:worker_threads');
const { pid, ports, everyMs, largestBody } = workerData;
let isOver = false;
parentPort.on('message', () => { isOver = true; });
const ranMs = (task) => Number(readFileSync(task + '/schedstat', 'utf8').split(' ')[0]) / 1e6;
const cpuMs = () => ranMs('/proc/' + pid + '/task/' + pid);
const parseMs = () => {
  const ran = ranMs('/proc/thread-self');
  JSON.parse(largestBody);
  return ranMs('/proc/thread-self') - ran;
};
const ask = (port, agent) => new Promise((resolve) => {
  const at = performance.now();
  const ran = cpuMs();
  const end = (status) => resolve({ port, status, wallMs: performance.now() - at, cpuMs: cpuMs() - ran });
  const sent = request({ host: '127.0.0.1', port, path: '/healthz', agent }, (answer) => {
    end(answer.statusCode);
    answer.resume();
  });
  sent.on('error', () => end(0));
  sent.end();
});
const probe = async (port) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const probed = [];
  while (!isOver) {
    probed.push({ ...(await ask(port, agent)), parseMs: parseMs() });
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  agent.destroy();
  return probed;
};
Promise.all(ports.map(probe)).then((all) => { parentPort.postMessage(all.flat()); parentPort.close(); });
`;

/** Begins; what it returns ends it, and resolves to all that were asked. */
export function probes(pid: number, ports: readonly number[], everyMs: number): () => Promise<readonly Probed[]> {
  const worker = new Worker(program, { eval: true, workerData: { pid, ports, everyMs, largestBody } });
  return async () => {
    worker.postMessage('over');
    const [probed]: readonly (readonly Probed[])[] = await once(worker, 'message');
    return probed ?? [];
  };
}
