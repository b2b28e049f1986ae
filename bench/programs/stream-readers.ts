/** Asks for streams of server-sent events, all at once, and reads each to its last byte. */
import { request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { answerEach } from '../harness/program-io.ts';

export interface StreamReadersRequest {
  readonly port: number;
  readonly path: string;
  /** Sent with each. */
  readonly body: object;
  /** A stream for each. */
  readonly tokens: readonly string[];
}

export interface StreamReadersReport {
  /** Events of all streams. */
  readonly events: number;
  /** Milliseconds from the request to the first event of a stream. */
  readonly firstP50Ms: number;
  /** Milliseconds from the request to its last byte. */
  readonly lastP50Ms: number;
  readonly lastMaxMs: number;
}

interface Read {
  readonly events: number;
  readonly firstMs: number;
  readonly lastMs: number;
}

const separator = '\n\n';
const done = `data: [DONE]${separator}`;
/** Characters of its end that are kept, for the error when it is another. */
const endChars = 400;

/** Rejects for anything but a whole stream: such a figure would be of something else. */
function read({ port, path, body }: StreamReadersRequest, token: string): Promise<Read> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const sent = request({ host: '127.0.0.1', port, path, method: 'POST', headers, agent: false }, (res) => {
      let firstMs = Number.NaN;
      let events = 0;
      let end = '';
      res.on('data', (bytes: Buffer) => {
        if (Number.isNaN(firstMs)) firstMs = performance.now() - startedAt;
        // What ends an event may come in two pieces.
        const text = end.slice(-1) + bytes.toString('latin1');
        events += text.split(separator).length - 1;
        end = (end.slice(0, -1) + text).slice(-endChars);
      });
      res.once('error', reject).once('end', () => {
        if (res.statusCode === 200 && end.endsWith(done))
          resolve({ events, firstMs, lastMs: performance.now() - startedAt });
        else reject(new Error(`a stream ended with ${res.statusCode}: ${end}`));
      });
    });
    sent.once('error', reject).end(JSON.stringify(body));
  });
}

async function readAll(asked: StreamReadersRequest): Promise<StreamReadersReport> {
  const reads = await Promise.all(asked.tokens.map((token) => read(asked, token)));
  const last = reads.map(({ lastMs }) => lastMs).sort((a, b) => a - b);
  const first = reads.map(({ firstMs }) => firstMs).sort((a, b) => a - b);
  const middle = reads.length >> 1;
  return {
    events: reads.reduce((sum, { events }) => sum + events, 0),
    firstP50Ms: first[middle] ?? Number.NaN,
    lastP50Ms: last[middle] ?? Number.NaN,
    lastMaxMs: last.at(-1) ?? Number.NaN,
  };
}

await answerEach<StreamReadersRequest>(readAll);
