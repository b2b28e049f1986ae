/** A city with a service in its own process, the same in another one, and inference by a server: each notes what has reached it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Test } from 'tap';
import { z } from 'zod';
import { ServiceCalls } from '../../gateways/services/service-calls.ts';
import { gatewayDefaults } from '../../gateways/settings.ts';
import { answer, type Handlers, type Manifest, operation, paidAnswer, service } from '../../services/contract.ts';
import { inference } from '../../services/inference/index.ts';
import { remote } from '../../services/remote/client.ts';
import { startedWorld } from '../gateways/started-gateways.ts';
import { silentLog } from '../world.ts';
import { usage, whole } from './model-server.ts';

const key = 'a key of thirty-two characters ok';

const Thing = z.strictObject({ name: z.string().max(200) });

const manifestOf = (id: string) =>
  ({
    id,
    name: id,
    description: 'Notes what it is asked.',
    availability: 'everywhere',
    pricing: 'a credit for making',
    callsPerMinute: 1_000_000,
    deadlineMs: 5_000,
    operations: {
      look: operation({
        method: 'GET',
        path: '/things/:name',
        summary: 'Looks',
        params: Thing,
        query: z.strictObject({ q: z.string().max(200).optional() }),
        answer: z.object({ ok: z.boolean() }),
        price: 'free',
      }),
      make: operation({
        method: 'POST',
        path: '/things/:name/made',
        summary: 'Makes',
        params: Thing,
        body: z.strictObject({ text: z.string().max(200) }),
        answer: z.object({ ok: z.boolean() }),
        price: { text: 'a credit', hold: () => 1_000 },
      }),
    },
  }) as const satisfies Manifest<object>;

type Declared = ReturnType<typeof manifestOf>;

/** What has come to a server behind the city. */
export interface Came {
  readonly method: string;
  readonly target: string;
  /** Lower-case, sorted. */
  readonly headers: readonly string[];
  readonly host: string;
  readonly body: string;
}

async function noting(t: Test, says: object, came: Came[]): Promise<string> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += String(part);
    const { method = '', url: target = '', headers } = request;
    came.push({ method, target, headers: Object.keys(headers).sort(), host: headers.host ?? '', body });
    response.setHeader('content-type', 'application/json').end(JSON.stringify(says));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** What the service in the city's process was called with. */
export interface Called {
  readonly operation: keyof Declared['operations'];
  readonly given: object;
}

function nearby(called: Called[]) {
  const handlers: Handlers<Declared> = {
    look: async ({ given }) => {
      called.push({ operation: 'look', given });
      return answer({ ok: true });
    },
    make: async ({ given }) => {
      called.push({ operation: 'make', given });
      return paidAnswer(0, { ok: true });
    },
  };
  return service(manifestOf('near'), { skill: '# Near', open: async () => ({ handlers, close: async () => {} }) });
}

export async function hostileCity(t: Test) {
  const [called, behind, asked]: [Called[], Came[], Came[]] = [[], [], []];
  const host = await noting(t, { ok: true }, behind);
  const provider = await noting(t, whole('Hi.', { usage: usage(1, 1) }), asked);
  const far = remote(manifestOf('far'), { url: `http://${host}/below/here`, key, skill: '# Far' });
  const prices = { prompt: 10, completion: 40 };
  const thinking = inference({
    server: { baseUrl: `http://${provider}/base/v1`, apiKey: 'sk-of-the-operator' },
    models: [{ id: 'small', name: 'tiny-1', contextLength: 4_096, prices }],
    ...{ callsPerMinute: 60, templatePrices: prices, now: () => 1_700_000_000_000 },
  });
  const services = [nearby(called), far, thinking];
  let now = 0;
  const elapsed = () => {
    now += 60_000;
    return now;
  };
  const manifests = services.map(({ manifest }) => manifest);
  const calls = new ServiceCalls({
    ...{ manifests, clock: { elapsed }, log: silentLog, rateNamesMax: 100, answerKeptBytesMax: 10_000 },
  });
  const storage = { run: () => Promise.reject(new Error('they have no tables')) };
  for (const one of services) {
    const { handlers } = await one.open({ storage, secret: 'secret' });
    calls.attach(one.manifest.id, handlers);
  }
  const offered = services.map(({ manifest, skill }) => ({ manifest, skill, pseudonymKey: `key of ${manifest.id}` }));
  const settings = { ...gatewayDefaults, residentRatePerMinute: 1_000_000 };
  const world = await startedWorld(t, { services: calls.performer() }, { services: { offered, calls }, settings });
  await world.resident('Ada', 100_000);
  return { port: Number(new URL(world.url).port), called, behind, asked, host, provider, errors: world.errors };
}
