/** A global service for tests, which does what a test has said, in a city with the real charts. */
import type { Test } from 'tap';
import { z } from 'zod';
import { ServiceCalls } from '../../gateways/services/service-calls.ts';
import {
  answer,
  billFields,
  type Handlers,
  type Manifest,
  operation,
  paidAnswer,
  type ServiceOutcome,
} from '../../services/contract.ts';
import { silentLog } from '../world.ts';
import { startedWorld } from './started-gateways.ts';

export const path = '/v1/global-services/parrot';

/** Credits a word. */
const wordPrice = 0.5;
const Words = z.strictObject({ text: z.string().max(100), stream: z.boolean().optional() });
export const words = (text: string) => text.split(' ').filter((word) => word !== '');
/** Typed as any answer: tests let it say what does not fit. */
const Said: z.ZodType<object> = z.strictObject({ said: z.string(), ...billFields });
const mostOf = ({ body }: { readonly body: z.infer<typeof Words> }) => words(body.text).length * wordPrice * 1_000;

const manifest = {
  id: 'parrot',
  name: 'Parrot',
  description: 'Says what it is told.',
  availability: 'everywhere',
  pricing: 'half a credit a word; listening is free',
  callsPerMinute: 5,
  deadlineMs: 300,
  operations: {
    listen: operation({
      method: 'GET',
      path: '/heard/:who',
      summary: 'What it has heard',
      params: z.strictObject({ who: z.string().max(10) }),
      query: z.strictObject({ loud: z.enum(['yes', 'no']).optional() }),
      answer: z.strictObject({ heard: z.string() }),
      price: 'free',
    }),
    say: operation({
      method: 'POST',
      path: '/say',
      summary: 'Says it',
      body: Words,
      answer: Said,
      price: { text: '0.5 credits a word', hold: mostOf, halfInStudy: true },
      refusals: { not_found: 'it does not know the word', inference_failed: 'it cannot think' },
      streams: ({ body }) => body.stream === true,
    }),
  },
} as const satisfies Manifest<object>;

export type Call = Parameters<Handlers<typeof manifest>['say']>[0];

export interface Parrot {
  /** What comes of the next calls. */
  says: (call: Call) => Promise<ServiceOutcome<'not_found' | 'inference_failed'>>;
  readonly called: Call[];
  /** Whoever listens waits for this first. */
  listens: Promise<void>;
}

export const said = (call: Call, cost = call.hold): ServiceOutcome<never> => paidAnswer(cost, { said: call.body.text });

/** That service, as a city offers it, on a clock of its own. */
export function offeredParrot(more: Partial<Manifest> = {}) {
  const parrot: Parrot = { says: async (call) => said(call), called: [], listens: Promise.resolve() };
  const declared: Manifest = { ...(manifest as Manifest), ...more };
  let now = 0;
  const elapsed = () => now;
  const calls = new ServiceCalls({
    manifests: [declared],
    clock: { elapsed },
    log: silentLog,
    rateNamesMax: 100,
    answerKeptBytesMax: 200,
  });
  const handlers: Handlers<typeof manifest> = {
    listen: async ({ params, query }) => {
      await parrot.listens;
      return answer({ heard: `${params.who}${query.loud === 'yes' ? '!' : ''}` });
    },
    say: async (call) => {
      parrot.called.push(call);
      return parrot.says(call);
    },
  };
  calls.attach('parrot', handlers);
  const services = { offered: [{ manifest: declared, skill: '# Parrot', pseudonymKey: 'key' }], calls };
  const pass = (ms: number) => {
    now += ms;
  };
  return { parrot, calls, services, pass };
}

/** A city with that service, and somebody with credits. */
export async function city(t: Test, more: Partial<Manifest> = {}) {
  const { parrot, calls, services, pass } = offeredParrot(more);
  const world = await startedWorld(t, { services: calls.performer() }, { services });
  const ada = await world.resident('Ada', 100);
  const balance = async () => (await ada.get('/v1/me')).body['balance'];
  return { ...world, parrot, ada, balance, pass, calls };
}
