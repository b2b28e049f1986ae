/**
 * `GET /v1/me`, or a word, at a steady rate, over kept-alive connections: requests fall due by the clock, wait when no connection is
 * free, and their latency counts from when they were due, so that a server that stops is seen stopping.
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import { answer, answerEach, options } from '../harness/program-io.ts';
import { RawConnection } from '../harness/raw-http.ts';
import { rawRequest } from '../harness/raw-request.ts';

export interface PacedOptions {
  readonly port: number;
  readonly portalPort: number;
  readonly operatorToken: string;
  readonly tokens: readonly string[];
  readonly connections: number;
  /** What is asked: a look, or a turn. */
  readonly request: 'GET /v1/me' | 'POST /v1/mesh/broadcast';
}

/** `calm`: for `ms`. `tick`: from the operator's `tick` to its answer. */
export type PacedRequest =
  | { readonly type: 'calm'; readonly perSecond: number; readonly ms: number }
  | { readonly type: 'tick'; readonly perSecond: number };

export interface PacedReport {
  readonly ms: number;
  /** Requests that fell due in that time. */
  readonly requests: number;
  /** All that were sent, warming up included. */
  readonly sent: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

const { port, portalPort, operatorToken, tokens, connections, request: asks } = options<PacedOptions>();
const word = JSON.stringify({ message: 'Good morning.' });
const requests = tokens.map((token) =>
  Buffer.from(
    asks === 'GET /v1/me' ? rawRequest('GET', '/v1/me', token) : rawRequest('POST', '/v1/mesh/broadcast', token, word),
  ),
);
const warmMs = 500;
let next = 0;

async function pace(perSecond: number, meanwhile: () => Promise<unknown>): Promise<PacedReport> {
  // New ones each time: a server ends those that are silent for ten seconds.
  const all = await Promise.all(Array.from({ length: connections }, () => RawConnection.open(port)));
  const free = [...all];
  const latencies: number[] = [];
  const waiting: number[] = [];
  let taken = 0;
  let due = 0;
  let from = Number.POSITIVE_INFINITY;
  let until = Number.POSITIVE_INFINITY;
  const startedAt = performance.now();
  const send = () => {
    while (taken < waiting.length) {
      // In turns: none shall be silent for long.
      const connection = free.shift();
      if (connection === undefined) return;
      const dueAt = waiting[taken++] ?? 0;
      connection.send(requests[next++ % requests.length] ?? '', (isGood) => {
        if (!isGood) throw new Error('a request was refused');
        if (dueAt >= from && dueAt < until) latencies.push(performance.now() - dueAt);
        free.push(connection);
        if (taken < waiting.length) send();
      });
    }
  };
  const timer = setInterval(() => {
    const owed = ((performance.now() - startedAt) * perSecond) / 1000;
    while (due < owed) waiting.push(startedAt + (due++ * 1000) / perSecond);
    send();
  }, 1);
  await pause(warmMs);
  from = performance.now();
  await meanwhile();
  until = performance.now();
  clearInterval(timer);
  while (free.length < connections || taken < waiting.length) await pause(1);
  for (const connection of all) connection.end();
  return reportOf(latencies, taken, until - from);
}

function reportOf(latencies: readonly number[], sent: number, ms: number): PacedReport {
  const sorted = Float64Array.from(latencies).sort();
  const share = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
  const perSecond = (sorted.length * 1000) / ms;
  return { ms, requests: sorted.length, sent, perSecond, p50Ms: share(0.5), p99Ms: share(0.99), maxMs: share(1) };
}

async function tick(): Promise<void> {
  const { statusCode, body } = await request(`http://127.0.0.1:${portalPort}/v1/admin/tick`, {
    method: 'POST',
    headers: { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' },
    body: '{}',
    headersTimeout: 0,
  });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`tick: ${statusCode} ${text}`);
}

answer({ ms: 0, requests: 0, sent: 0, perSecond: 0, p50Ms: 0, p99Ms: 0, maxMs: 0 } satisfies PacedReport);
await answerEach<PacedRequest>((asked) => pace(asked.perSecond, asked.type === 'tick' ? tick : () => pause(asked.ms)));
