/** A global service of the walks: the request says what it costs, and a walk says when a call ends. */
import { z } from 'zod';
import { ServiceCalls } from '../../gateways/services/service-calls.ts';
import type { Offered } from '../../gateways/services/service-routes.ts';
import {
  type Bill,
  billFields,
  type Handlers,
  type Manifest,
  operation,
  type ServiceOutcome,
} from '../../services/contract.ts';
import { silentLog } from '../world.ts';

/** Nobody waits here for a limit of calls. */
const callsPerMinute = 10_000;

const manifest = {
  id: 'bell',
  name: 'Bell',
  description: 'Rings.',
  availability: 'everywhere',
  pricing: 'as much as you say; half of it in a study',
  callsPerMinute,
  deadlineMs: 300_000,
  operations: {
    ring: operation({
      method: 'POST',
      path: '/ring',
      summary: 'Rings once',
      body: z.strictObject({ credits: z.number() }),
      answer: z.strictObject(billFields),
      price: { text: 'what you say', hold: ({ body }) => body.credits * 1000, halfInStudy: true },
    }),
  },
} as const satisfies Manifest<object>;

export const ringPath = '/v1/global-services/bell/ring';

export class Bell {
  /** What comes of the next calls. */
  rings: (call: { readonly hold: number }) => Promise<ServiceOutcome<never, Bill>> = async ({ hold }) => rung(hold);
  readonly calls: ServiceCalls;
  readonly offered: readonly Offered[] = [{ manifest, skill: '# Bell', pseudonymKey: 'key' }];

  constructor() {
    const clock = { elapsed: () => 0 };
    const manifests = [manifest];
    const rates = { rateNamesMax: 10_000, answerKeptBytesMax: 1_000 };
    this.calls = new ServiceCalls({ manifests, clock, log: silentLog, ...rates });
    const handlers: Handlers<typeof manifest> = { ring: (call) => this.rings(call) };
    this.calls.attach(manifest.id, handlers);
  }
}

/** The outcome of a call that cost so many millicredits. */
export const rung = (cost: number): ServiceOutcome<never, Bill> => ({ type: 'answer', cost, body: (bill) => bill });
