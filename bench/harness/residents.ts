/** Founds residents in a running city, as its operator would, and sends them to a place. */

import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { credentialsIn, foundingRequest, type ResidentCredentials } from '../../client/founding-request.ts';
import { HttpClient, type HttpExchange, type HttpRequest } from '../../client/http-client.ts';
import { inParallel } from '../../client/parallel.ts';
import type { City } from './city.ts';

export interface Founding {
  readonly count: number;
  /** Ticks. */
  readonly lifespan: number;
}

const connectionsMax = 128;
const exchangeMsMax = 120_000;
/** A busy city asks for a repeat in a second; one that is still busy after so many is broken. */
const triesMax = 30;
/** Enough for every row: no account runs dry. */
const credits = 1_000_000;

export async function found(city: City, { count, lifespan }: Founding): Promise<ResidentCredentials[]> {
  const call = foundingRequest(city.operatorToken, { name: 'Vera', credits, lifespanTicks: lifespan });
  const answers = await sendAll(
    `http://127.0.0.1:${city.portalPort}`,
    Array.from({ length: count }, () => call),
  );
  return answers.map(credentialsIn);
}

/** Everyone walks to the Commons. */
export async function gather(city: City, residents: readonly ResidentCredentials[]): Promise<void> {
  const body = JSON.stringify({ exit_id: 'commons' });
  await sendAll(
    `http://127.0.0.1:${city.port}`,
    residents.map(({ token }) => ({ method: 'POST', path: '/v1/location/move', token, body, key: randomUUID() })),
  );
}

/** The answers, in the order in which they came, over many connections at once. Throws at the first refusal. */
async function sendAll(origin: string, calls: readonly HttpRequest[]): Promise<unknown[]> {
  const client = new HttpClient(origin, connectionsMax, exchangeMsMax);
  const answers: unknown[] = [];
  try {
    await inParallel(connectionsMax, calls, async (call) => {
      const exchange = await patiently(client, call);
      if (exchange.type === 'lost') throw new Error(`${call.path}: ${exchange.reason}`);
      const { status, body } = exchange;
      if (status >= 300) throw new Error(`${call.path}: ${status} ${JSON.stringify(body)}`);
      answers.push(body);
    });
  } finally {
    await client.close();
  }
  return answers;
}

/**
 * Repeats for as long as the city is busy. A founding has no key: its token is in the first answer alone, and if that was lost another
 * resident is founded.
 */
async function patiently(client: HttpClient, call: HttpRequest): Promise<HttpExchange> {
  for (let tries = 1; ; tries++) {
    const exchange = await client.exchange(call);
    const isBusy = exchange.type === 'answered' && exchange.status === 503;
    if (!isBusy || tries === triesMax) return exchange;
    await pause(exchange.retryAfterMs ?? 1000);
  }
}
