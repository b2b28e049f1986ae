/** Services of the code of pods, called at the pod. */
import { z } from 'zod';
import { commandAndWait } from '../../../actors/registry.ts';
import { view } from '../../../actors/views.ts';
import { listOf } from '../../answers/common.ts';
import { Called, Service } from '../../answers/services.ts';
import { refused } from '../../refusals/gateway-refusals.ts';
import { defineRoute, type Route } from '../../route/route.ts';
import { Page, Price, ServiceId } from '../../schema/fields.ts';
import { seenHere } from './ask.ts';

const getServices = defineRoute({
  method: 'GET',
  path: '/v1/services',
  summary: 'The services offered where you are, what each expects and what a call costs',
  caller: 'resident',
  query: Page,
  answer: listOf(Service),
  view: ({ caller, query }) => view('services', seenHere(caller, query)),
});

/** Of a service's input, as JSON text in UTF-8. */
const inputBytesMax = 64 * 1024;

/** The input travels as JSON text: the code gets exactly what was sent, whatever it is. */
const callService = defineRoute({
  method: 'POST',
  path: '/v1/services/:id/call',
  summary: 'Call a service where it is; its price is taken when it has answered, and not when it fails',
  caller: 'resident',
  params: z.strictObject({ id: ServiceId }),
  body: z.strictObject({
    input: z
      .unknown()
      .optional()
      .meta({ description: `What the service is called with, any JSON of at most ${inputBytesMax} bytes` }),
    max_price: Price.optional().meta({ description: 'The most that you will pay; `PAY_MAX_DEFAULT` when absent' }),
  }),
  answer: Called,
  refusals: [
    'location_required',
    'insufficient_credits',
    'endowment_kept',
    'pod_shut_down',
    'price_changed',
    'service_failed',
    'sandbox_unavailable',
    'timeout',
    'invalid_state',
  ],
  command: ({ caller, params, body }) => {
    const input = JSON.stringify(body.input ?? null);
    if (Buffer.byteLength(input) > inputBytesMax) return refused('payload_too_large', { max_bytes: inputBytesMax });
    return commandAndWait(caller.actor, {
      type: 'call_service',
      service: params.id,
      input,
      max_price: body.max_price ?? null,
    });
  },
});

export const serviceRoutes: readonly Route[] = [getServices, callService];
