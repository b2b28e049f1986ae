/** One HTTP request and its answer over a connection of its own, with the time it took. A broken connection is status 0. */
import { type Agent, request } from 'node:http';
import { type Fields, fieldsOf, parseJson } from '../../client/wire.ts';

export interface Asking {
  readonly token?: string;
  /** Sent as JSON, or as it is when it is a text. */
  readonly body?: unknown;
  /** `Idempotency-Key`. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  readonly agent?: Agent;
}

export interface Asked {
  /** 0: no answer. */
  readonly status: number;
  readonly body: Fields;
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly ms: number;
}

export function ask(port: number, method: string, path: string, asking: Asking = {}): Promise<Asked> {
  const { token, body, key, timeoutMs = 60_000, agent } = asking;
  const since = performance.now();
  const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
  const headers: Record<string, string> = { ...asking.headers };
  if (token !== undefined) headers['authorization'] = `Bearer ${token}`;
  if (key !== undefined) headers['idempotency-key'] = key;
  if (body !== undefined) headers['content-length'] = String(Buffer.byteLength(text));
  return new Promise((resolve) => {
    const lost = (reason: string) =>
      resolve({ status: 0, body: {}, text: reason, headers: {}, ms: performance.now() - since });
    const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: agent ?? false }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', (error) => lost(error.message));
      response.on('end', () => {
        const said = Buffer.concat(pieces).toString();
        const status = response.statusCode ?? 0;
        const ms = performance.now() - since;
        resolve({ status, body: fieldsOf(parseJson(said)), text: said, headers: response.headers, ms });
      });
    });
    sent.setTimeout(timeoutMs, () => sent.destroy(new Error(`no answer within ${timeoutMs} ms`)));
    sent.on('error', (error) => lost(error.message));
    sent.end(text);
  });
}
