/** Finds out who holds an address that a city wants. `start` asks when it cannot listen there, `doctor` before that is tried. */
import { type RequestOptions, request } from 'node:http';
import { createServer } from 'node:net';

/** Another civitas listens there: what is in the data folder may belong to it. */
export class AnotherCity extends Error {
  override readonly name = 'AnotherCity';
}

export type PortState =
  | { readonly type: 'free' | 'city' | 'other' }
  /** Nobody may listen there: the port is reserved, or the address does not belong to this machine. */
  | { readonly type: 'refused'; readonly reason: string };

interface Answer {
  readonly status: number;
  /** At most `bodyCharsMax`. */
  readonly body: string;
}

const answerMsMax = 5_000;
const bodyCharsMax = 65_536;

/** Whether a city could listen there, and if not, why. Never rejects. */
export async function probePort(host: string, port: number): Promise<PortState> {
  const error = await listenError(host, port);
  if (error === null) return { type: 'free' };
  if (error.code !== 'EADDRINUSE') return { type: 'refused', reason: error.message };
  return { type: (await isCity(host, port)) ? 'city' : 'other' };
}

/** Throws an error that says who listens there and what to do about it. `setting`: the variable that names the port. */
export async function cannotListen(cause: unknown, host: string, port: number, setting: string): Promise<never> {
  const state = await probePort(host, port);
  const at = `${host}:${port}`;
  if (state.type === 'city')
    throw new AnotherCity(`${at} is in use by another civitas. Stop that one, or set ${setting} to a free port.`, {
      cause,
    });
  if (state.type === 'other')
    throw new Error(`${at} is in use by something else. Stop it, or set ${setting} to a free port.`, { cause });
  if (state.type === 'refused')
    throw new Error(`${at} cannot be listened on (${state.reason}). Correct ${setting} or HOST.`, { cause });
  throw cause;
}

/**
 * The answer to a GET. Settles whatever the other end does: the global `fetch` of Node 20 never does when a connection is closed at once,
 * and a process that waits for nothing else then ends in the middle.
 */
export function answerOf(options: RequestOptions): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let answered = false;
    const asked = request({ ...options, agent: false }, (answer) => {
      answered = true;
      let body = '';
      answer.setEncoding('utf8');
      answer.on('data', (text: string) => {
        body = (body + text).slice(0, bodyCharsMax);
      });
      answer.on('error', reject);
      answer.on('close', () => resolve({ status: answer.statusCode ?? 0, body }));
    });
    const late = setTimeout(() => asked.destroy(new Error(`no answer within ${answerMsMax / 1_000} s`)), answerMsMax);
    asked.on('error', reject);
    asked.on('close', () => {
      clearTimeout(late);
      if (!answered) reject(new Error('closed without an answer'));
    });
    asked.end();
  });
}

function listenError(host: string, port: number): Promise<NodeJS.ErrnoException | null> {
  return new Promise((settle) => {
    const server = createServer();
    server.on('error', settle);
    server.listen({ host, port, exclusive: true }, () => server.close(() => settle(null)));
  });
}

const isCity = (host: string, port: number): Promise<boolean> =>
  answerOf({ host, port, path: '/healthz' }).then(
    ({ status, body }) => status === 200 && body === '{"status":"up"}',
    () => false,
  );
